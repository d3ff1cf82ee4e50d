import { and, eq, exists, inArray, isNotNull, ne, or } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { passkeys, socialAccounts, users } from "#app/db/schema.ts";
import { offeredProviders } from "#app/features/provider/offered-providers.ts";
import type { Settings } from "#app/settings.ts";

/** A way in that its user is about to remove. Each kind that can be removed belongs here. */
export type WayIn =
  /** A linked account. */
  { kind: "provider"; provider: string } | { kind: "passkey"; id: string };

/**
 * The condition that a user keeps a way in once they have removed one. It belongs into the statement that removes it, so
 * that of two removals at once the second sees the first. The ways in:
 *
 * - a code by mail, if the user's address is proven to be read by them. An address that nobody has proven may be mistyped;
 * - an account at a provider that this deployment offers;
 * - a passkey, unless they are switched off.
 */
export function keepsWayIn(db: Database, settings: Settings, userId: string, removed: WayIn) {
  const offered = offeredProviders(settings).map(({ name }) => name);
  return or(
    exists(
      db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt))),
    ),
    exists(
      db
        .select({ id: socialAccounts.id })
        .from(socialAccounts)
        .where(
          and(
            eq(socialAccounts.userId, userId),
            inArray(socialAccounts.provider, offered),
            removed.kind === "provider" ? ne(socialAccounts.provider, removed.provider) : undefined,
          ),
        ),
    ),
    settings.PASSKEYS
      ? exists(
          db
            .select({ id: passkeys.id })
            .from(passkeys)
            .where(
              and(
                eq(passkeys.userId, userId),
                removed.kind === "passkey" ? ne(passkeys.id, removed.id) : undefined,
              ),
            ),
        )
      : undefined,
  );
}
