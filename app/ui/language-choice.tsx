import { href, useLocation } from "react-router";
import {
  LANGUAGE_KEYS,
  LANGUAGE_PARAMETER,
  LANGUAGES,
  type LanguageKey,
  languageOf,
} from "#app/i18n/languages.ts";
import { useChangeLanguage } from "#app/i18n/use-change-language.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Spinner } from "./spinner.tsx";
import { showToast } from "./toast-store.ts";

/** This page, without what chooses its language. */
export function useReturnTo(): string {
  const { pathname, search } = useLocation();
  const parameters = new URLSearchParams(search);
  parameters.delete(LANGUAGE_PARAMETER);
  return parameters.size > 0 ? `${pathname}?${parameters}` : pathname;
}

/** Changes the language, and says so where it can't be had. */
export function useLanguageChoice() {
  const { t, i18n } = useTranslation();
  const { loading, change } = useChangeLanguage();
  const active = languageOf(i18n).key;
  const choose = (language: LanguageKey) => {
    if (language === active || loading) return;
    change(language).catch(() => showToast("error", t("languageFailed")));
  };
  return { active, loading, choose };
}

/** The same page in each language: sent as a form, or changed on the spot where script runs. */
export function LanguageChoice() {
  const { t } = useTranslation();
  const { active, loading, choose } = useLanguageChoice();
  return (
    <form
      method="post"
      action={href("/language")}
      aria-label={t("languages")}
      onSubmit={(event) => event.preventDefault()}
    >
      <input type="hidden" name="returnTo" value={useReturnTo()} />
      <ul className="flex flex-wrap justify-center gap-x-1 text-sm">
        {LANGUAGE_KEYS.map((key) => (
          <li key={key}>
            <button
              type="submit"
              name={LANGUAGE_PARAMETER}
              value={key}
              lang={key}
              dir={LANGUAGES[key].direction}
              aria-pressed={key === active}
              onClick={() => choose(key)}
              className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 px-2.5 text-quiet underline-offset-4 hover:underline aria-pressed:font-semibold aria-pressed:text-ink"
            >
              {loading === key && <Spinner label={t("loading")} />}
              {LANGUAGES[key].name}
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}
