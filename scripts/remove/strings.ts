import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import type { Slice } from "#app/core/lib/slice.ts";
import { rulesOf } from "#app/slices.ts";
import { unusedStrings } from "#scripts/lib/unused-strings.ts";

type Strings = { [key: string]: string | Strings };

/** Removes, in every language, the strings in other namespaces that only these slices used. */
export function removeStrings(slices: readonly Slice[]): void {
  const rules = slices.map(({ name }) => rulesOf(name));
  const codes = rules.flatMap(({ errorCodes = {} }) => Object.keys(errorCodes));
  const actions = rules.flatMap(({ auditActions = [] }) => auditActions);
  for (const code of codes) removeKey("code", code);
  for (const action of actions) removeKey("audit", `actions.${action}`);
  for (const full of unusedStrings(englishKeys())) {
    const [namespace = "", key = ""] = full.split(":");
    removeKey(namespace, key);
  }
  const marks = "locales/untranslated.json";
  if (existsSync(marks)) {
    const gone = slices.flatMap(({ namespaces = [] }) => namespaces).map((namespace) => `${namespace}:`);
    const keys: Record<string, string[]> = JSON.parse(readFileSync(marks, "utf8"));
    const kept = Object.entries(keys).map(([language, marked]) => [
      language,
      marked.filter(
        (mark) =>
          !gone.some((start) => mark.startsWith(start)) && !codes.some((code) => mark === `code:${code}`),
      ),
    ]);
    writeJson(marks, Object.fromEntries(kept));
  }
}

/** The keys of each namespace. */
const englishKeys = (): Record<string, string[]> =>
  Object.fromEntries(
    globSync("locales/en/*.json").map((file) => [
      file.replace(/^.*\/|\.json$/g, ""),
      keysOf(JSON.parse(readFileSync(file, "utf8"))),
    ]),
  );

const keysOf = (strings: Strings, prefix = ""): string[] =>
  Object.entries(strings).flatMap(([key, value]) =>
    typeof value === "string" ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  );

/** Removes a key with its plural forms. */
function removeKey(namespace: string, key: string): void {
  for (const file of globSync(`locales/*/${namespace}.json`)) {
    const strings: Strings = JSON.parse(readFileSync(file, "utf8"));
    writeJson(file, without(strings, key.split(".")) ?? {});
  }
}

/** Strings without a key; null if nothing is left. */
function without(strings: Strings, [first = "", ...rest]: string[]): Strings | null {
  const forms = new RegExp(`^${first}(_(zero|one|two|few|many|other))?$`);
  const kept = Object.entries(strings).flatMap(([key, value]): [string, string | Strings][] => {
    if (rest.length === 0) return forms.test(key) ? [] : [[key, value]];
    if (key !== first || typeof value === "string") return [[key, value]];
    const left = without(value, rest);
    return left ? [[key, left]] : [];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

/** Direction marks stay as they are in the file, escaped or not. */
export function writeJson(file: string, content: object): void {
  const before = readFileSync(file, "utf8");
  const escaped = (mark: string) => {
    const code = `\\u${mark.charCodeAt(0).toString(16)}`;
    return before.includes(code) ? code : mark;
  };
  const text = JSON.stringify(content, null, 2).replace(/[\u2066-\u2069]/g, escaped);
  writeFileSync(file, `${text}\n`);
}
