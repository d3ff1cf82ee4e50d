import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LANGUAGE_KEYS } from "#app/i18n/languages.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { flatten, readLocales } from "#tests/support/locales.ts";

const locales = readLocales();
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Plural categories of a language that name one number only: their forms may say it in words. */
const NAMED_NUMBERS: Record<string, string[]> = { ar: ["zero", "one", "two"] };

/** What is the same in another language as in English, or no word of any. */
const SAME_AS_ENGLISH: Record<string, string[]> = {
  fr: [
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
    "Sessions",
  ],
};
const NAMES = [PRODUCT_NAME, "you@example.com"];

const placeholders = (text: string) => [...new Set(text.match(/{{[^}]*}}/g) ?? [])].sort();

test("there are the languages the product speaks, and no other", () => {
  expect(Object.keys(locales).sort()).toEqual([...LANGUAGE_KEYS].sort());
});

test("every key is used", () => {
  const sources = globSync("app/**/*.{ts,tsx}", { exclude: ["**/*.test.*"] }).map((file) =>
    readFileSync(file, "utf8"),
  );
  // Every text that may name a key: "user:list.title", and `auth:failure.${failure}.title` as a pattern.
  const mentions = sources.flatMap(
    (source) => source.match(/["`](?:(?:[a-z]+|\$\{[\w.]+\}):)?[\w.${}]+["`]/g) ?? [],
  );
  const patterns = [...new Set(mentions)].map((mention) =>
    mention.slice(1, -1).replace(/\$\{[^}]*\}/g, "\n"),
  );
  const used = new RegExp(
    `^(${patterns.map((p) => p.replace(/[.$]/g, "\\$&").replaceAll("\n", "[\\w.]+")).join("|")})$`,
  );
  const unused = Object.entries(locales.en ?? {}).flatMap(([namespace, strings]) =>
    Object.keys(flatten(strings))
      .map((key) => key.replace(PLURAL, ""))
      .filter((key) => !used.test(`${namespace}:${key}`) && !(namespace === "common" && used.test(key)))
      .map((key) => `${namespace}:${key}`),
  );
  expect(unused).toEqual([]);
});

describe.each(LANGUAGE_KEYS)("%s", (language) => {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;

  test("has the namespaces of English", () => {
    expect(Object.keys(locales[language] ?? {}).sort()).toEqual(Object.keys(locales.en ?? {}).sort());
  });

  describe.each(Object.keys(locales.en ?? {}))("%s", (namespace) => {
    const english = flatten(locales.en?.[namespace] ?? {});
    const strings = flatten(locales[language]?.[namespace] ?? {});

    test("has every key, every plural form of the language, and nothing more", () => {
      const expected = new Set(
        Object.keys(english).flatMap((key) =>
          PLURAL.test(key) ? categories.map((category) => key.replace(PLURAL, `_${category}`)) : [key],
        ),
      );
      expect(Object.keys(strings).sort()).toEqual([...expected].sort());
    });

    test("is translated", () => {
      const same =
        language === "en" ? [] : Object.entries(strings).filter(([key, text]) => text === english[key]);
      const known = [...NAMES, ...(SAME_AS_ENGLISH[language] ?? [])];
      expect(same.filter(([, text]) => !known.includes(text))).toEqual([]);
    });

    test("has the placeholders of English, and says something", () => {
      for (const [key, text] of Object.entries(strings)) {
        expect(text.trim(), key).not.toBe("");
        const category = PLURAL.exec(key)?.[1];
        const source = english[key] ?? english[key.replace(PLURAL, "_other")] ?? "";
        const named = category && NAMED_NUMBERS[language]?.includes(category);
        const needed = placeholders(source).filter((name) => !(named && name === "{{count}}"));
        const found = placeholders(text).filter((name) => !(named && name === "{{count}}"));
        expect(found, `${namespace}:${key}`).toEqual(needed);
      }
    });
  });
});
