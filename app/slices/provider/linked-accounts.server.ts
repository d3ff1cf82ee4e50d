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

/** A limit that no product reaches, because a user has at most one account at each provider. */
const MAX_LINKED = 50;

/** A user's account at a provider. Times in milliseconds since 1970. */
interface LinkedAccount {
  provider: string;
  createdAt: number;
  lastUsedAt: number | null;
}

/** A user's linked accounts, oldest first. */
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
  /** The account was already linked to this user. */
  | "unchanged"
  /** The account is linked to another user. */
  | "of-another-user"
  /** The user has already linked another account at this provider. */
  | "has-another"
  /** The user's session has ended in the meantime, or no longer has the proof that linking needs. */
  | "session-ended";

/**
 * Links an account at a provider to the signed-in user, and emails them. The unique indexes decide: an account at a
 * provider belongs to one user, who has one account there. If the session has ended in the meantime, nothing is linked.
 * @param link.isProven SQL: whether the user has proven enough to link the account
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
    /** The provider's id for the user. */
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
 * Unlinks a user's account at a provider, and emails the user. Refused if the product does not know the
 * provider, if the account is the user's only way to sign in, or if the session has ended in the meantime.
 * Signing in through the provider again, with the same email address, links it again.
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
  // Idempotent for known providers. At an unknown one, no user has ever had an account.
  const isKnown = PROVIDERS.some(({ name }) => name === provider);
  return unlinked.length === 1 || isKnown
    ? { ok: true, id: userId }
    : { ok: false, code: "ACCOUNT_NOT_FOUND" };
}
