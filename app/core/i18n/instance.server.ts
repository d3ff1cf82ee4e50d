import type { i18n } from "i18next";
import { createI18n } from "./create-i18n.ts";
import { DEFAULT_LANGUAGE, isLanguage, type LanguageKey } from "./languages.ts";
import { browserBundle, RESOURCES } from "./resources.server.ts";
import { createTranslator, type Translator } from "./translator.ts";

const instances = new Map<string, i18n>();

/**
 * The i18next instance for a language, created once in each isolate, because nothing changes it
 * (docs/decisions/0017). For an unknown language, it returns the default language's strings.
 */
export function i18nIn(language: string): i18n {
  const known = instances.get(language);
  if (known) return known;
  const instance = createI18n(language, RESOURCES);
  // Only known languages are cached, because requests may name any number of unknown ones.
  if (isLanguage(language)) instances.set(language, instance);
  return instance;
}

const NAMESPACES = Object.keys(RESOURCES[DEFAULT_LANGUAGE] ?? {});

const translators = new Map<LanguageKey, Translator>();

/**
 * The translator for rendering a page on the server. It is the browser's translator with the browser's strings, so that
 * the first render in the browser produces the same texts.
 */
export function translatorIn(language: LanguageKey): Translator {
  const known = translators.get(language);
  if (known) return known;
  const translator = createTranslator(language, browserBundle(language, NAMESPACES));
  translators.set(language, translator);
  return translator;
}
