import { globSync, readFileSync, writeFileSync } from "node:fs";
import { DEFAULT_LANGUAGE } from "#app/core/i18n/languages.ts";
import { writeJson } from "#scripts/remove/strings.ts";

const PERMISSIONS = "app/permissions.ts";

/** Whether a text can be the name of a role: lower-case words, with hyphens between them. */
export const canBeRole = (name: string): boolean => /^[a-z]+(-[a-z]+)*$/.test(name);

/**
 * Adds roles with the permissions of readers. In all languages, their name is in English until somebody translates it.
 * To give them more permissions, add these to their line in app/permissions.ts (docs/recipes/add-a-role.md).
 */
export function addRoles(names: readonly string[]): void {
  const table = "const PERMISSIONS = {\n";
  const lines = names.map(
    (name) => `  ${JSON.stringify(name)}: ["apps:app", ...declared("granted").flat()],\n`,
  );
  const permissions = readFileSync(PERMISSIONS, "utf8");
  if (!permissions.includes(table)) throw new Error(`${PERMISSIONS} has no line "${table.trim()}"`);
  writeFileSync(PERMISSIONS, permissions.replace(table, table + lines.join("")));

  const marks: Record<string, string[]> = JSON.parse(readFileSync("locales/untranslated.json", "utf8"));
  for (const file of globSync("locales/*/user.json")) {
    const strings = JSON.parse(readFileSync(file, "utf8"));
    for (const name of names) strings.roles[name] = inWords(name);
    writeJson(file, strings);
    const language = file.split("/")[1] ?? "";
    if (language === DEFAULT_LANGUAGE) continue;
    marks[language] = [...(marks[language] ?? []), ...names.map((name) => `user:roles.${name}`)].sort();
  }
  writeJson("locales/untranslated.json", marks);
}

/** `shop-owner` as "Shop owner". */
const inWords = (name: string) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("-", " ");
