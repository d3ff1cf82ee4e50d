import { startTransition, use, useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { SetI18nContext } from "#app/i18n/language-context.tsx";
import { LANGUAGE_PARAMETER, type LanguageKey } from "#app/i18n/languages.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { fetchI18n } from "./i18n-instance.ts";
import { chosenLanguage, rememberLanguage } from "./language-storage.ts";
import { forgetPages } from "./page-data.ts";

/**
 * Changes the language without a new document: the strings are fetched, what the server puts into words comes anew, and
 * the page changes at once, with everything that was typed.
 * @returns `loading`: the language on its way; `change` rejects where its strings can't be had
 */
export function useChangeLanguage() {
  const speak = use(SetI18nContext);
  const { revalidate } = useRevalidator();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [loading, setLoading] = useState<LanguageKey | null>(null);
  const change = useCallback(
    async (language: LanguageKey) => {
      setLoading(language);
      try {
        const i18n = await fetchI18n(language);
        rememberLanguage(language);
        forgetPages();
        const parameters = new URLSearchParams(search);
        if (parameters.has(LANGUAGE_PARAMETER)) {
          // The URL would go on to choose for the server.
          parameters.delete(LANGUAGE_PARAMETER);
          await navigate({ search: `?${parameters}` }, { replace: true, preventScrollReset: true });
        } else {
          await revalidate();
        }
        speak(i18n);
      } finally {
        // Together with the new language, or its choice would go back for a moment.
        startTransition(() => setLoading(null));
      }
    },
    [speak, revalidate, search, navigate],
  );
  return { loading, change };
}

/** Goes over to the language that this browser knows was chosen, once the server's page has been taken over. */
export function useChosenLanguage(): void {
  const { i18n } = useI18n();
  const { change } = useChangeLanguage();
  const [{ spoken, first }] = useState({ spoken: i18n.language, first: change });
  useEffect(() => {
    const chosen = chosenLanguage();
    // Where it can't be had, the page stays in the language it is in.
    if (chosen && chosen !== spoken) first(chosen).catch(() => {});
  }, [spoken, first]);
}
