import { and, eq, gt, isNull, lte, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { users } from "#app/identity/tables/users.ts";

/** A browser in which someone has signed in to an address. */
export interface KnownDevice {
  id: string;
  /** When they did so last, in milliseconds since 1970. */
  signedInAt: number;
}

/** A user who has signed in in a browser. */
export interface KnownUser {
  id: string;
  /** When they did so last, in milliseconds since 1970. */
  signedInAt: number;
}

/**
 * The id of a browser, for the statement that counts by it; null for one that its owner has been rid of since
 * (`users.devices_since`). An expression, so that asking costs no query of its own.
 * @param email the address that it has signed in to
 */
export function deviceIdOf(db: Database, device: KnownDevice | null, email: string): SQL | null {
  if (!device) return null;
  const ended = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), gt(users.devicesSince, device.signedInAt)));
  return sql`case when ${notExists(ended)} then ${device.id} end`;
}

/** The condition for a user to whom a browser is known. @param knownUsers who has signed in in it */
export const isKnownTo = (knownUsers: KnownUser[]): SQL =>
  or(
    ...knownUsers.map(({ id, signedInAt }) =>
      and(eq(users.id, id), or(isNull(users.devicesSince), lte(users.devicesSince, signedInAt))),
    ),
  ) ?? sql`false`;
