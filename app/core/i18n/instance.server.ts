import type { i18n } from "i18next";
import { createI18n } from "./create-i18n.ts";
import { DEFAULT_LANGUAGE, isLanguage, type LanguageKey } from "./languages.ts";
import { browserBundle, RESOURCES } from "./resources.server.ts";
import { createTranslator, type Translator } from "./translator.ts";

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

const NAMESPACES = Object.keys(RESOURCES[DEFAULT_LANGUAGE] ?? {});

const translators = new Map<LanguageKey, Translator>();

/**
 * The translator that a page in a language is rendered with. It is the browser's, and has the strings that browsers get, so
 * the browser's first render says the same.
 */
export function translatorIn(language: LanguageKey): Translator {
  const known = translators.get(language);
  if (known) return known;
  const translator = createTranslator(language, browserBundle(language, NAMESPACES));
  translators.set(language, translator);
  return translator;
}
