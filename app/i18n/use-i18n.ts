import type { TFunction } from "i18next";
import { use } from "react";
import { I18nContext } from "react-i18next";

/** What components use of the language of the page: i18next on the server, a translator (client/translator) in the browser. */
export interface PageLanguage {
  /** The key of the language, as in LANGUAGES. */
  language: string;
  t: TFunction;
}

/**
 * The interface strings in the reader's language. Keys are full ("common:signOut"); a bare key belongs to the
 * namespace "common".
 *
 * react-i18next's useTranslation() also loads namespaces, suspends and subscribes. Here a page is shown when its
 * strings are there, so reading the context is enough, and each page weighs 2.4 KB less (docs/decisions/0007).
 */
export function useI18n(): { t: TFunction; i18n: PageLanguage } {
  const { i18n } = use(I18nContext);
  return { t: i18n.t, i18n };
}
