import type { ParseKeys, TFunction } from "i18next";
import { expect, test } from "vitest";
import { createI18n } from "./create-i18n.ts";
import { LANGUAGE_KEYS, type LanguageKey } from "./languages.ts";
import type { Strings } from "./missing-strings.ts";
import { SERVER_GROUPS } from "./page-strings.ts";
import { browserBundle, RESOURCES } from "./resources.server.ts";
import { createTranslator } from "./translator.ts";

const NAMESPACES = Object.keys(RESOURCES.en ?? {});
/** Numbers for each plural form of each language, and a fraction. */
const COUNTS = [0, 1, 2, 3, 11, 100, 1000, 1_000_000, 1.5];
/** Text that i18next could mistake for a nested key or a placeholder, or String.replace() for a pattern. */
const HOSTILE = "$t(common:save) {{count}} $& <b>";

/** Every key whose string browsers get, as "namespace:path". Each plural form has its own key. */
const KEYS = NAMESPACES.flatMap((namespace) =>
  keysOf(RESOURCES.en?.[namespace] ?? {}, `${namespace}:`),
).filter((key) => !SERVER_GROUPS.some((group) => key.includes(`:${group}.`)));

function keysOf(strings: Strings, prefix: string): string[] {
  return Object.entries(strings).flatMap(([name, value]) =>
    typeof value === "object" ? keysOf(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}

/** A translator for any key. */
const speaker =
  (t: TFunction) =>
  (key: string, values: Record<string, unknown> = {}): string =>
    t(key as ParseKeys, values);

/** Translates with i18next, and with the translator of pages and the strings that browsers get. */
function speakers(language: LanguageKey) {
  const i18next = createI18n(language, RESOURCES);
  const page = createTranslator(language, browserBundle(language, NAMESPACES));
  return [speaker(i18next.t), speaker(page.t)] as const;
}

test.each(LANGUAGE_KEYS)("pages render every string of %s as i18next does", (language) => {
  const [i18next, page] = speakers(language);
  const places = [...JSON.stringify(RESOURCES).matchAll(/\{\{(.*?)\}\}/g)];
  const values = Object.fromEntries(places.map(([, name = ""]) => [name.trim(), HOSTILE]));
  expect(KEYS.length).toBeGreaterThan(500);
  for (const key of KEYS) {
    const bare = key.replace(/_(zero|one|two|few|many|other)$/, "");
    expect(page(bare, values)).toBe(i18next(bare, values));
    for (const count of COUNTS) {
      expect(page(bare, { ...values, count }), `${bare}, ${count}`).toBe(i18next(bare, { ...values, count }));
    }
  }
});

test.each([
  ["en", "12,345 results"],
  ["fr", "12\u202f345 résultats"],
  ["ar", "12,345 نتيجة"],
] as const)("both format numbers as %s does", (language, found) => {
  for (const speak of speakers(language)) {
    expect(speak("list.results", { count: 12_345, term: "tea" })).toContain(found);
  }
});

test("a key without a namespace belongs to common, and an unknown key is shown unchanged", () => {
  const [i18next, page] = speakers("fr");
  for (const key of ["save", "common:save", "nobody.knows", "auth:nobody.knows", "nobody:knows"]) {
    expect(page(key)).toBe(i18next(key));
  }
  expect(page("save")).not.toBe("save");
});

test("a string that a language lacks comes from the default language, with its plural forms", () => {
  const translator = createTranslator("ar", {
    ar: { book: {} },
    en: { book: { title: "Books", found_one: "{{count}} book", found_other: "{{count}} books" } },
  });
  const t = speaker(translator.t);
  expect(t("book:title")).toBe("Books");
  expect([0, 1, 2, 3, 11].map((count) => t("book:found", { count }))).toEqual([
    "0 books",
    "1 book",
    "2 books",
    "3 books",
    "11 books",
  ]);
});

test("strings that are fetched later are added to the first ones", () => {
  const translator = createTranslator("fr", { fr: { app: { title: "Livres" } } });
  const t = speaker(translator.t);
  expect(translator.has("auth")).toBe(false);
  translator.add({ fr: { auth: { title: "Connexion" } }, en: { auth: { other: "Other" } } });
  expect(translator.has("auth")).toBe(true);
  expect([t("app:title"), t("auth:title"), t("auth:other")]).toEqual(["Livres", "Connexion", "Other"]);
});
