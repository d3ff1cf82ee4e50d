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

/**
 * Characters that the texts of a language must not contain. French puts a narrow no-break space (U+202F) before some
 * marks and units, inside guillemets and between the digits of large numbers. Arabic isolates values, which may be in
 * Latin letters (U+2068, U+2069), unless they are numbers.
 */
export const WRONG_CHARACTERS: Record<string, RegExp> = {
  fr: /[ \u00a0][:;!?»]|«[ \u00a0]|[\d}][ \u00a0](?:\d{3}|[KM]o|%)/,
  ar: /(?<!\u2068){{(?!(?:count|done|limit|mega\w+|number|percent|restored|rows?|shown|total)}})/,
};
