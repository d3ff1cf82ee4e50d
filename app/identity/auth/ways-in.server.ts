import { and, eq, exists, isNotNull, or } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { hooked, type WayIn } from "#app/identity/hooks/hooks.server.ts";
import { users } from "#app/identity/tables/users.ts";
import type { Settings } from "#app/settings.ts";

/**
 * SQL: whether a user still has a way to sign in after removing one. Put this into the statement that removes
 * the way, so that the second of two simultaneous removals sees the first. The ways are those that slices
 * offer, and an emailed code if the user's address is verified, because an unverified address may be
 * mistyped.
 */
export const keepsWayIn = (db: Database, settings: Settings, userId: string, removed: WayIn) =>
  or(
    exists(
      db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt))),
    ),
    ...hooked("wayIn").map(({ remains }) => remains(db, settings, userId, removed)),
  );
