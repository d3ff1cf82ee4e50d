/** One language of the interface. */
interface Language {
  /** Its name in itself, as a language menu shows it. */
  name: string;
  direction: "ltr" | "rtl";
  /** Multiplies the font size: Arabic script is small at the size Latin script is read at (docs/product.md, What it is). */
  fontScale: number;
  /** Whether every string is translated. What a partial language lacks is shown in the default language. */
  complete: boolean;
}

/**
 * The languages of the interface (docs/product.md, What it is), in the order menus show them. All that a language needs
 * is a line here and its folder in locales/ (docs/recipes/add-a-language.md).
 */
export const LANGUAGES = {
  en: { name: "English", direction: "ltr", fontScale: 1, complete: true },
  fr: { name: "Français", direction: "ltr", fontScale: 1, complete: true },
  ar: { name: "العربية", direction: "rtl", fontScale: 1.2, complete: true },
  sw: { name: "Kiswahili", direction: "ltr", fontScale: 1, complete: true },
} as const satisfies Record<string, Language>;

export type LanguageKey = keyof typeof LANGUAGES;

export const LANGUAGE_KEYS = Object.keys(LANGUAGES) as LanguageKey[];

/** What is shown where nothing says otherwise (docs/product.md, Numbers). */
export const DEFAULT_LANGUAGE: LanguageKey = "en";

/** Whether a text names one of our languages. */
export function isLanguage(key: unknown): key is LanguageKey {
  return typeof key === "string" && Object.hasOwn(LANGUAGES, key);
}

/** The direction of text, font scale and name of the language an i18next instance speaks. */
export function languageOf(i18n: { language: string }): Language & { key: LanguageKey } {
  const key = isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE;
  return { key, ...LANGUAGES[key] };
}

/** The query parameter that chooses a language (docs/product.md, Languages). */
export const LANGUAGE_PARAMETER = "lng";

/** The cookie that remembers the choice. Its value is the bare key, so that script can write it, too. */
export const LANGUAGE_COOKIE = "lng";

/** The key of the choice in the browser's storage (docs/product.md, Languages). */
export const LANGUAGE_STORAGE_KEY = "i18nextLng";

/** 43200 minutes (docs/product.md, Numbers), in seconds. */
export const LANGUAGE_COOKIE_SECONDS = 43_200 * 60;
