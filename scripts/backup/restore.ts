import { sqlName } from "#scripts/lib/sql-literal.ts";
import { lastMigration } from "./back-up.ts";
import type { BackupDatabase } from "./database.ts";
import type { Header, Part } from "./format.ts";
import { insertStatements } from "./insert-statements.ts";
import { checkFile, readFile } from "./read-file.ts";
import { backupTables, tablesToEmpty } from "./tables.ts";

/** How many rows are converted to statements at a time. */
const ROWS_AT_A_TIME = 500;

/** A restore that has been checked, but has not changed anything yet. */
export interface Restoration {
  header: Header;
  /** The number of rows by table. */
  rows: Record<string, number>;
  /** The tables that already have rows. The restore deletes these rows. */
  filled: string[];
  /** Runs the restore. @throws {Error} that describes the state of the database */
  carryOut(): Promise<void>;
}

/**
 * Checks whether a backup can be restored into a database. Changes nothing.
 * @throws {Error} if the file is damaged, or the database has other migrations
 */
export async function prepareRestore(database: BackupDatabase, file: string): Promise<Restoration> {
  const tables = backupTables();
  const columnsOf = (name: string) => tables.find((table) => table.name === name)?.columns;
  const { header, rows } = await checkFile(file, columnsOf);
  const migration = await lastMigration(database);
  if (migration !== header.migration) {
    throw new Error(
      `${file} has the migrations up to ${header.migration}, but ${database.name} has those up to ${migration}`,
    );
  }
  const [found] = await ofEach(
    database,
    tablesToEmpty(),
    (table) => `exists (select 1 from ${sqlName(table)})`,
  );
  const filled = tablesToEmpty().filter((table) => found?.[table] === 1);
  return { header, rows, filled, carryOut: () => carryOut(database, file, rows, filled) };
}

async function carryOut(
  database: BackupDatabase,
  file: string,
  rows: Record<string, number>,
  filled: string[],
): Promise<void> {
  try {
    await database.run(statementsFor(file, filled));
  } catch (error) {
    if (database.undoes) throw new Error(`${database.name} has not changed: ${(error as Error).message}`);
    await database.run(emptying(tablesToEmpty()));
    throw new Error(`${database.name} is empty now: ${(error as Error).message}`);
  }
  const [counted] = await ofEach(
    database,
    Object.keys(rows),
    (table) => `(select count(*) from ${sqlName(table)})`,
  );
  for (const [table, expected] of Object.entries(rows)) {
    if (counted?.[table] !== expected)
      throw new Error(`${table} has ${counted?.[table]} rows instead of ${expected}`);
  }
}

/** Reads one value for each table, in one query. @param value the SQL expression for a table */
const ofEach = (database: BackupDatabase, tables: string[], value: (table: string) => string) =>
  database.query(`select ${tables.map((table) => `${value(table)} as ${sqlName(table)}`).join(", ")}`);

async function* emptying(tables: string[]): AsyncGenerator<string> {
  for (const table of tables) yield `DELETE FROM ${sqlName(table)}`;
}

/** Every statement of the restore, in order. */
async function* statementsFor(file: string, filled: string[]): AsyncGenerator<string> {
  yield* emptying(filled);
  const counted = backupTables().filter((table) => table.counted);
  let table = { name: "", columns: [] as string[] };
  let rows: Extract<Part, unknown[]>[] = [];
  for await (const part of readFile(file)) {
    if (Array.isArray(part)) rows.push(part);
    if (!Array.isArray(part) || rows.length === ROWS_AT_A_TIME) {
      yield* insertStatements(table, rows);
      rows = [];
    }
    if (Array.isArray(part)) continue;
    table = { name: part.table, columns: part.columns };
    // Triggers have counted the restored rows in this table. Its rows in the backup replace these counts.
    if (counted.some(({ name }) => name === table.name)) yield* emptying([table.name]);
  }
  yield* insertStatements(table, rows);
}
