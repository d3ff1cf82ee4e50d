// Writes the migration that drops tables: node scripts/remove/write-migration.ts <baseline|drop> <name> <table>... It
// is a separate program, because it must load the schema after files were removed.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { generateSQLiteDrizzleJson } from "drizzle-kit/api";
import * as schema from "#app/schema.ts";
import { readMigrations } from "#scripts/lib/apply-migrations.ts";
import { sqlLiteral } from "#scripts/lib/sql-literal.ts";

const BREAK = "\n--> statement-breakpoint\n";
const JOURNAL = "migrations/meta/_journal.json";

interface Row {
  name: string;
  type: string;
  tbl_name: string;
  sql: string;
}

/** The schema of the database, in the order of creation, without SQLite's own tables. */
const readMaster = (): Row[] =>
  db
    .prepare("SELECT name, type, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
    .all()
    .map(({ name, type, tbl_name, sql }) => ({
      name: String(name),
      type: String(type),
      tbl_name: String(tbl_name),
      sql: String(sql),
    }));

const [mode, name = "", ...tables] = process.argv.slice(2);
const db = new DatabaseSync(":memory:");
for (const { sql } of readMigrations()) db.exec(sql);
db.exec("PRAGMA foreign_keys = off");

const drops = dropsOf(tables);
for (const statement of drops) db.exec(statement);
const journal: { entries: { idx: number; when: number; tag: string }[] } = JSON.parse(
  readFileSync(JOURNAL, "utf8"),
);
const { entries } = journal;
const last = entries.at(-1);
if (mode === "baseline") {
  for (const file of globSync("migrations/**/*.{sql,json}")) rmSync(file);
  mkdirSync("migrations/meta", { recursive: true });
  await write("0000_baseline", 0, last?.when ?? 0, dump(), []);
} else {
  const number = (last?.idx ?? -1) + 1;
  await write(`${String(number).padStart(4, "0")}_${name}`, number, Date.now(), drops, entries);
}

/**
 * Statements that drop tables, and everything that migrations added by hand for them: search tables, triggers of other
 * tables, and rows that name them.
 */
function dropsOf(tables: readonly string[]): string[] {
  if (tables.length === 0) return [];
  const names = new RegExp(`\\b(${tables.join("|")})(_search)?\\b`);
  const triggers = readMaster().filter(
    ({ type, tbl_name, sql }) => type === "trigger" && !tables.includes(tbl_name) && names.test(sql),
  );
  const searches = readMaster().filter(
    ({ type, name }) => type === "table" && tables.some((table) => name === `${table}_search`),
  );
  const rows = rowsOfTables(readMaster()).flatMap(({ table, column, value }) =>
    tables.includes(value) ? [`DELETE FROM ${table} WHERE ${column} = ${sqlLiteral(value)};`] : [],
  );
  return [
    ...triggers.map(({ name }) => `DROP TRIGGER ${name};`),
    ...rows,
    ...tables.map((table) => `DROP TABLE ${table};`),
    ...searches.map(({ name }) => `DROP TABLE ${name};`),
  ];
}

/** The texts in rows that migrations have inserted, such as those of `totals`, which has a row for each table. */
function rowsOfTables(master: Row[]): { table: string; column: string; value: string }[] {
  return stored(master).flatMap((table) =>
    db
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .flatMap((row) =>
        Object.entries(row).flatMap(([column, value]) =>
          typeof value === "string" ? [{ table, column, value }] : [],
        ),
      ),
  );
}

/** The tables that contain rows, without the tables of search indexes. */
function stored(master: Row[]): string[] {
  const virtual = master.filter(({ sql }) => /^CREATE VIRTUAL/i.test(sql)).map(({ name }) => name);
  return master
    .filter(({ type }) => type === "table")
    .map(({ name }) => name)
    .filter(
      (name) =>
        !name.startsWith("sqlite_") && !virtual.some((one) => name === one || name.startsWith(`${one}_`)),
    );
}

/** The database as statements: its schema, and its first rows. */
function dump(): string[] {
  const master = readMaster();
  const tables = stored(master);
  const kept = master.filter(
    ({ name, type, sql }) => type !== "table" || tables.includes(name) || /^CREATE VIRTUAL/i.test(sql),
  );
  const rank = ({ type }: Row) => ["table", "index", "trigger"].indexOf(type);
  const rows = tables.flatMap((table) =>
    db
      .prepare(`SELECT * FROM ${table}`)
      .all()
      .map(
        (row) => `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.values(row).map(sqlLiteral)});`,
      ),
  );
  return [...kept.sort((one, other) => rank(one) - rank(other)).map(({ sql }) => `${sql};`), ...rows];
}

async function write(
  tag: string,
  idx: number,
  when: number,
  statements: string[],
  before: object[],
): Promise<void> {
  const snapshot = await generateSQLiteDrizzleJson(schema);
  writeFileSync(`migrations/${tag}.sql`, `${statements.join(BREAK)}\n`);
  const previous = globSync("migrations/meta/*_snapshot.json").sort().at(-1);
  writeFileSync(
    `migrations/meta/${tag.slice(0, 4)}_snapshot.json`,
    `${JSON.stringify(
      {
        ...snapshot,
        prevId: previous ? JSON.parse(readFileSync(previous, "utf8")).id : snapshot.prevId,
      },
      null,
      2,
    )}\n`,
  );
  const entry = { idx, version: "6", when, tag, breakpoints: true };
  writeFileSync(JOURNAL, `${JSON.stringify({ ...journal, entries: [...before, entry] }, null, 2)}\n`);
}
