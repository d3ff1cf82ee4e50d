import { sqlLiteral, sqlName } from "#scripts/lib/sql-literal.ts";
import type { Part } from "./format.ts";
import type { BackupTable } from "./tables.ts";

/** D1's limit for a statement is 100,000 bytes. */
const MOST_BYTES = 95_000;

type Row = Extract<Part, unknown[]>;

/**
 * INSERT statements for rows of a table, each as long as D1 allows.
 * @throws {Error} if a single row is too long
 */
export function insertStatements(
  { name, columns }: Pick<BackupTable, "name" | "columns">,
  rows: Row[],
): string[] {
  const head = `INSERT INTO ${sqlName(name)} (${columns.map(sqlName).join(", ")}) VALUES `;
  const statements: string[] = [];
  let values: string[] = [];
  let bytes = head.length;
  const finish = () => {
    if (values.length > 0) statements.push(head + values.join(","));
    values = [];
    bytes = head.length;
  };
  for (const row of rows) {
    const text = `(${row.map(sqlLiteral).join(", ")})`;
    const size = Buffer.byteLength(text) + 1;
    if (head.length + size > MOST_BYTES) throw new Error(`A row of ${name} is too long for one statement`);
    if (bytes + size > MOST_BYTES) finish();
    values.push(text);
    bytes += size;
  }
  finish();
  return statements;
}
