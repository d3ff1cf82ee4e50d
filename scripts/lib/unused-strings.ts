import { globSync, readFileSync } from "node:fs";

/** The plural form at the end of a key. */
const PLURAL = /_(zero|one|two|few|many|other)$/;

/**
 * The keys of English strings that no source file mentions, as "namespace:key", without plural forms.
 * @param keys the full keys of each namespace: "login.signIn.title"
 */
export function unusedStrings(keys: Readonly<Record<string, readonly string[]>>): string[] {
  const sources = globSync("app/**/*.{ts,tsx}", { exclude: ["**/*.test.*"] }).map((file) =>
    readFileSync(file, "utf8"),
  );
  // Every literal that may be a key: "user:list.title", and `auth:failure.${failure}.title` as a pattern.
  const mentions = sources.flatMap(
    (source) => source.match(/["`](?:(?:[a-z]+|\$\{[\w.]+\}):)?[\w.${}]+["`]/g) ?? [],
  );
  const patterns = [...new Set(mentions)].map((mention) =>
    mention.slice(1, -1).replace(/\$\{[^}]*\}/g, "\n"),
  );
  const used = new RegExp(
    `^(${patterns.map((p) => p.replace(/[.$]/g, "\\$&").replaceAll("\n", "[\\w.-]+")).join("|")})$`,
  );
  return Object.entries(keys).flatMap(([namespace, keys]) =>
    [...new Set(keys.map((key) => key.replace(PLURAL, "")))]
      .filter((key) => !used.test(`${namespace}:${key}`) && !(namespace === "common" && used.test(key)))
      .map((key) => `${namespace}:${key}`),
  );
}
