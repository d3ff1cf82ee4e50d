import { and, eq, exists, isNotNull, or } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { hooked, type WayIn } from "#app/identity/hooks/hooks.server.ts";
import { users } from "#app/identity/tables/users.ts";
import type { Settings } from "#app/settings.ts";

/**
 * The condition that a user keeps a way in once they have removed one. It belongs into the statement that removes it, so
 * that of two removals at once the second sees the first. The ways in are what slices offer, and a code by mail, if the
 * user's address is proven to be read by them: an address that nobody has proven may be mistyped.
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
