import { expect, test } from "vitest";
import { createI18n } from "#app/i18n/create-i18n.ts";
import { LANGUAGE_KEYS, type LanguageKey } from "#app/i18n/languages.ts";
import type { Strings } from "#app/i18n/missing-strings.ts";
import { SERVER_GROUPS } from "#app/i18n/page-strings.ts";
import { browserBundle, RESOURCES } from "#app/i18n/resources.server.ts";
import { createTranslator } from "./translator.ts";

const NAMESPACES = Object.keys(RESOURCES.en ?? {});
/** Numbers of each plural form of each language, and one that is no whole number. */
const COUNTS = [0, 1, 2, 3, 11, 100, 1000, 1_000_000, 1.5];
/** What i18next would read as a string of its own, as a placeholder, or as a pattern of String.replace(). */
const HOSTILE = "$t(common:save) {{count}} $& <b>";

/** Every key that browsers have a string of, "namespace:path". Plural forms have a key of their own, too. */
const KEYS = NAMESPACES.flatMap((namespace) =>
  keysOf(RESOURCES.en?.[namespace] ?? {}, `${namespace}:`),
).filter((key) => !SERVER_GROUPS.some((group) => key.includes(`:${group}.`)));

function keysOf(strings: Strings, prefix: string): string[] {
  return Object.entries(strings).flatMap(([name, value]) =>
    typeof value === "object" ? keysOf(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}

/** Speaks as the server does, and as the browser does with what the server sends it. */
function speakers(language: LanguageKey) {
  const server = createI18n(language, RESOURCES);
  const browser = createTranslator(language, browserBundle(language, NAMESPACES));
  type Speak = (key: string, values?: Record<string, unknown>) => string;
  return [server.t as unknown as Speak, browser.t as unknown as Speak] as const;
}

test.each(LANGUAGE_KEYS)("the browser puts every string of %s into the words of i18next", (language) => {
  const [server, browser] = speakers(language);
  const places = [...JSON.stringify(RESOURCES).matchAll(/\{\{(.*?)\}\}/g)];
  const values = Object.fromEntries(places.map(([, name = ""]) => [name.trim(), HOSTILE]));
  expect(KEYS.length).toBeGreaterThan(500);
  for (const key of KEYS) {
    const bare = key.replace(/_(zero|one|two|few|many|other)$/, "");
    expect(browser(bare, values)).toBe(server(bare, values));
    for (const count of COUNTS) {
      expect(browser(bare, { ...values, count }), `${bare}, ${count}`).toBe(
        server(bare, { ...values, count }),
      );
    }
  }
});

test.each([
  ["en", "12,345 results"],
  ["fr", "12\u202f345 résultats"],
  ["ar", "12,345 نتيجة"],
] as const)("both write numbers as %s does", (language, found) => {
  for (const speak of speakers(language)) {
    expect(speak("list.results", { count: 12_345, term: "tea" })).toContain(found);
  }
});

test("a bare key is of the namespace common, and a key that nobody knows is shown as it is", () => {
  const [server, browser] = speakers("fr");
  for (const key of ["save", "common:save", "nobody.knows", "auth:nobody.knows", "nobody:knows"]) {
    expect(browser(key)).toBe(server(key));
  }
  expect(browser("save")).not.toBe("save");
});

test("what a language lacks is in the default language, its plural forms included", () => {
  const translator = createTranslator("ar", {
    ar: { book: {} },
    en: { book: { title: "Books", found_one: "{{count}} book", found_other: "{{count}} books" } },
  });
  const t = translator.t as unknown as (key: string, values?: object) => string;
  expect(t("book:title")).toBe("Books");
  expect([0, 1, 2, 3, 11].map((count) => t("book:found", { count }))).toEqual([
    "0 books",
    "1 book",
    "2 books",
    "3 books",
    "11 books",
  ]);
});

test("strings that are fetched later stand beside those that came first", () => {
  const translator = createTranslator("fr", { fr: { app: { title: "Livres" } } });
  const t = translator.t as unknown as (key: string) => string;
  expect(translator.has("auth")).toBe(false);
  translator.add({ fr: { auth: { title: "Connexion" } }, en: { auth: { other: "Other" } } });
  expect(translator.has("auth")).toBe(true);
  expect([t("app:title"), t("auth:title"), t("auth:other")]).toEqual(["Livres", "Connexion", "Other"]);
});
