import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { users } from "#app/schema.ts";

/**
 * The names of columns with a user's id or address that are not foreign keys. A provider's id does not count, because
 * it is not one of our ids.
 */
const PERSON =
  /(^|(?<!provider)_)(user_id|actor_id|subject_id|owner_id|begun_by|confirmed_by|email|mailbox)$/;

/** The columns of a table that name a person: a reference to a user, or a user's id or address. */
export function personColumns(table: SQLiteTable): SQLiteColumn[] {
  const { columns, foreignKeys } = getTableConfig(table);
  const referring = foreignKeys
    .map(({ reference }) => reference())
    .filter(({ foreignTable }) => foreignTable === users)
    .flatMap(({ columns }) => columns);
  return columns.filter((column) => referring.includes(column) || PERSON.test(column.name));
}

/** Whether rows of a table name a person. */
export const namesAPerson = (table: SQLiteTable): boolean => personColumns(table).length > 0;
