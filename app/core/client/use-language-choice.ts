import { type LanguageKey, languageOf } from "#app/core/i18n/languages.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { showToast } from "#app/core/ui/toast/toast-store.ts";
import { useChangeLanguage } from "./use-change-language.ts";

/** Changes the language, and shows a message if that fails. */
export function useLanguageChoice() {
  const { t, i18n } = useI18n();
  const { loading, change } = useChangeLanguage();
  const active = languageOf(i18n).key;
  const choose = (language: LanguageKey) => {
    if (language === active || loading) return;
    change(language).catch(() => showToast("error", t("languageFailed")));
  };
  return { active, loading, choose };
}
