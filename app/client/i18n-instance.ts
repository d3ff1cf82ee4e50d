import { createInstance, type i18n, type Resource } from "i18next";
import type { LanguageKey } from "#app/i18n/languages.ts";
import { I18N_OPTIONS } from "#app/i18n/options.ts";

/** Retries loading a language's strings this many times (docs/product.md, Numbers). */
const RETRIES = 5;
/** The delay before the first retry, in milliseconds. It doubles with each retry. */
const FIRST_DELAY = 350;

/**
 * Creates an i18next instance for one language. It is ready at once, because it loads nothing.
 * @param resources the language's strings, and the default language's for those it lacks (browserBundle)
 */
export function createI18n(language: string, resources: Resource): i18n {
  const i18n = createInstance({ ...I18N_OPTIONS, lng: language, resources });
  i18n.init();
  return i18n;
}

/**
 * Fetches the strings of a language: a page comes with those of its own language only.
 * @throws if the last retry fails
 */
export async function fetchI18n(language: LanguageKey): Promise<i18n> {
  for (let tried = 0; ; tried++) {
    try {
      const response = await fetch(`/strings/${language}`);
      if (!response.ok) throw new Error(`The strings of ${language}: ${response.status}`);
      return createI18n(language, await response.json());
    } catch (error) {
      if (tried === RETRIES) throw error;
      await new Promise((resolve) => window.setTimeout(resolve, FIRST_DELAY * 2 ** tried));
    }
  }
}
