import type { TFunction } from "i18next";
import { createI18n } from "#app/core/i18n/create-i18n.ts";
import type { LanguageKey } from "#app/core/i18n/languages.ts";
import { readLocales } from "./locales.ts";

/** The interface strings, looked up as the product does. Tests quote keys, not sentences. */
export function textsIn(language: LanguageKey): TFunction {
  return createI18n(language, readLocales()).t;
}
