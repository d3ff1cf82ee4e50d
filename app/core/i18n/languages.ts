/** One language of the interface. */
interface Language {
  /** The language's own name, as language menus show it. */
  name: string;
  direction: "ltr" | "rtl";
  /**
   * Multiplies the font size: Arabic script looks small at sizes that suit Latin script (docs/product.md, What it is).
   */
  fontScale: number;
  /**
   * Whether every string is translated. A partial language shows the rest in the default language, and only readers who
   * select it get it.
   */
  complete: boolean;
}

/**
 * The languages of the interface (docs/product.md, What it is), in menu order. A language needs only a line here and a
 * folder in locales/ (docs/recipes/add-a-language.md).
 */
export const LANGUAGES = {
  en: { name: "English", direction: "ltr", fontScale: 1, complete: true },
  fr: { name: "Français", direction: "ltr", fontScale: 1, complete: true },
  ar: { name: "العربية", direction: "rtl", fontScale: 1.2, complete: true },
  sw: { name: "Kiswahili", direction: "ltr", fontScale: 1, complete: true },
} as const satisfies Record<string, Language>;

export type LanguageKey = keyof typeof LANGUAGES;

export const LANGUAGE_KEYS = Object.keys(LANGUAGES) as LanguageKey[];

/**
 * The languages in which every string is translated. Only these are selected by Accept-Language. The "pure" comment
 * lets the bundler drop this from the browser's script, which does not use it.
 */
export const COMPLETE_LANGUAGES = /* @__PURE__ */ LANGUAGE_KEYS.filter((key) => LANGUAGES[key].complete);

/** The language to use when nothing selects another (docs/product.md, Numbers). */
export const DEFAULT_LANGUAGE: LanguageKey = "en";

/**
 * The number format of every language: the digits 0 to 9, and all decimals. Which digits Arabic uses by default depends
 * on the platform, but the browser must render the same as the server.
 */
export const NUMBER_OPTIONS: Intl.NumberFormatOptions = {
  numberingSystem: "latn",
  maximumFractionDigits: 15,
};

/** Whether a value is the key of one of our languages. */
export function isLanguage(key: unknown): key is LanguageKey {
  return typeof key === "string" && Object.hasOwn(LANGUAGES, key);
}

/** The language of an i18next instance: its key, name, text direction and font scale. */
export function languageOf(i18n: { language: string }): Language & { key: LanguageKey } {
  const key = isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE;
  return { key, ...LANGUAGES[key] };
}

/** The query parameter that selects a language (docs/product.md, Languages). */
export const LANGUAGE_PARAMETER = "lng";

/** The cookie that remembers the language. Its value is the bare key, so that script can write it, too. */
export const LANGUAGE_COOKIE = "lng";

/** The key of the language in browser storage (docs/product.md, Languages). */
export const LANGUAGE_STORAGE_KEY = "i18nextLng";

/** 43200 minutes (docs/product.md, Numbers), in seconds. */
export const LANGUAGE_COOKIE_SECONDS = 43_200 * 60;
