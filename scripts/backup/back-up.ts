import { PRODUCT_NAME } from "#app/product.ts";
import { readMigrations } from "#scripts/lib/apply-migrations.ts";
import { sqlName } from "#scripts/lib/sql-literal.ts";
import type { BackupDatabase } from "./database.ts";
import type { Part } from "./format.ts";
import { insertStatements } from "./insert-statements.ts";
import { type BackupTable, backupTables } from "./tables.ts";
import { writeFile } from "./write-file.ts";

/** How many rows a query reads. */
const ROWS_PER_PAGE = 2000;
/** For how many tables one call reads the first page. */
const TABLES_AT_ONCE = 8;

/**
 * Backs a database up into a new file, page by page, so that its size does not matter. The file contains the rows that
 * existed at the beginning and have not been deleted by the time they are read. The product can stay in use.
 * @returns the number of rows by table
 * @throws {Error} that says why there is no backup
 */
export async function backUp(
  database: BackupDatabase,
  file: string,
  pageSize = ROWS_PER_PAGE,
): Promise<{ migration: string; rows: Record<string, number> }> {
  const migration = await lastMigration(database);
  const createdAt = new Date().toISOString();
  const parts = partsOf(database, pageSize);
  const rows = await writeFile(file, { product: PRODUCT_NAME, migration, createdAt }, parts);
  return { migration, rows };
}

/**
 * Returns the last migration that a database has.
 * @throws {Error} if this code has another last migration, because the tables may then differ
 */
export async function lastMigration({ name, query }: BackupDatabase): Promise<string> {
  const apply = "apply them (`npm start` on this machine, otherwise `npm run deploy`)";
  const none = `${name} has no migrations: ${apply}`;
  const [applied] = await query("select name from d1_migrations order by id desc limit 1").catch((error) => {
    throw /no such table/.test(error.message) ? new Error(none) : error;
  });
  const known = readMigrations().map(({ file }) => file);
  const last = known.at(-1);
  if (typeof applied?.name !== "string") throw new Error(none);
  if (applied.name !== last) {
    const remedy = known.includes(applied.name)
      ? `check out the matching version, or ${apply}`
      : "check out a newer version";
    throw new Error(
      `${name} has the migrations up to ${applied.name}, but this code has those up to ${last}: ${remedy}`,
    );
  }
  return applied.name;
}

async function* partsOf({ query, queries }: BackupDatabase, pageSize: number): AsyncGenerator<Part> {
  const tables = backupTables();
  // Rows added after this point are left out, so that no row refers to one that was added after its table was read.
  const [lasts = {}] = await query(
    `select ${tables.map(({ name }) => `(select max(rowid) from ${sqlName(name)}) as ${sqlName(name)}`).join(", ")}`,
  );
  const ids = new Map(
    tables.flatMap(({ references }) => references).map(({ to }) => [to, new Set<unknown>()]),
  );
  // One call reads the first page of several tables, so these pages are smaller than `pageSize`.
  const firstSize = Math.ceil(pageSize / TABLES_AT_ONCE);
  let begun: Record<string, unknown>[][] = [];
  for (const [position, held] of tables.entries()) {
    const { name, columns, references } = held;
    const lastOf = (table: BackupTable) => Number(lasts[table.name] ?? 0);
    if (position % TABLES_AT_ONCE === 0) {
      const next = tables.slice(position, position + TABLES_AT_ONCE);
      begun = await queries(next.map((table) => pageOf(table, 0, lastOf(table), firstSize)));
    }
    const first = { rows: begun[position % TABLES_AT_ONCE] ?? [], size: firstSize };
    yield { table: name, columns };
    for await (const row of rowsOf(query, held, lastOf(held), first, pageSize)) {
      for (const { column, to } of references) {
        if (row[column] === null || ids.get(to)?.has(row[column])) continue;
        throw new Error(`${name} changed while it was read: a row refers to new ${to}. Start again`);
      }
      ids.get(name)?.add(row.id);
      const values = columns.map((column) => storable(name, row[column]));
      // This throws if the row is too long for a statement in D1. Otherwise, only the restore would fail.
      insertStatements(held, [values]);
      yield values;
    }
  }
}

/**
 * The rows of a table in the order in which they were inserted. Each page begins where the previous one
 * ended.
 * @param first the first page, which has been read before, and its size
 */
async function* rowsOf(
  query: BackupDatabase["query"],
  table: BackupTable,
  last: number,
  first: { rows: Record<string, unknown>[]; size: number },
  pageSize: number,
): AsyncGenerator<Record<string, unknown>> {
  let { rows: page, size } = first;
  yield* page;
  while (page.length === size) {
    const after = Number(page.at(-1)?.row_number);
    page = await query(pageOf(table, after, last, pageSize));
    size = pageSize;
    yield* page;
  }
}

/** The query for a page: at most `size` rows, after the rowid `after` and up to the rowid `last`. */
const pageOf = ({ name, columns, where }: BackupTable, after: number, last: number, size: number) =>
  `select rowid as row_number, ${columns.map(sqlName).join(", ")} from ${sqlName(name)} where rowid > ${after} and rowid <= ${last} and (${where}) order by rowid limit ${size}`;

function storable(table: string, value: unknown): string | number | null {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new Error(`${table} has a value that is neither text nor a number: a backup can't contain it`);
}
