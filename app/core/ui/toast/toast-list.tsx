import { Close, Description, Provider, Root, Viewport } from "@radix-ui/react-toast";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { languageOf } from "#app/core/i18n/languages.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { bringToFront } from "#app/core/ui/dialog/top-layer.ts";
import { Icon } from "#app/core/ui/icon.tsx";
import { MessageText } from "#app/core/ui/message-text.tsx";
import { Spinner } from "#app/core/ui/spinner.tsx";
import { MESSAGE_COLOURS } from "#app/core/ui/status-message.tsx";
import { dismissToast, type Toast } from "./toast-store.ts";
import { UndoButton } from "./undo-button.tsx";

/** A message closes by itself after this long, in milliseconds (docs/product.md, Numbers). */
const TOAST_DURATION = 4000;
/** A message with an undo button stays longer. Milliseconds. */
const UNDO_DURATION = 10_000;
/** A message closes when swiped at least this far, in pixels (docs/product.md, Numbers). */
const SWIPE_THRESHOLD = 45;
/** The width of a message (docs/product.md, Numbers). */
const WIDTH = "w-[356px]";
/** The gap between two messages (docs/product.md, Numbers). */
const GAP = "gap-[14px]";

const ICONS = {
  success: "circle-check",
  info: "info",
  warning: "triangle-alert",
  error: "circle-alert",
} as const;

/** The messages at the edge of the screen. Screen readers announce each as it appears. Loaded by ToastRegion. */
export default function ToastList({ toasts }: { toasts: Toast[] }) {
  const { t, i18n } = useI18n();
  const rightToLeft = languageOf(i18n).direction === "rtl";
  const layer = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1)?.id;
  useEffect(() => {
    // Shows the messages in front of an open dialog, too. Not while a message has the focus, because the
    // focus would be lost.
    if (newest === undefined || !layer.current || layer.current.contains(document.activeElement)) return;
    bringToFront(layer.current);
  }, [newest]);
  return (
    <Provider
      label={t("toast.label")}
      // Each message has its own timer (useAutoClose).
      duration={Number.POSITIVE_INFINITY}
      swipeDirection={rightToLeft ? "left" : "right"}
      swipeThreshold={SWIPE_THRESHOLD}
    >
      {toasts.map((toast) => (
        <Message key={toast.id} toast={toast} />
      ))}
      <div
        ref={layer}
        popover="manual"
        className="fixed inset-auto end-4 bottom-20 overflow-visible bg-transparent text-ink md:bottom-4"
      >
        <Viewport
          label={t("toast.region")}
          className={`flex ${WIDTH} max-w-[calc(100vw-2rem)] flex-col ${GAP}`}
        />
      </div>
    </Provider>
  );
}

function Message({ toast: { id, type, message, about, undo } }: { toast: Toast }) {
  const { t } = useI18n();
  const [paused, setPaused] = useState(false);
  const close = () => dismissToast(id);
  const duration = undo === undefined ? TOAST_DURATION : UNDO_DURATION;
  useAutoClose(type === "loading" ? null : duration, paused, close);
  return (
    <Root
      open
      onOpenChange={close}
      onPause={() => setPaused(true)}
      onResume={() => setPaused(false)}
      className={`flex items-start gap-3 rounded-lg border-s-4 py-1 ps-4 pe-1 shadow-sheet transition-[opacity,translate] duration-300 data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=move]:transition-none starting:translate-y-2 starting:opacity-0 ${MESSAGE_COLOURS[type]}`}
    >
      <span className="flex h-11 items-center">
        {type === "loading" ? (
          <Spinner label={t("loading")} />
        ) : (
          <Icon name={ICONS[type]} className="size-5" />
        )}
      </span>
      <Description className="min-w-0 flex-1 self-center py-2 wrap-anywhere">
        <MessageText message={message} about={about} />
      </Description>
      {undo !== undefined && <UndoButton action={undo} onClick={close} />}
      <Close
        aria-label={t("toast.close")}
        className="flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-md"
      >
        <Icon name="x" className="size-4" />
      </Close>
    </Root>
  );
}

/**
 * Closes a message after it has been visible for `duration`. The timer pauses while the message is hovered or focused,
 * and while the tab is hidden, which Radix does not check.
 * @param duration in milliseconds; null if it does not close by itself
 */
function useAutoClose(duration: number | null, paused: boolean, close: () => void): void {
  const hidden = useSyncExternalStore(
    (listener) => {
      document.addEventListener("visibilitychange", listener);
      return () => document.removeEventListener("visibilitychange", listener);
    },
    () => document.hidden,
  );
  const left = useRef(duration);
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (left.current === null || paused || hidden) return;
    const start = performance.now();
    const timer = window.setTimeout(() => latest.current(), left.current);
    return () => {
      window.clearTimeout(timer);
      left.current = Math.max(0, (left.current ?? 0) - (performance.now() - start));
    };
  }, [paused, hidden]);
}
