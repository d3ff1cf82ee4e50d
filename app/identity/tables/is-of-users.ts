import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { ownerColumnOf } from "#app/core/db/owned.ts";
import { users } from "./users.ts";

/** Whether the rows of a table belong to users, each to one. Those of slices can belong to several people together. */
export function isOfUsers(table: SQLiteTable): boolean {
  const owner = ownerColumnOf(table);
  return getTableConfig(table)
    .foreignKeys.map((key) => key.reference())
    .some(({ columns, foreignTable }) => foreignTable === users && columns[0] === owner);
}
