import { and, eq, type SQL } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { personalTables } from "#app/identity/hooks/personal-tables.server.ts";

/**
 * Statements that delete what belongs to a user alone, for the batch that deletes the user after them.
 * @param where a further condition, which none of these statements may change
 */
export const deleteOwned = (db: Database, userId: string | SQL, where: SQL | undefined, actor: Actor) =>
  personalTables().flatMap(({ table, owner, goesWith }) => [
    ...(goesWith?.remove(db, userId, where, actor) ?? []),
    ...(owner ? [db.delete(table).where(and(eq(owner, userId), where))] : []),
  ]);
