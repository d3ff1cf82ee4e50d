import type { Page } from "@playwright/test";
import type { LanguageKey } from "#app/core/i18n/languages.ts";
import { flatten, readLocales } from "./locales.ts";

const locales = readLocales();

/** The strings of a language by full key, such as "user:list.title". */
const stringsOf = (language: LanguageKey) =>
  Object.entries(locales[language] ?? {}).flatMap(([namespace, strings]) =>
    Object.entries(flatten(strings)).map(([key, text]) => [`${namespace}:${key}`, text] as const),
  );

const english = stringsOf("en");
/**
 * Every key as a page may show it if its string is missing. One-word keys are left out, because they could be words.
 */
const KEYS = new Set(
  english.flatMap(([key]) => [
    key,
    ...(key.split(":")[1]?.includes(".") ? [key.split(":")[1] as string] : []),
  ]),
);
/** Words of English dates and relative times. "May" is left out, because it is also a verb. */
const ENGLISH_TIME =
  "January February March April June July August September October November December ago yesterday tomorrow";

/**
 * A pattern for English words of dates and times that a language's own dates lack. German, for example, also has
 * "November".
 */
export function englishTime(language: string): RegExp {
  const date = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" });
  const own = Array.from({ length: 12 }, (_, month) => date.format(new Date(2026, month))).join(" ");
  const foreign = ENGLISH_TIME.split(" ").filter((word) => !new RegExp(`\\b${word}\\b`).test(own));
  return new RegExp(`\\b(${foreign.join("|")})\\b`);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Patterns for the English strings that a language translates, with any values in their placeholders. */
function englishPatterns(language: LanguageKey): RegExp[] {
  const own = new Map(stringsOf(language));
  // A partial language shows missing strings in English. A complete one shows those in English that are marked as
  // untranslated.
  const lacking = new Set(
    english.filter(([key, text]) => (own.get(key) ?? text) === text).map(([, text]) => text),
  );
  return english
    .filter(
      ([key, text]) =>
        own.get(key) !== text && !lacking.has(text) && /[a-z]{3}/i.test(text.replace(/{{[^}]*}}/g, "")),
    )
    .map(
      ([, text]) =>
        new RegExp(
          `^${text
            .split(/{{[^}]*}}/)
            .map(escaped)
            .join(".+")}$`,
        ),
    );
}

/** Compiled once per language, because there are hundreds, and every page uses them. */
const patterns = new Map<LanguageKey, RegExp[]>();

/** The strings of each language, without their keys. */
const texts = new Map<LanguageKey, Set<string>>();

function isEnglish(text: string, language: LanguageKey): boolean {
  const known = patterns.get(language) ?? [englishTime(language), ...englishPatterns(language)];
  patterns.set(language, known);
  const own = texts.get(language) ?? new Set(stringsOf(language).map(([, text]) => text));
  texts.set(language, own);
  // If the language has exactly this text, for example because the generator has left it in English, it is not an
  // English string with a value in it.
  return !own.has(text) && known.some((pattern) => pattern.test(text));
}

/**
 * Text on a page, visible or for a screen reader, that should not be there: translation keys, unfilled placeholders,
 * and English if the reader has another language.
 */
export async function untranslated(page: Page, language: LanguageKey): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ["aria-label", "title", "placeholder", "alt"])
          found.push(node.getAttribute(name) ?? "");
        // Code, such as the values of an enum in the API's documentation, is the same in every language.
      } else if (!node.parentElement?.closest("script, style, code, bdi, [lang]:not(html)")) {
        found.push(node.textContent ?? "");
      }
    }
    return found.map((text) => text.trim()).filter(Boolean);
  });
  return shown.filter(
    (text) =>
      KEYS.has(text) ||
      /{{|}}|\bundefined\b|\[object /.test(text) ||
      (language !== "en" && isEnglish(text, language)),
  );
}
