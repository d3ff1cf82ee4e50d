import { use } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { DocumentContext } from "./document-context.ts";
import { Icon } from "./icon.tsx";
import { useHydrated } from "./use-hydrated.ts";

/** Asks for the list of keys, wherever that is (shell/keys-help.tsx). */
export const SHOW_KEYS = "showkeys";

/** Shows the list of keys. */
export const showKeys = () => window.dispatchEvent(new Event(SHOW_KEYS));

/** The button that shows the list of keys, where there may be a keyboard. Keys need script, and so does the button; its room is there before. */
export function KeysButton() {
  const { t } = useI18n();
  const { savesData } = use(DocumentContext);
  const hydrated = useHydrated();
  return (
    <button
      type="button"
      hidden={savesData}
      aria-haspopup="dialog"
      aria-keyshortcuts="?"
      title={t("manager:keys.title")}
      onClick={showKeys}
      className={`flex size-11 cursor-pointer items-center justify-center rounded-lg text-quiet hover:bg-accent-soft hover:text-ink noscript:hidden pointer-coarse:hidden print:hidden ${hydrated ? "" : "invisible"}`}
    >
      <Icon name="keyboard" className="size-5" />
      <span className="sr-only">{t("manager:keys.title")}</span>
    </button>
  );
}
