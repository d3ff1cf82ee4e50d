import type { SQL } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertFrom } from "#app/db/insert-from.server.ts";
import { users } from "#app/db/schema.ts";

/**
 * Inserts a user who signs up, as a statement for the batch that proves their address. Nobody is inserted where someone
 * has the address.
 * @param given.now milliseconds since 1970
 * @param given.where whether there is to be one
 */
export function insertNewUser(
  db: Database,
  { email, now, where }: { email: string; now: number; where: SQL | undefined },
) {
  const values = { email, emailVerifiedAt: now, createdAt: now, updatedAt: now };
  return insertFrom(db, users, values, { where }).onConflictDoNothing();
}
