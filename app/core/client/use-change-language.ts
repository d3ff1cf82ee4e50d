import { startTransition, use, useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { SetI18nContext } from "#app/core/i18n/language-context.tsx";
import { LANGUAGE_PARAMETER, type LanguageKey } from "#app/core/i18n/languages.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { completeI18n, fetchI18n } from "./i18n-instance.ts";
import { rememberLanguage, storedLanguage } from "./language-storage.ts";
import { forgetPages } from "./page-cache.ts";
import { useReturnTo } from "./use-return-to.ts";

/**
 * Changes the language without a new document. Fetches the strings, revalidates the texts that come from the server,
 * then switches the page in one step. Keeps the reader's input.
 * @returns `loading`, the language being fetched; `change`, which rejects if its strings can't be fetched
 */
export function useChangeLanguage() {
  const show = use(SetI18nContext);
  const { revalidate } = useRevalidator();
  const namesLanguage = new URLSearchParams(useLocation().search).has(LANGUAGE_PARAMETER);
  const returnTo = useReturnTo();
  const navigate = useNavigate();
  const [loading, setLoading] = useState<LanguageKey | null>(null);
  const change = useCallback(
    async (language: LanguageKey) => {
      setLoading(language);
      try {
        const i18n = await fetchI18n(language);
        rememberLanguage(language);
        forgetPages();
        // Otherwise the parameter would still decide the language on the server.
        if (namesLanguage) await navigate(returnTo, { replace: true, preventScrollReset: true });
        else await revalidate();
        await completeI18n(i18n);
        show(i18n);
      } finally {
        // This is in the same transition as the new language. Otherwise the old selection would flash.
        startTransition(() => setLoading(null));
      }
    },
    [show, revalidate, namesLanguage, returnTo, navigate],
  );
  return { loading, change };
}

/** After hydration, changes to the language that was selected in this browser. */
export function useStoredLanguage(): void {
  const { i18n } = useI18n();
  const { change } = useChangeLanguage();
  const [{ spoken, first }] = useState({ spoken: i18n.language, first: change });
  useEffect(() => {
    const selected = storedLanguage();
    // If the strings of the selected language can't be fetched, the page keeps its language.
    if (selected && selected !== spoken) first(selected).catch(() => {});
  }, [spoken, first]);
}
