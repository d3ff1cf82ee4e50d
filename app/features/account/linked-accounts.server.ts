import { and, asc, eq, type SQL } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { socialAccounts } from "#app/db/schema.ts";
import type { Written } from "#app/db/written.ts";
import { type Actor, userSubject, withAuditEntry } from "#app/features/audit/audit.server.ts";

/** The providers linked to a user, oldest first. Times in milliseconds since 1970. */
export const listLinkedAccounts = (db: Database, userId: SQL<string>) =>
  db
    .select({ provider: socialAccounts.provider, createdAt: socialAccounts.createdAt })
    .from(socialAccounts)
    .where(eq(socialAccounts.userId, userId))
    .orderBy(asc(socialAccounts.createdAt), asc(socialAccounts.id));

/**
 * Unlinks a user's account with a provider. They can still sign in with a code. Signing in through the provider again,
 * with the same email address, links it again.
 */
export async function unlinkAccount(
  db: Database,
  userId: string,
  provider: string,
  actor: Actor,
): Promise<Written> {
  const unlink = db
    .delete(socialAccounts)
    .where(and(eq(socialAccounts.userId, userId), eq(socialAccounts.provider, provider)));
  await db.batch([...withAuditEntry(db, unlink, actor, "account.unlink", userSubject(userId))]);
  return { ok: true, id: userId };
}
