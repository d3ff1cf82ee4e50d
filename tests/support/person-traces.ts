import { getTableName, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { users } from "#app/schema.ts";
import { tablesInOrder } from "#scripts/lib/table-order.ts";
import { contentsOf } from "./contents.ts";
import { personColumns } from "./personal-data.ts";
import type { TestWorker } from "./worker.ts";

// Writes texts about a person into every column of the schema that can hold one, and finds these texts again.
// New tables and columns are included without a change here.

interface Person {
  id: string;
  email: string;
}

/**
 * Inserts rows about a person. Each table that names people gets one row for each column that can name
 * somebody. Every other text in such a row is unmistakable, and says where it is: "table.column@the column
 * that names the person".
 * @param other the person who is named by all other columns of these rows that name somebody
 */
export async function leaveTraces({ db }: TestWorker, person: Person, other: Person): Promise<void> {
  for (const table of tablesInOrder()) {
    if (table === users) continue;
    for (const names of personColumns(table)) {
      const { columns } = getTableConfig(table);
      const given = columns.filter(({ generated }) => !generated);
      const values = given.map((column) => traceIn(table, column, { names, person, other }));
      const list = sql.join(
        given.map(({ name }) => sql.identifier(name)),
        sql`, `,
      );
      await db.run(sql`insert into ${table} (${list}) values (${sql.join(values, sql`, `)})`);
    }
  }
}

function traceIn(
  table: SQLiteTable,
  column: SQLiteColumn,
  { names, person, other }: { names: SQLiteColumn; person: Person; other: Person },
): SQL {
  if (personColumns(table).includes(column)) {
    const whose = column === names ? person : other;
    return sql`${/email|mailbox/.test(column.name) ? whose.email : whose.id}`;
  }
  const { foreignKeys } = getTableConfig(table);
  const parent = foreignKeys
    .map(({ reference }) => reference())
    .find(({ columns }) => columns.includes(column))?.foreignTable;
  if (parent) return sql`(select ${sql.identifier("id")} from ${parent} limit 1)`;
  if (column.getSQLType() !== "text") return sql`${column.dataType === "boolean" ? 1 : Date.now()}`;
  const trace = `~${getTableName(table)}.${column.name}@${names.name}~`;
  return sql`${column.dataType === "json" ? JSON.stringify(trace) : trace}`;
}

/** Finds the texts that are left, and returns their places in alphabetical order. */
export async function tracesLeft(worker: TestWorker): Promise<string[]> {
  const contents = JSON.stringify(await contentsOf(worker, { without: [] }));
  const found = [...contents.matchAll(/~(\w+\.\w+@\w+)~/g)].map(([, trace = ""]) => trace);
  return [...new Set(found)].sort();
}
