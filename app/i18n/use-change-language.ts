import { startTransition, use, useCallback, useEffect, useState } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { forgetPages } from "#app/ui/page-data.ts";
import { SpeakContext } from "./language-context.tsx";
import { chosenLanguage, rememberLanguage } from "./language-storage.ts";
import { LANGUAGE_PARAMETER, type LanguageKey } from "./languages.ts";
import { fetchSpeaker } from "./strings.ts";
import { useTranslation } from "./use-translation.ts";

/**
 * Changes the language without a new document: the strings are fetched, what the server puts into words comes anew, and
 * the page changes at once, with everything that was typed.
 * @returns `loading`: the language on its way; `change` rejects where its strings can't be had
 */
export function useChangeLanguage() {
  const speak = use(SpeakContext);
  const { revalidate } = useRevalidator();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [loading, setLoading] = useState<LanguageKey | null>(null);
  const change = useCallback(
    async (language: LanguageKey) => {
      setLoading(language);
      try {
        const speaker = await fetchSpeaker(language);
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
        speak(speaker);
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
  const { i18n } = useTranslation();
  const { change } = useChangeLanguage();
  const [{ spoken, first }] = useState({ spoken: i18n.language, first: change });
  useEffect(() => {
    const chosen = chosenLanguage();
    // Where it can't be had, the page stays in the language it is in.
    if (chosen && chosen !== spoken) first(chosen).catch(() => {});
  }, [spoken, first]);
}
