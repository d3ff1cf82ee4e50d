import { languageCookie, readLanguageCookie } from "#app/core/i18n/language-cookie.ts";
import {
  isLanguage,
  LANGUAGE_PARAMETER,
  LANGUAGE_STORAGE_KEY,
  type LanguageKey,
} from "#app/core/i18n/languages.ts";

/** Stores the selected language in a cookie, for the server, and in local storage, which outlasts the cookie. */
export function rememberLanguage(language: LanguageKey): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = languageCookie(language, location);
  try {
    localStorage.setItem(LANGUAGE_STORAGE_KEY, language);
  } catch {
    // Some private windows have no storage. The cookie is enough.
  }
}

/**
 * The language selected in this browser (docs/product.md, Languages). Looks in the cookie, which may be newer than the
 * page, then in local storage, then in session storage. Copies a language from the cookie or the URL to local storage.
 * @returns null if none was selected, or if the URL names one: the page is already in that language
 */
export function storedLanguage(): LanguageKey | null {
  const named = new URLSearchParams(location.search).get(LANGUAGE_PARAMETER);
  if (isLanguage(named)) {
    rememberLanguage(named);
    return null;
  }
  const remembered = readLanguageCookie(document.cookie);
  if (isLanguage(remembered)) {
    rememberLanguage(remembered);
    return remembered;
  }
  for (const storage of ["localStorage", "sessionStorage"] as const) {
    try {
      const [stored] = window[storage].getItem(LANGUAGE_STORAGE_KEY)?.split("-") ?? [];
      if (isLanguage(stored)) return stored;
    } catch {
      // Some private windows have no storage.
    }
  }
  return null;
}
