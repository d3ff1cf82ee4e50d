import { globSync, readFileSync } from "node:fs";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { COOKIE_NAMES } from "#app/cookies.ts";
import { ENTITIES } from "#app/entities.ts";
import { tablesInOrder } from "#scripts/lib/table-order.ts";
import { namesAPerson } from "#tests/support/personal-data.ts";

const page = readFileSync("docs/privacy.md", "utf8");

/** The line about a table or a cookie, which begins with `name`. */
const lineAbout = (name: string) => page.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));

test("docs/privacy.md has a line for every table, with every column about a person", () => {
  const missing = tablesInOrder().flatMap((table) => {
    const { name, columns } = getTableConfig(table);
    const personal = namesAPerson(table) || name === ENTITIES.user;
    if (!personal && Object.values<string>(ENTITIES).includes(name)) return [];
    const line = lineAbout(name);
    if (!line) return [name];
    const untold = personal ? columns.filter((column) => !line.includes(`\`${column.name}\``)) : [];
    return untold.map((column) => `${name}.${column.name}`);
  });
  expect(missing, "say in docs/privacy.md what they hold about a person, why, and for how long").toEqual([]);
});

test("docs/privacy.md has a line for every cookie", () => {
  const cookies = page.slice(page.indexOf("\n## Cookies"));
  const missing = COOKIE_NAMES.filter((name) => !cookies.includes(`\n| \`${name}\` |`));
  expect(missing, "say in docs/privacy.md what they are for and how long they last").toEqual([]);
});

test("every cookie is made by one of two functions, which accept only the names in app/cookies.ts", () => {
  const others = globSync("{app,workers}/**/*.{ts,tsx}")
    .filter((file) => !/^app\/core\/(http\/signed-cookie\.server|lib\/cookie)\.ts$|\.test\.ts$/.test(file))
    .filter((file) => {
      const source = readFileSync(file, "utf8");
      return /\bcreateCookie\b|document\.cookie \+?= (?!\w+Cookie\()|"Set-Cookie[",:]\s*[`"][^"`]*=/.test(
        source,
      );
    });
  expect(others).toEqual([]);
});
