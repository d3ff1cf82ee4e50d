import { readFileSync } from "node:fs";
import type { TFunction } from "i18next";
import { createI18n } from "#app/core/i18n/create-i18n.ts";
import { DEFAULT_LANGUAGE, type LanguageKey } from "#app/core/i18n/languages.ts";

/** Translates the frame of the pages. Strings that a partial language lacks are in the default language. */
export function wordsIn(language: LanguageKey): TFunction {
  const read = (key: LanguageKey) => ({ site: JSON.parse(readFileSync(`locales/${key}/site.json`, "utf8")) });
  return createI18n(language, { [DEFAULT_LANGUAGE]: read(DEFAULT_LANGUAGE), [language]: read(language) }).t;
}
