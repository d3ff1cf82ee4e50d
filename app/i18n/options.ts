import type { InitOptions } from "i18next";
import { DEFAULT_LANGUAGE, LANGUAGE_KEYS } from "./languages.ts";

/** What server and browser must agree on for the same markup. */
export const I18N_OPTIONS = {
  supportedLngs: LANGUAGE_KEYS,
  fallbackLng: DEFAULT_LANGUAGE,
  defaultNS: "common",
  // React escapes what it renders, and mails are rendered by React.
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  initAsync: false,
} satisfies InitOptions;
