import { COMPLETE_LANGUAGES, DEFAULT_LANGUAGE, type LanguageKey } from "#app/core/i18n/languages.ts";
import type { ContentPage } from "./content.ts";

/** The name of the page that lists the entries of the journal. */
export const JOURNAL = "journal";

/** The path of a page on the site. @param name the name of the page's file: "about", or "index" for the landing page */
export const pathOf = (language: LanguageKey, name: string): string =>
  name === "index" ? `/${language}` : `/${language}/${name}`;

/** The path of a journal's feed. */
export const feedPath = (language: LanguageKey): string => `/${language}/journal.xml`;

/** The complete languages in which a page exists. Only complete languages are offered to everybody. */
export const languagesOf = (pages: readonly ContentPage[], name: string): LanguageKey[] =>
  COMPLETE_LANGUAGES.filter((key) => pages.some((page) => page.language === key && page.name === name));

/** A page in a language, or in the default language if it is not translated. */
export function shownPage(pages: readonly ContentPage[], language: LanguageKey, name: string): ContentPage {
  const of = (key: LanguageKey) => pages.find((page) => page.language === key && page.name === name);
  const page = of(language) ?? of(DEFAULT_LANGUAGE);
  if (!page) throw new Error(`there is no page "${name}"`);
  return page;
}

/** The entries of the journal, latest first. @returns the name and the day of each */
export const entriesOf = (pages: readonly ContentPage[]): { name: string; date: string }[] =>
  pages
    .filter((page) => page.language === DEFAULT_LANGUAGE)
    .flatMap(({ name, date }) => (date === undefined ? [] : [{ name, date }]))
    .sort((a, b) => b.date.localeCompare(a.date) || a.name.localeCompare(b.name));
