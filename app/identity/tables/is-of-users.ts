import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { ownerColumnOf } from "#app/core/db/owned.ts";
import { users } from "./users.ts";

/** Whether each row of a table belongs to a user. Rows of slices' tables may belong to an organisation instead. */
export function isOfUsers(table: SQLiteTable): boolean {
  const owner = ownerColumnOf(table);
  return getTableConfig(table)
    .foreignKeys.map((key) => key.reference())
    .some(({ columns, foreignTable }) => foreignTable === users && columns[0] === owner);
}
