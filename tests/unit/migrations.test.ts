import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// D1 always enforces foreign keys: dropping or rebuilding a table that others refer to would take their rows along.
const migrations = readdirSync("migrations")
  .filter((file) => file.endsWith(".sql"))
  .sort()
  .map((file) => ({ file, sql: readFileSync(`migrations/${file}`, "utf8") }));

const referenced = new Set(
  migrations.flatMap(({ sql }) => [...sql.matchAll(/REFERENCES\s+[`"]?(\w+)/gi)].map(([, table]) => table)),
);

test("some tables are referred to", () => {
  expect([...referenced]).toEqual(expect.arrayContaining(["users"]));
});

test.each(migrations)("$file drops no table that others refer to, and cascades nothing", ({ sql }) => {
  const dropped = [...sql.matchAll(/DROP TABLE\s+(?:IF EXISTS\s+)?[`"]?(\w+)/gi)].map(([, table]) => table);
  expect(dropped.filter((table) => referenced.has(table))).toEqual([]);
  expect(sql).not.toMatch(/ON (DELETE|UPDATE) (CASCADE|SET)/i);
});
