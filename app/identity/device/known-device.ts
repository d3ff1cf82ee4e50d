import { and, eq, gt, isNull, lte, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { users } from "#app/identity/tables/users.ts";

/** A browser in which someone has signed in with an address. */
export interface KnownDevice {
  id: string;
  /** When somebody last signed in there with that address, in milliseconds since 1970. */
  signedInAt: number;
}

/** A user who has signed in with a browser. */
export interface KnownUser {
  id: string;
  /** When the user last signed in there, in milliseconds since 1970. */
  signedInAt: number;
}

/**
 * SQL: the id of a browser; null if the owner has since revoked it (`users.devices_since`). The statement
 * that counts the browser's codes includes this, so that the check needs no separate query.
 * @param email the address with which somebody has signed in there
 */
export function deviceIdOf(db: Database, device: KnownDevice | null, email: string): SQL | null {
  if (!device) return null;
  const ended = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), gt(users.devicesSince, device.signedInAt)));
  return sql`case when ${notExists(ended)} then ${device.id} end`;
}

/** SQL: whether a user has signed in with this browser before. @param knownUsers the browser's users */
export const isKnownTo = (knownUsers: KnownUser[]): SQL =>
  or(
    ...knownUsers.map(({ id, signedInAt }) =>
      and(eq(users.id, id), or(isNull(users.devicesSince), lte(users.devicesSince, signedInAt))),
    ),
  ) ?? sql`false`;
