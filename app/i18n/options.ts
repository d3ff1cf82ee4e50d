import type { InitOptions } from "i18next";
import { DEFAULT_LANGUAGE, LANGUAGE_KEYS } from "./languages.ts";

/** Options that server and browser must share to render the same markup. */
export const I18N_OPTIONS = {
  supportedLngs: LANGUAGE_KEYS,
  fallbackLng: DEFAULT_LANGUAGE,
  defaultNS: "common",
  // React escapes what it renders, and it renders the mails, too.
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  initAsync: false,
} satisfies InitOptions;
