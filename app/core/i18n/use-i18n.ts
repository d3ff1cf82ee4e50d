import type { TFunction } from "i18next";
import { createContext, use } from "react";

/** The part of a translator that components use. */
export interface PageLanguage {
  /** The key of the language, as in LANGUAGES. */
  language: string;
  t: TFunction;
}

/** The language of the page. */
export const PageLanguageContext = createContext<PageLanguage | null>(null);

/**
 * The interface strings in the reader's language. Keys are full ("common:signOut"); a bare key belongs to the
 * namespace "common".
 */
export function useI18n(): { t: TFunction; i18n: PageLanguage } {
  const i18n = use(PageLanguageContext);
  if (!i18n) throw new Error("No PageLanguageContext");
  return { t: i18n.t, i18n };
}
