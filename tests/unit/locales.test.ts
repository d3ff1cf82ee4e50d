import { readdirSync, readFileSync } from "node:fs";
import type { ParseKeys } from "i18next";
import { describe, expect, expectTypeOf, test } from "vitest";
import { LANGUAGE_KEYS, LANGUAGES, type LanguageKey } from "#app/core/i18n/languages.ts";
import { stringsMissingFrom } from "#app/core/i18n/missing-strings.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { unusedStrings } from "#scripts/lib/unused-strings.ts";
import { flatten, readLocales, WRONG_CHARACTERS } from "#tests/support/locales.ts";

const locales = readLocales();
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** The plural categories of a language that stand for one number only. Their forms may spell out the number. */
function namedNumbers(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  const numbers = Object.groupBy(
    Array.from({ length: 200 }, (_, n) => n),
    (n) => rules.select(n),
  );
  return Object.entries(numbers).flatMap(([category, members]) => (members.length === 1 ? [category] : []));
}

/** Strings that are identical in English and another language. */
const SAME_AS_ENGLISH: Record<string, string[]> = {
  fr: [
    "Actions",
    "Action",
    "Application",
    "Code",
    "Configuration",
    "Documentation",
    "Genre",
    "Genres",
    "Menu",
    "Notification",
    "Notifications ({hotkey})",
    "Invitation",
    "Invitations",
    "Logo",
    "Organisation",
    "Organisations",
    "Pages",
    "Sessions",
    "{{count}} session",
    "{{count}} sessions",
  ],
  // The string is the label on the key.
  ar: ["Shift", "Enter", "Esc"],
  sw: ["Shift", "Enter", "Esc"],
};
/**
 * Words that the texts of a language must not contain, because they mean something else to readers, or there is a
 * better one (docs/glossary.md).
 */
const AVOIDED: Record<string, RegExp> = {
  en: /\b(?:please|meanwhile|anew|whoever|in vain|at once|mails?|mailed)\b/i,
  // "To open an account" means to create one.
  fr: /ouvr\p{L}* (?:plus |pas )?(?:le|ce|votre|un) compte|veuillez/iu,
  ar: /تقم[ّ]?ص|منطقة الإدارة|لم أكن أنا|يُرجى|فتح\p{L}* (?:ال)?حساب|باسم المستخدم/u,
  sw: /kufungua akaunti|simamish|kwa jina lako (?:kwa|na) tokeni|tafadhali|mafaili|faili (?:hi|li)li/iu,
};
const NAMES = [PRODUCT_NAME, "you@example.com"];

/** The number of strings that a language lacks, in total and by namespace. */
function lackingIn(language: LanguageKey): string {
  const counts = Object.entries(locales.en ?? {}).map(([namespace, strings]) => {
    const missing = stringsMissingFrom(locales[language]?.[namespace] ?? {}, strings, language);
    return { namespace, count: Object.keys(flatten(missing)).length };
  });
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const each = counts.filter(({ count }) => count > 0).map(({ namespace, count }) => `${namespace} ${count}`);
  return `${total} strings (${each.join(", ")})`;
}

/** Strings that stay in English until someone translates them: keys, or "<namespace>:*". */
const UNTRANSLATED: Record<string, string[]> = JSON.parse(readFileSync("locales/untranslated.json", "utf8"));

/** Whether an entry of locales/untranslated.json covers a string. */
const isMarked = (mark: string, namespace: string, key: string) =>
  mark === `${namespace}:*` || mark === `${namespace}:${key.replace(PLURAL, "")}`;

/** The strings of a language that an entry covers and that are still in English. */
const stillEnglish = (language: string, mark: string) =>
  Object.entries(locales[language] ?? {}).flatMap(([namespace, strings]) => {
    const english = flatten(locales.en?.[namespace] ?? {});
    return Object.entries(flatten(strings)).filter(
      ([key, text]) => isMarked(mark, namespace, key) && text === english[key],
    );
  });

const placeholders = (text: string) => [...new Set(text.match(/{{[^}]*}}/g) ?? [])].sort();

test("each language of the product has a folder, and no other language has one", () => {
  const folders = readdirSync("locales", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...LANGUAGE_KEYS].sort());
});

test("each file of locales/en is a namespace of the types, and a misspelt key does not compile", () => {
  const declared = readFileSync("app/core/i18n/i18next.d.ts", "utf8").matchAll(/^ {2}(\w+): typeof import/gm);
  const namespaces = [...declared].map(([, name]) => name);
  expect(namespaces.sort()).toEqual(Object.keys(locales.en ?? {}).sort());
  expectTypeOf<"common:cancel">().toExtend<ParseKeys>();
  expectTypeOf<"common:cansel">().not.toExtend<ParseKeys>();
});

test("every key is used", () => {
  const keys = Object.entries(locales.en ?? {}).map(([namespace, strings]) => [
    namespace,
    Object.keys(flatten(strings)),
  ]);
  const unused = unusedStrings(Object.fromEntries(keys));
  expect(unused).toEqual([]);
});

describe.each(LANGUAGE_KEYS)("%s", (language) => {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const { complete } = LANGUAGES[language];
  const named = namedNumbers(language);

  test("has no namespace that English lacks", () => {
    expect(Object.keys(locales.en ?? {})).toEqual(
      expect.arrayContaining(Object.keys(locales[language] ?? {})),
    );
  });

  // Reported, not failed, because pages show missing and untranslated strings in English.
  for (const mark of UNTRANSLATED[language] ?? []) {
    const count = stillEnglish(language, mark).length;
    test(`${mark} is still in English; otherwise it must be removed from locales/untranslated.json`, () => {
      expect(count).toBeGreaterThan(0);
    });
  }
  const report = [
    ...(UNTRANSLATED[language] ?? []).map((mark) => `${mark} (${stillEnglish(language, mark).length})`),
    ...(complete ? [] : [`lacks ${lackingIn(language)}`]),
  ];
  if (report.length > 0)
    console.log(`To be translated into ${LANGUAGES[language].name}: ${report.join(", ")}`);

  describe.each(Object.keys(locales.en ?? {}))("%s", (namespace) => {
    const english = flatten(locales.en?.[namespace] ?? {});
    const strings = flatten(locales[language]?.[namespace] ?? {});

    test(`has ${complete ? "every key, every plural form of the language, and nothing more" : "no key that English lacks"}`, () => {
      const expected = new Set(
        Object.keys(english).flatMap((key) =>
          PLURAL.test(key) ? categories.map((category) => key.replace(PLURAL, `_${category}`)) : [key],
        ),
      );
      if (complete) expect(Object.keys(strings).sort()).toEqual([...expected].sort());
      else expect([...expected]).toEqual(expect.arrayContaining(Object.keys(strings)));
    });

    test("is translated", () => {
      const same = Object.entries(strings).filter(
        ([key, text]) =>
          language !== "en" &&
          text === english[key] &&
          !UNTRANSLATED[language]?.some((mark) => isMarked(mark, namespace, key)),
      );
      const known = [...NAMES, ...(SAME_AS_ENGLISH[language] ?? [])];
      expect(
        same.filter(([, text]) => !known.includes(text)),
        "translate it, or add it to SAME_AS_ENGLISH",
      ).toEqual([]);
    });

    test("has the spaces and the isolates that its language requires", () => {
      const wrong = WRONG_CHARACTERS[language];
      expect(Object.entries(strings).filter(([, text]) => wrong?.test(text))).toEqual([]);
    });

    test("has no word that its language avoids", () => {
      const avoided = AVOIDED[language];
      expect(Object.entries(strings).filter(([, text]) => avoided?.test(text))).toEqual([]);
    });

    test("has the same placeholders as English, and no empty string", () => {
      for (const [key, text] of Object.entries(strings)) {
        expect(text.trim(), key).not.toBe("");
        const category = PLURAL.exec(key)?.[1];
        const source = english[key] ?? english[key.replace(PLURAL, "_other")] ?? "";
        const inWords = category && named.includes(category);
        const needed = placeholders(source).filter((name) => !(inWords && name === "{{count}}"));
        const found = placeholders(text).filter((name) => !(inWords && name === "{{count}}"));
        expect(found, `${namespace}:${key}`).toEqual(needed);
      }
    });
  });
});
