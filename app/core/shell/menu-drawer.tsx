import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Icon } from "#app/core/ui/icon.tsx";
import { Logo } from "./logo.tsx";

const MENU = "menu";

/** From this width on, the sidebar replaces the menu (md in Tailwind). */
const WIDE = "(min-width: 48rem)";

const iconButton = "flex size-11 cursor-pointer items-center justify-center rounded-lg hover:bg-accent-soft";

// In an older browser the attribute popover has no effect (theme.css).
const isOpenPopover = (element: HTMLElement): boolean =>
  "showPopover" in element && element.matches(":popover-open");

/**
 * A phone's menu, and the button that opens it. Without script it is a popover; once script runs it is a modal dialog,
 * which traps the focus, closes on Escape and restores the focus.
 */
export function MenuDrawer({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  const { key } = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // On a wide screen (after a tablet was turned), the hidden modal menu must not keep blocking the page.
    const wide = window.matchMedia(WIDE);
    const close = () => dialog.current?.close();
    wide.addEventListener("change", close);
    return () => wide.removeEventListener("change", close);
  }, []);
  const open = (event: MouseEvent) => {
    event.preventDefault();
    if (dialog.current && !isOpenPopover(dialog.current)) dialog.current.showModal();
  };
  const close = (event: MouseEvent) => {
    event.preventDefault();
    if (dialog.current && isOpenPopover(dialog.current)) dialog.current.hidePopover();
    dialog.current?.close();
  };
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU}
        aria-haspopup="dialog"
        aria-label={t("manager:menu")}
        onClick={open}
        className={iconButton}
      >
        <Icon name="menu" className="size-6" />
      </button>
      <dialog
        ref={dialog}
        id={MENU}
        // A navigation remounts this, which closes the menu.
        key={key}
        popover="auto"
        aria-label={t("manager:menu")}
        closedby="any"
        className="fixed inset-y-0 start-0 end-auto m-0 h-dvh max-h-none w-72 max-w-[85vw] border-e border-line bg-sheet text-ink shadow-sheet backdrop:bg-shade md:hidden"
      >
        <div className="h-full overflow-y-auto overscroll-contain p-4">
          <div className="mb-4 flex items-center justify-between">
            <Logo />
            <button
              type="button"
              popoverTarget={MENU}
              popoverTargetAction="hide"
              aria-label={t("manager:closeMenu")}
              onClick={close}
              className={iconButton}
            >
              <Icon name="x" className="size-6" />
            </button>
          </div>
          {children}
        </div>
      </dialog>
    </>
  );
}
