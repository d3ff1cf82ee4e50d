import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// D1 always enforces foreign keys: dropping or rebuilding a table that others refer to would take their rows along.
const migrations = readdirSync("migrations")
  .filter((file) => file.endsWith(".sql"))
  .sort()
  .map((file) => ({ file, sql: readFileSync(`migrations/${file}`, "utf8") }));

const STATEMENT = /\b(CREATE|DROP) TABLE\s+(?:IF (?:NOT )?EXISTS\s+)?[`"]?(\w+)[`"]?([^;]*)/gi;

/**
 * The tables that migrations drop while another one refers to them.
 * @param all the migrations' SQL, in order
 */
function droppedInUse(all: string): string[] {
  const referredToBy = new Map<string, string[]>();
  const found: string[] = [];
  for (const [, verb, table, rest] of all.matchAll(STATEMENT) as Iterable<string[]>) {
    if (verb?.toUpperCase() === "DROP") {
      const isReferredTo = [...referredToBy].some(
        ([other, to]) => other !== table && to.includes(table as string),
      );
      if (isReferredTo) found.push(table as string);
      referredToBy.delete(table as string);
    } else {
      const to = [...(rest as string).matchAll(/REFERENCES\s+[`"]?(\w+)/gi)].map(
        ([, name]) => name as string,
      );
      referredToBy.set(table as string, to);
    }
  }
  return found;
}

test("no table is dropped while others refer to it", () => {
  expect(droppedInUse(migrations.map(({ sql }) => sql).join("\n"))).toEqual([]);
});

test("that would be found", () => {
  const made =
    "CREATE TABLE `parents` (`id`); CREATE TABLE `children` (FOREIGN KEY (`p`) REFERENCES `parents`(`id`));";
  expect(droppedInUse(`${made} DROP TABLE \`parents\`;`)).toEqual(["parents"]);
  expect(droppedInUse(`${made} DROP TABLE children; DROP TABLE IF EXISTS parents;`)).toEqual([]);
});

test.each(migrations)("$file cascades nothing", ({ sql }) => {
  expect(sql).not.toMatch(/ON (DELETE|UPDATE) (CASCADE|SET)/i);
});
