import { type ComponentType, use, useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { DocumentContext } from "#app/core/ui/document-context.ts";
import { Icon } from "#app/core/ui/icon.tsx";
import { showToast } from "#app/core/ui/toast-store.ts";
import { useHydrated } from "#app/core/ui/use-hydrated.ts";
import type { CommandPaletteProps } from "./command-palette.tsx";

/**
 * The button that opens the command palette, and the keys: Ctrl or Cmd K opens it, too, and "/" goes to the search of the
 * page. All of it needs script.
 */
export function CommandMenu({
  collapsed,
  ...palette
}: Omit<CommandPaletteProps, "onClose" | "findPath"> & {
  /** Whether to show the icon only. */
  collapsed: boolean;
}) {
  const { t } = useI18n();
  const { savesData } = use(DocumentContext);
  const hydrated = useHydrated();
  const [Palette, setPalette] = useState<ComponentType<CommandPaletteProps>>();
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback(() => {
    if (isAsking()) return;
    // Loaded when it is first opened.
    import("./command-palette.tsx").then(
      (module) => {
        setPalette(() => module.default);
        setIsOpen(true);
      },
      () => showToast("error", t("error:hint.unreachable")),
    );
  }, [t]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if ((ctrlKey || metaKey) && !altKey && isK(event)) {
        event.preventDefault();
        open();
      }
      if (key !== "/" || ctrlKey || metaKey || altKey || isAsking() || isTyping(event.target)) return;
      const search = document.querySelector<HTMLInputElement>('#content input[type="search"]');
      if (!search) return;
      event.preventDefault();
      search.focus();
      search.select();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [open]);
  return (
    <>
      {/* Its room is there before the script is, so that nothing below it moves. */}
      <div className="mb-4 min-h-11 shrink-0 noscript:hidden" hidden={savesData}>
        {hydrated && (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-keyshortcuts="Control+K Meta+K"
            title={collapsed ? t("manager:palette.open") : undefined}
            onClick={open}
            className={`flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-lg border border-edge px-3 text-quiet hover:bg-accent-soft hover:text-ink ${collapsed ? "justify-center" : ""}`}
          >
            <Icon name="search" className="size-5 shrink-0" />
            <span className={collapsed ? "sr-only" : "flex-1 truncate text-start"}>
              {t("manager:palette.open")}
            </span>
            {!collapsed && (
              <span aria-hidden="true" dir="ltr" className="text-xs">
                {isApple() ? "⌘ K" : "Ctrl K"}
              </span>
            )}
          </button>
        )}
      </div>
      {/* Outside the sidebar, which a narrow window hides: the keys open it there, too. */}
      {isOpen &&
        Palette &&
        createPortal(
          <Palette {...palette} findPath={href("/manager/find")} onClose={() => setIsOpen(false)} />,
          document.body,
        )}
    </>
  );
}

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** Whether a key is K, or is where K is on a layout of another script, such as Arabic, which has no K. */
const isK = ({ key, code }: KeyboardEvent) =>
  key.toLowerCase() === "k" || (code === "KeyK" && !/^\p{Script=Latin}$/u.test(key));

/** Whether a dialog waits for an answer. */
const isAsking = () => document.querySelector("dialog:modal") !== null;

/** Whether a key belongs to what the reader is writing. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(WRITABLE));

const WRITABLE = "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), select, textarea";
