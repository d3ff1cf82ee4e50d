import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/core/db/client.server.ts";
import { anyOwner } from "#app/core/db/owned.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { personalTables } from "#app/identity/hooks/personal-tables.server.ts";

/**
 * Statements that delete everything that belongs to a user alone, and remove the user's id from rows that stay, for the
 * batch that then deletes the user.
 * @param where a further condition; none of these statements may change its result
 */
export const deleteOwned = (db: Database, userId: string | SQL, where: SQL | undefined, actor: Actor) =>
  personalTables().flatMap(({ table, owner, forgets, goesWith, logsEnd }) => [
    ...(goesWith?.remove(db, userId, where, actor) ?? []),
    ...(logsEnd ? [logsEnd(db, userId, where, actor)] : []),
    ...(forgets ? [forget(db, table, userId, where)] : []),
    ...(owner ? [db.delete(table).where(and(eq(owner, userId), where))] : []),
  ]);

/**
 * Removes a user's id from rows. Columns that every update would set, such as the time, keep their values,
 * because the rows have not changed for their readers.
 */
function forget(db: Database, table: SQLiteTable, userId: string | SQL, where: SQL | undefined) {
  const columns = getTableColumns<SQLiteTable>(table);
  const staying = Object.entries(columns).flatMap(([key, column]) =>
    column.onUpdateFn ? [[key, sql`${column}`]] : [],
  );
  return db
    .update(table)
    .set({ ...Object.fromEntries(staying), userId: null })
    .where(and(eq(columns.userId as SQLiteColumn, userId), anyOwner(table), where));
}
