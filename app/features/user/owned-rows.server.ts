import { and, eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/client.server.ts";
import {
  accessTokens,
  emailChanges,
  factorResets,
  passkeys,
  recoveryCodes,
  secondSteps,
  sessions,
  socialAccounts,
} from "#app/db/schema.ts";

/**
 * The tables whose rows belong to one user alone, and are deleted with them. No foreign key cascades: a table comes before
 * the tables that its rows refer to. tests/unit/owned-rows.test.ts names those that are missing.
 */
export const OWNED: readonly (SQLiteTable & { userId: SQLiteColumn })[] = [
  sessions,
  accessTokens,
  secondSteps,
  recoveryCodes,
  passkeys,
  socialAccounts,
  emailChanges,
  factorResets,
];

/**
 * Statements that delete what belongs to a user alone, for the batch that deletes the user after them.
 * @param where a further condition, which none of these statements may change
 */
export const deleteOwned = (db: Database, userId: string | SQL, where?: SQL) =>
  OWNED.map((table) => db.delete(table).where(and(eq(table.userId, userId), where)));
