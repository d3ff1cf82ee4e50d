import type { TFunction } from "i18next";
import { DEFAULT_LANGUAGE, NUMBER_OPTIONS } from "./languages.ts";
import type { Strings } from "./missing-strings.ts";

/** Strings by language and namespace, as the server sends them (browserBundle). */
export type StringsByLanguage = Record<string, Record<string, Strings>>;

/** Translates keys into one language on a page. */
export interface Translator {
  language: string;
  t: TFunction;
  /** Whether the language's strings of a namespace are loaded. */
  has(namespace: string): boolean;
  /** Adds strings that were fetched later. */
  add(strings: StringsByLanguage): void;
}

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/**
 * Translates the strings of a page, on the server and in the browser: keys with a namespace, plural forms,
 * `{{placeholders}}`, numbers, and the default language for missing strings. i18next translates emails and messages,
 * and a test compares the two for all strings (docs/decisions/0047). Contexts, ordinals, nesting and formats are not
 * supported.
 */
export function createTranslator(language: string, initial: StringsByLanguage): Translator {
  const all: StringsByLanguage = {};
  const number = new Intl.NumberFormat(language, NUMBER_OPTIONS);
  const languages = [...new Set([language, DEFAULT_LANGUAGE])].map((key) => ({
    key,
    plural: new Intl.PluralRules(key),
  }));

  function add(strings: StringsByLanguage): void {
    for (const [key, bundle] of Object.entries(strings)) all[key] = { ...all[key], ...bundle };
  }

  function t(key: string, values: Record<string, unknown> = {}): string {
    const [path = "", namespace = "common"] = key.split(":").reverse();
    const { count } = values;
    for (const { key: spoken, plural } of languages) {
      const forms = typeof count === "number" ? [`${path}_${plural.select(count)}`, path] : [path];
      for (const form of forms) {
        const found = find(all[spoken]?.[namespace], form);
        if (found !== null) return found.replace(PLACEHOLDER, (_, name) => inWords(values[name]));
      }
    }
    return path;
  }

  const inWords = (value: unknown) =>
    typeof value === "number" ? number.format(value) : String(value ?? "");

  add(initial);
  return { language, t: t as TFunction, has: (namespace) => all[language]?.[namespace] !== undefined, add };
}

function find(strings: Strings | undefined, path: string): string | null {
  let found: Strings | string | undefined = strings;
  for (const name of path.split(".")) found = typeof found === "object" ? found[name] : undefined;
  return typeof found === "string" ? found : null;
}
