import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { runBatch } from "./batch.server.ts";
import type { Database } from "./client.server.ts";

/**
 * Deletes rows of a table.
 * @returns how many. D1's own `meta.changes` also counts the changes of triggers; SQLite's changes() does not.
 */
export async function deleteRows(db: Database, table: SQLiteTable, where: SQL | undefined): Promise<number> {
  const {
    counted: [deleted],
  } = await runBatch(db, {
    deletion: db.delete(table).where(where),
    counted: db.select({ count: sql<number>`changes()`.as("count") }).from(sql`(select 1)`),
  });
  return deleted?.count ?? 0;
}
