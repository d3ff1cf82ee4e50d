import { use, useEffect } from "react";
import { createPortal } from "react-dom";
import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { DocumentContext } from "#app/core/ui/document-context.ts";
import { Icon } from "#app/core/ui/icon.tsx";
import { latinKey, singleKey } from "#app/core/ui/single-key.ts";
import { useDialogOnDemand } from "#app/core/ui/use-dialog-on-demand.ts";
import { useHydrated } from "#app/core/ui/use-hydrated.ts";
import type { CommandPaletteProps } from "./command-palette.tsx";
import { paletteKeys } from "./palette-keys.ts";

const load = () => import("./command-palette.tsx");

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
  const { Dialog: Palette, open, close } = useDialogOnDemand(load);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey } = event;
      if ((ctrlKey || metaKey) && !altKey && latinKey(event) === "k") {
        event.preventDefault();
        open();
      }
      if (singleKey(event) !== "/") return;
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
                {paletteKeys().join(" ")}
              </span>
            )}
          </button>
        )}
      </div>
      {/* Outside the sidebar, which a narrow window hides: the keys open it there, too. */}
      {Palette &&
        createPortal(
          <Palette {...palette} findPath={href("/manager/find")} onClose={close} />,
          document.body,
        )}
    </>
  );
}
