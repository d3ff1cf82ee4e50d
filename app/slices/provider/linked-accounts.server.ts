import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { type Failed, SESSION_ENDED, type Written } from "#app/core/db/written.ts";
import { type Actor, userSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { changesOf } from "#app/identity/audit/audited.server.ts";
import { keepsWayIn } from "#app/identity/auth/ways-in.server.ts";
import { withNotice } from "#app/identity/notice/notice.server.ts";
import { openSession } from "#app/identity/session/session.server.ts";
import { users } from "#app/identity/tables/users.ts";
import type { Settings } from "#app/settings.ts";
import { providerLabel } from "./offered-providers.ts";
import { PROVIDERS } from "./providers/index.ts";
import { socialAccounts } from "./social-accounts.table.ts";

/** More providers than any product offers. Each user has one account at each. */
const MAX_LINKED = 50;

/** A provider that is linked to a user. Times in milliseconds since 1970. */
interface LinkedAccount {
  provider: string;
  createdAt: number;
  lastUsedAt: number | null;
}

/** The providers linked to a user, oldest first. */
export async function listLinkedAccounts(
  db: Database,
  userId: string | SQL<string>,
): Promise<LinkedAccount[]> {
  const linked = await db
    .select({
      provider: socialAccounts.provider,
      createdAt: socialAccounts.createdAt,
      lastUsedAt: socialAccounts.lastUsedAt,
    })
    .from(socialAccounts)
    .where(eq(socialAccounts.userId, userId))
    .limit(MAX_LINKED);
  return linked.sort((one, other) => one.createdAt - other.createdAt);
}

/** The result of linking an account at a provider. */
export type LinkOutcome =
  | "linked"
  /** It was theirs already. */
  | "unchanged"
  /** It is linked to another user. */
  | "of-another-user"
  /** The user has linked another account there. */
  | "has-another"
  /** Their session has ended meanwhile, or no longer proves enough. */
  | "session-ended";

/**
 * Links an account at a provider to the signed-in user, and tells them. The unique indexes decide: an account there has one
 * user, a user has one account there. A session that has ended meanwhile links nothing.
 * @param link.isProven the condition that its user has proven enough to link it
 */
export async function linkAccount(
  db: Database,
  {
    userId,
    provider,
    subject,
    isProven,
  }: {
    userId: string;
    provider: string;
    /** The provider's id for them. */
    subject: string;
    isProven: SQL | undefined;
  },
  actor: Actor,
): Promise<LinkOutcome> {
  const label = providerLabel(provider);
  const isTheAccount = and(eq(socialAccounts.provider, provider), eq(socialAccounts.providerUserId, subject));
  const link = insertFrom(
    db,
    socialAccounts,
    { userId: sql`${users.id}`, provider, providerUserId: subject, createdAt: actor.at, updatedAt: actor.at },
    { from: users, where: and(eq(users.id, userId), exists(openSession(db, userId, actor)), isProven) },
  )
    .onConflictDoNothing()
    .returning({ id: socialAccounts.id });
  const { linked, owners, own } = await runBatch(db, {
    linked: withNotice(
      db,
      withAuditEntry(db, link, actor, "account.link", {
        ...userSubject(userId),
        changes: changesOf({ provider: { from: sql`null`, to: sql`${label}` } }),
      }),
      actor,
      { about: "providerLinkedByOwner", provider, label },
      { where: eq(users.id, userId) },
    ),
    owners: db.select({ userId: socialAccounts.userId }).from(socialAccounts).where(isTheAccount),
    own: db
      .select({ id: socialAccounts.id })
      .from(socialAccounts)
      .where(and(eq(socialAccounts.userId, userId), eq(socialAccounts.provider, provider))),
  });
  if (linked.length === 1) return "linked";
  const [owner] = owners;
  if (owner) return owner.userId === userId ? "unchanged" : "of-another-user";
  return own.length > 0 ? "has-another" : "session-ended";
}

/**
 * Unlinks a user's account with a provider, and tells them. Refused if nobody can have one there, if it is their only way in, and if the
 * session has ended meanwhile. Signing in through the provider again, with the same email address, links it again.
 */
export async function unlinkAccount(
  db: Database,
  settings: Settings,
  userId: string,
  provider: string,
  actor: Actor,
): Promise<Written | Failed> {
  const label = providerLabel(provider);
  const isTheLink = and(eq(socialAccounts.userId, userId), eq(socialAccounts.provider, provider));
  const session = openSession(db, userId, actor);
  const unlink = db
    .delete(socialAccounts)
    .where(and(isTheLink, keepsWayIn(db, settings, userId, { kind: "provider", provider }), exists(session)))
    .returning({ id: socialAccounts.id });
  const { unlinked, left, open } = await runBatch(db, {
    unlinked: withNotice(
      db,
      withAuditEntry(db, unlink, actor, "account.unlink", {
        ...userSubject(userId),
        changes: changesOf({ provider: { from: sql`${label}`, to: sql`null` } }),
      }),
      actor,
      { about: "providerUnlinked", label },
      { where: eq(users.id, userId) },
    ),
    left: db.select({ id: socialAccounts.id }).from(socialAccounts).where(isTheLink),
    open: session,
  });
  if (left.length === 1)
    return open.length === 1 ? { ok: false, code: "FAILED_TO_UNLINK_LAST_ACCOUNT" } : SESSION_ENDED;
  // A form that is sent twice has done what it says. Of a provider that nobody can link there never was an account.
  const isKnown = PROVIDERS.some(({ name }) => name === provider);
  return unlinked.length === 1 || isKnown
    ? { ok: true, id: userId }
    : { ok: false, code: "ACCOUNT_NOT_FOUND" };
}
