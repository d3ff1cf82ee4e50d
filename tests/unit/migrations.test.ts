import { readFileSync } from "node:fs";
import type { D1Database } from "@cloudflare/workers-types";
import {
  type DrizzleSQLiteSnapshotJSON,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from "drizzle-kit/api";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as schema from "#app/schema.ts";
import { applyMigrations, type Migration, readMigrations } from "#scripts/lib/apply-migrations.ts";
import { openDatabase } from "#tests/support/database.ts";

const migrations = readMigrations();
/** What a failed test tells the author of a migration that rebuilds a table. */
const RECIPE = "see docs/recipes/rebuild-a-table.md";

const STATEMENT = /\b(CREATE|DROP) TABLE\s+(?:IF (?:NOT )?EXISTS\s+)?[`"]?(\w+)[`"]?([^;]*)/gi;

/** Each DROP of a table that another table references. Tables that the migration rebuilds safely are left out. */
function unsafeDrops(all: Migration[]): string[] {
  const referredToBy = new Map<string, string[]>();
  const found: string[] = [];
  for (const { file, sql } of all) {
    for (const { index, 1: verb, 2: table = "", 3: rest = "" } of sql.matchAll(STATEMENT)) {
      if (verb?.toUpperCase() === "DROP") {
        const isReferredTo = [...referredToBy].some(([other, to]) => other !== table && to.includes(table));
        if (isReferredTo && !isRebuilt(table, sql.slice(0, index), sql.slice(index))) {
          found.push(`${file} drops ${table}`);
        }
        referredToBy.delete(table);
      } else {
        const to = [...rest.matchAll(/REFERENCES\s+[`"]?(\w+)/gi)].map(([, name = ""]) => name);
        referredToBy.set(table, to);
      }
    }
  }
  return found;
}

/**
 * Whether the migration defers foreign keys before it drops the table, then creates and fills a table of the same name,
 * rowids included. The DROP breaks references, and only an INSERT repairs them. Renaming a copy does not.
 */
function isRebuilt(table: string, before: string, after: string): boolean {
  const name = `[\`"]?${table}[\`"]?`;
  return (
    /PRAGMA defer_foreign_keys\s*=\s*(on|true|1)\b/i.test(before) &&
    new RegExp(`CREATE TABLE ${name}\\s*\\([\\s\\S]*INSERT INTO ${name}\\s*\\(rowid\\b`, "i").test(after)
  );
}

test("no migration drops a table that others reference, unless it rebuilds the table safely", () => {
  expect(unsafeDrops(migrations), RECIPE).toEqual([]);
});

describe("the check for unsafe drops", () => {
  const tables =
    "CREATE TABLE `parents` (`id`); CREATE TABLE `children` (FOREIGN KEY (`p`) REFERENCES `parents`(`id`));";
  const drops = (sql: string) =>
    unsafeDrops([
      { file: "1.sql", sql: tables },
      { file: "2.sql", sql },
    ]);
  const COPY = "CREATE TABLE copy AS SELECT * FROM parents;";
  const DEFER = "PRAGMA defer_foreign_keys = on;";

  test.each([
    ["a plain drop", "DROP TABLE `parents`;"],
    ["a rename, as drizzle-kit writes it", `${COPY} DROP TABLE parents; ALTER TABLE copy RENAME TO parents;`],
    ["a rename while deferred", `${DEFER} ${COPY} DROP TABLE parents; ALTER TABLE copy RENAME TO parents;`],
    [
      "one that defers too late",
      `DROP TABLE parents; ${DEFER} CREATE TABLE parents (id); INSERT INTO parents (rowid)`,
    ],
    [
      "one without rowids",
      `${DEFER} DROP TABLE parents; CREATE TABLE parents (id); INSERT INTO parents SELECT`,
    ],
  ])("detects %s", (_, sql) => {
    expect(drops(sql)).toEqual(["2.sql drops parents"]);
  });

  test.each([
    ["the children first", "DROP TABLE children; DROP TABLE IF EXISTS parents;"],
    [
      "the safe form",
      `${DEFER} ${COPY} DROP TABLE parents; CREATE TABLE \`parents\` (id);
       INSERT INTO parents (rowid, id) SELECT 1, id FROM copy; DROP TABLE copy;`,
    ],
  ])("accepts %s", (_, sql) => {
    expect(drops(sql)).toEqual([]);
  });
});

test.each(migrations)("$file has no cascade", ({ sql }) => {
  expect(sql).not.toMatch(/ON (DELETE|UPDATE) (CASCADE|SET)/i);
});

describe("the migrations, applied to a database,", () => {
  let d1: D1Database;
  let close: () => Promise<void>;
  /** Indexes and triggers that a DROP TABLE removed and that the recreated table lacks. */
  const lost: string[] = [];

  beforeAll(async () => {
    ({ d1, close } = await openDatabase());
    for (const migration of migrations) {
      const before = await objects();
      await applyMigrations(d1, [migration]);
      const after = new Set((await objects()).map(({ name }) => name));
      for (const { name, table } of before) {
        const isDropped = new RegExp(`DROP (INDEX|TRIGGER) (IF EXISTS )?[\`"]?${name}\\b`, "i").test(
          migration.sql,
        );
        if (!after.has(name) && after.has(table) && !isDropped) lost.push(`${migration.file}: ${name}`);
      }
    }
  });
  afterAll(() => close());

  /** Tables, indexes and triggers, each with its table. */
  const objects = async () =>
    (
      await d1
        .prepare("SELECT name, tbl_name AS 'table' FROM sqlite_schema")
        .all<{ name: string; table: string }>()
    ).results;

  test("lose no index and no trigger, which a DROP TABLE also removes", () => {
    expect(lost, RECIPE).toEqual([]);
  });

  test("create the columns of app/schema.ts", async () => {
    for (const table of Object.values(schema).filter((value) => is(value, SQLiteTable))) {
      const { name, columns } = getTableConfig(table);
      const { results } = await d1.prepare(`PRAGMA table_xinfo(${name})`).all();
      const made = results.map(({ name, type, notnull }) => ({ name, type, notNull: notnull === 1 }));
      const declared = columns.map((column) => ({
        name: column.name,
        type: column.getSQLType().toUpperCase(),
        notNull: column.notNull,
      }));
      const byName = (one: { name: unknown }, other: { name: unknown }) =>
        String(one.name) < String(other.name) ? -1 : 1;
      expect(made.sort(byName), name).toEqual(declared.sort(byName));
    }
  });
});

test("leave no difference between app/schema.ts and the latest snapshot for `npm run db:generate`", async () => {
  const latest = migrations.at(-1)?.file.replace(/\.sql$/, "") ?? "";
  const journal = JSON.parse(readFileSync("migrations/meta/_journal.json", "utf8"));
  expect(journal.entries.at(-1).tag).toBe(latest);
  const snapshot: DrizzleSQLiteSnapshotJSON = JSON.parse(
    readFileSync(`migrations/meta/${latest.slice(0, 4)}_snapshot.json`, "utf8"),
  );
  expect(await generateSQLiteMigration(snapshot, await generateSQLiteDrizzleJson(schema))).toEqual([]);
});
