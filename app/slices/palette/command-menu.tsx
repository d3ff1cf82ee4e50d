import { type ComponentType, use, useCallback, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { loadOptional } from "#app/core/lib/load-optional.ts";
import { isAsking } from "#app/core/ui/dialog/is-asking.ts";
import { DocumentContext } from "#app/core/ui/document-context.ts";
import { Icon } from "#app/core/ui/icon.tsx";
import { showToast } from "#app/core/ui/toast/toast-store.ts";
import { useHydrated } from "#app/core/ui/use-hydrated.ts";
import type { CommandPaletteProps } from "./command-palette.tsx";
import { paletteKeys } from "./palette-keys.ts";

/** The button that opens the command palette. Ctrl+K or Cmd+K opens it, too. Both need script. */
export function CommandMenu(palette: Omit<CommandPaletteProps, "onClose" | "findPath">) {
  const { t } = useI18n();
  const { savesData } = use(DocumentContext);
  const hydrated = useHydrated();
  const [Palette, setPalette] = useState<ComponentType<CommandPaletteProps> | null>(null);
  const open = useCallback(() => {
    if (isAsking()) return;
    // The palette's script loads when the palette is opened for the first time.
    loadOptional(() => import("./command-palette.tsx")).then(
      (module) => setPalette(() => module.default),
      () => showToast("error", t("error:hint.unreachable")),
    );
  }, [t]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, code, ctrlKey, metaKey, altKey } = event;
      // Keyboards for other scripts have no K. On these, the key in the position of K opens the palette.
      const isK = /^[a-z]$/i.test(key) ? key.toLowerCase() === "k" : code === "KeyK";
      if (!isK || altKey || !(ctrlKey || metaKey)) return;
      event.preventDefault();
      open();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [open]);
  return (
    <>
      {/* The button's space is reserved before script has loaded, so that nothing below it moves. */}
      <div className="mb-4 min-h-11 shrink-0 noscript:hidden" hidden={savesData}>
        {hydrated && (
          <button
            type="button"
            aria-haspopup="dialog"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={open}
            className="flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-lg border border-edge px-3 text-quiet hover:bg-accent-soft hover:text-ink"
          >
            <Icon name="search" className="size-5 shrink-0" />
            <span className="flex-1 truncate text-start rail:sr-only">{t("manager:palette.open")}</span>
            <span aria-hidden="true" dir="ltr" className="text-xs rail:hidden">
              {paletteKeys().join(" ")}
            </span>
          </button>
        )}
      </div>
      {/* The palette is outside the sidebar, which narrow windows hide, so that the shortcut also works there. */}
      {Palette &&
        createPortal(
          <Palette {...palette} findPath={href("/manager/find")} onClose={() => setPalette(null)} />,
          document.body,
        )}
    </>
  );
}
