import { and, notExists, type SQL } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import type { Tie } from "#app/identity/hooks/personal-table.ts";
import { personalTables } from "#app/identity/hooks/personal-tables.server.ts";
import { users } from "#app/identity/tables/users.ts";

const ties = (): Tie[] => personalTables().flatMap(({ ties }) => ties ?? []);

/** SQL: whether nobody else needs the user for anything (see Tie). */
export const hasNoTies = (db: Database): SQL | undefined =>
  and(...ties().map(({ of }) => notExists(of(db, users.id))));

/** What others need a user for, by kind, each with its code. @param userId their id, or a query for it */
export async function findTies(db: Database, userId: string | SQL) {
  const found = await Promise.all(
    ties().map(async ({ code, remedy, of }) => ({ code, remedy, rows: await of(db, userId) })),
  );
  return found.filter(({ rows }) => rows.length > 0);
}

/**
 * The names of everything that is deleted with a user, because nobody else has it. @param userId their id, or a query
 * for it
 */
export async function findWhatGoes(db: Database, userId: string | SQL): Promise<string[]> {
  const found = await Promise.all(
    personalTables().flatMap(({ goesWith }) => (goesWith ? [goesWith.of(db, userId)] : [])),
  );
  return found.flat().map(({ label }) => label);
}
