import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#app/schema.ts";

/**
 * A schema's tables in the order in which rows can be inserted: each after the tables that it refers to.
 * @throws {Error} if tables refer to each other in a circle
 */
export function tablesInOrder(exports: object = schema): SQLiteTable[] {
  const tables = Object.values(exports).filter((value): value is SQLiteTable => is(value, SQLiteTable));
  const ordered = new Set<SQLiteTable>();

  const visit = (table: SQLiteTable, path: SQLiteTable[]) => {
    if (ordered.has(table)) return;
    const names = [...path, table].map((one) => getTableConfig(one).name);
    if (path.includes(table)) throw new Error(`Tables refer to each other in a circle: ${names.join(", ")}`);
    for (const { reference } of getTableConfig(table).foreignKeys) {
      const parent = reference().foreignTable as SQLiteTable;
      if (parent !== table) visit(parent, [...path, table]);
    }
    ordered.add(table);
  };

  for (const table of tables) visit(table, []);
  return [...ordered];
}
