import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { LANGUAGES, type LanguageKey } from "#app/core/i18n/languages.ts";
import type { Named } from "./cut-references.ts";
import { writeJson } from "./strings.ts";

/**
 * Finds the texts that name languages, in the list of languages and in tests: their keys, their names, and
 * URLs that contain a key.
 */
export function namesOfLanguages(keys: readonly LanguageKey[]): Named {
  const isNamed = (text: string) =>
    keys.some(
      (key) => text === key || text === LANGUAGES[key].name || new RegExp(`lng=${key}\\b`).test(text),
    );
  return ({ text, file, key }) => {
    const isTest = file.startsWith("tests/") || file.endsWith(".test.ts");
    if (!isTest && file !== "app/core/i18n/languages.ts") return null;
    if (!isNamed(text)) return null;
    return key === "language" || key === "locale" ? "element" : "itself";
  };
}

/** Removes the strings and the pages of languages. */
export function removeLanguages(keys: readonly LanguageKey[]): void {
  const folders = keys.flatMap((key) => globSync(`{locales,app/slices/*/content}/${key}`));
  for (const folder of folders) rmSync(folder, { recursive: true });
  const marks = "locales/untranslated.json";
  if (!existsSync(marks)) return;
  const marked: Record<string, string[]> = JSON.parse(readFileSync(marks, "utf8"));
  for (const key of keys) delete marked[key];
  writeJson(marks, marked);
}
