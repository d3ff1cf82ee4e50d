import { and, not, type SQL } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { isReserved } from "#app/identity/notice/reserved-address.server.ts";
import { users } from "#app/identity/tables/users.ts";

/**
 * A statement that inserts a user who signs up, for the batch that verifies their address. Does nothing if
 * the address is taken or reserved.
 * @param given.id an id by which later statements recognise the user inserted here; if omitted, a random one
 * @param given.now milliseconds since 1970
 * @param given.where inserts the user only if this condition holds
 */
export function insertNewUser(
  db: Database,
  { id, email, now, where }: { id?: string; email: string; now: number; where: SQL | undefined },
) {
  const values = {
    ...(id !== undefined && { id }),
    email,
    emailVerifiedAt: now,
    createdAt: now,
    updatedAt: now,
  };
  return insertFrom(db, users, values, {
    where: and(where, not(isReserved(db, email, now, null))),
  }).onConflictDoNothing();
}
