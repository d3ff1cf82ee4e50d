import { createInstance, type FormatterModule, type i18n, type Resource } from "i18next";
import { numberFormat } from "./formats.ts";
import { DEFAULT_LANGUAGE, LANGUAGE_KEYS } from "./languages.ts";

/** Formats each number in a string as its language does: "1,000 books", "1 000 livres". */
const NUMBERS: FormatterModule = {
  type: "formatter",
  init: () => {},
  format: (value, _format, language) =>
    typeof value === "number" || typeof value === "bigint"
      ? numberFormat(language ?? DEFAULT_LANGUAGE).format(value)
      : value,
  add: () => {},
  addCached: () => {},
};

/** An instance of i18next for one language. Pages use `createTranslator()`, which returns the same strings. */
export function createI18n(language: string, resources: Resource): i18n {
  const instance = createInstance().use(NUMBERS);
  instance.init({
    lng: language,
    resources,
    supportedLngs: LANGUAGE_KEYS,
    fallbackLng: DEFAULT_LANGUAGE,
    defaultNS: "common",
    // React escapes what it renders, including emails.
    interpolation: { escapeValue: false, alwaysFormat: true },
    react: { useSuspense: false },
    initAsync: false,
  });
  return instance;
}
