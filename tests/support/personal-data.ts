import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { users } from "#app/db/schema.ts";

/** Whether rows of a table name a person: by a reference to a user, or by a column for a user's id or address. */
export function namesAPerson(table: SQLiteTable): boolean {
  const { columns, foreignKeys } = getTableConfig(table);
  return (
    foreignKeys.some(({ reference }) => reference().foreignTable === users) ||
    columns.some(({ name }) => /(^|_)(user_id|actor_id|owner_id|email)$/.test(name))
  );
}
