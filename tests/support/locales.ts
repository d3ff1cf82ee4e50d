import { readdirSync, readFileSync } from "node:fs";
import { LANGUAGE_KEYS } from "#app/core/i18n/languages.ts";
import type { Strings } from "#app/core/i18n/missing-strings.ts";

/** Every file in locales/: language, namespace, strings. */
export function readLocales(): Record<string, Record<string, Strings>> {
  return Object.fromEntries(
    LANGUAGE_KEYS.map((language) => [
      language,
      Object.fromEntries(
        readdirSync(`locales/${language}`).map((file) => [
          file.replace(".json", ""),
          JSON.parse(readFileSync(`locales/${language}/${file}`, "utf8")),
        ]),
      ),
    ]),
  );
}

/** A namespace's strings by full key ("login.signIn.title"). */
export function flatten(strings: Strings, prefix = ""): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(strings).map(([key, value]) =>
      typeof value === "string" ? { [prefix + key]: value } : flatten(value, `${prefix}${key}.`),
    ),
  );
}
