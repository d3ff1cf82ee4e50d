import type { i18n } from "i18next";
import { createI18n } from "./create-i18n.ts";
import { isLanguage } from "./languages.ts";
import { RESOURCES } from "./resources.server.ts";

const instances = new Map<string, i18n>();

/**
 * The instance of i18next for a language, made once in each isolate: nothing changes it (docs/decisions/0017). Its texts are
 * those of the default language if nobody knows the language.
 */
export function i18nIn(language: string): i18n {
  const known = instances.get(language);
  if (known) return known;
  const instance = createI18n(language, RESOURCES);
  // Of languages that nobody knows there may be any number.
  if (isLanguage(language)) instances.set(language, instance);
  return instance;
}
