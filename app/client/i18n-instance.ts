import { createInstance, type i18n, type Resource } from "i18next";
import type { LanguageKey } from "#app/i18n/languages.ts";
import { I18N_OPTIONS } from "#app/i18n/options.ts";

/** So often is it tried again to load the strings of a language (docs/product.md, Numbers)... */
const RETRIES = 5;
/** ...after this long at first, and twice as long each time. Milliseconds. */
const FIRST_DELAY = 350;

/**
 * An i18next instance that speaks one language. Synchronous, as its strings are there.
 * @param resources its strings, and those of the default language that it lacks (browserBundle)
 */
export function createI18n(language: string, resources: Resource): i18n {
  const i18n = createInstance({ ...I18N_OPTIONS, lng: language, resources });
  i18n.init();
  return i18n;
}

/**
 * Fetches the strings of a language, as a page carries those of its own only.
 * @throws where they can't be had after all tries
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
