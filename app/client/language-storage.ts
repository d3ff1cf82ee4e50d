import { languageCookie, readLanguageCookie } from "#app/i18n/language-cookie.ts";
import {
  isLanguage,
  LANGUAGE_PARAMETER,
  LANGUAGE_STORAGE_KEY,
  type LanguageKey,
} from "#app/i18n/languages.ts";

/** Remembers a choice in this browser: in the cookie for the server, and in storage for when the cookie has gone. */
export function rememberLanguage(language: LanguageKey): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = languageCookie(language, location);
  try {
    localStorage.setItem(LANGUAGE_STORAGE_KEY, language);
  } catch {
    // No storage, as in some private windows: the cookie remembers it, too.
  }
}

/**
 * The language that this browser knows was chosen, where the URL does not name one (docs/product.md, Languages): the cookie's,
 * which may be younger than the page, then local storage's, then session storage's. What the cookie says is put into
 * storage, to stay there when the cookie goes.
 */
export function chosenLanguage(): LanguageKey | null {
  if (isLanguage(new URLSearchParams(location.search).get(LANGUAGE_PARAMETER))) return null;
  const told = readLanguageCookie(document.cookie);
  if (isLanguage(told)) {
    rememberLanguage(told);
    return told;
  }
  for (const storage of ["localStorage", "sessionStorage"] as const) {
    try {
      const [stored] = window[storage].getItem(LANGUAGE_STORAGE_KEY)?.split("-") ?? [];
      if (isLanguage(stored)) return stored;
    } catch {
      // No storage: nothing is stored.
    }
  }
  return null;
}
