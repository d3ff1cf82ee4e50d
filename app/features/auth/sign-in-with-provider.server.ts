import { and, eq, exists, inArray, isNull, ne, notExists, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertFrom } from "#app/db/insert-from.server.ts";
import { sessions, socialAccounts, users } from "#app/db/schema.ts";
import { signInActor, signInSubject, withAuditEntry } from "#app/features/audit/audit.server.ts";
import type { ProviderProfile } from "#app/features/auth/providers/provider.ts";
import { insertSession, type NewSession, notBanned } from "#app/features/session/session.server.ts";
import { insertNewUser } from "#app/features/user/insert-new-user.server.ts";
import type { Role } from "#app/permissions.ts";

/** What came of signing in through a provider. */
export type ProviderSignIn =
  | {
      outcome: "signed-in";
      user: { id: string; role: Role; onboardedAt: number | null };
      linkedTo: LinkedTo;
    }
  | { outcome: "no-account" }
  | { outcome: "email-not-verified" }
  | { outcome: "already-linked" }
  | { outcome: "banned"; reason: string | null; until: number | null; linkedTo: LinkedTo };

/** The address of the account that was there before, and is linked from now on. */
type LinkedTo = string | null;

/**
 * Signs in whoever a provider vouches for. Someone it vouched for before is the same user for good, whatever became of
 * their addresses. Someone new is the user with the address that the provider has verified, and is linked to them; where
 * there is none, that user is made, if sign-up is on. A user has one account at most with each provider: who has linked
 * another one is refused, not moved over.
 *
 * One batch decides it: of two parallel first sign-ins both find the one user that was made.
 */
export async function signInWithProvider(
  db: Database,
  {
    provider,
    profile,
    session,
    signUp,
    requestId,
    now,
  }: {
    provider: string;
    profile: ProviderProfile;
    /** Is created if the provider's word is good for one. */
    session: NewSession;
    signUp: boolean;
    requestId: string;
    now: number;
  },
): Promise<ProviderSignIn> {
  const { id: providerUserId, verifiedEmail } = profile;
  const email = verifiedEmail ?? "";
  // By its index, whatever the number of users: what is found by a condition on each of them would read them all.
  const theirUserId = db
    .select({ userId: socialAccounts.userId })
    .from(socialAccounts)
    .where(and(eq(socialAccounts.provider, provider), eq(socialAccounts.providerUserId, providerUserId)));
  const linkedUser = inArray(users.id, theirUserId);
  const hasLink = exists(
    db
      .select({ id: socialAccounts.id })
      .from(socialAccounts)
      .where(and(eq(socialAccounts.provider, provider), eq(socialAccounts.userId, users.id))),
  );
  const isNewcomer = and(sql`${email} <> ''`, notExists(theirUserId));
  const actor = signInActor({ requestId, at: now, logged: true });
  const [made, linked, , , found, created] = await db.batch([
    insertNewUser(db, { email, now, where: and(isNewcomer, sql`${signUp}`) }).returning({ id: users.id }),
    ...withAuditEntry(
      db,
      insertFrom(
        db,
        socialAccounts,
        { userId: sql`${users.id}`, provider, providerUserId, createdAt: now, updatedAt: now },
        { from: users, where: and(eq(users.email, email), isNewcomer, sql`not ${hasLink}`) },
      )
        .onConflictDoNothing()
        .returning({ id: socialAccounts.id }),
      actor,
      "account.link",
      signInSubject(and(eq(users.email, email), ne(users.createdAt, now))),
    ),
    db
      .update(users)
      .set({ emailVerifiedAt: now, updatedAt: now })
      .where(and(eq(users.email, email), isNull(users.emailVerifiedAt), linkedUser)),
    db
      .select({
        id: users.id,
        role: users.role,
        onboardedAt: users.onboardedAt,
        reason: users.banReason,
        until: users.banExpiresAt,
        isLinked: sql<boolean>`${linkedUser}`.mapWith(Boolean).as("is_linked"),
      })
      .from(users)
      .where(or(linkedUser, eq(users.email, email)))
      .orderBy(sql`is_linked desc`)
      .limit(1),
    ...withAuditEntry(
      db,
      insertSession(db, session, now, and(linkedUser, notBanned(users, now))).returning({ id: sessions.id }),
      actor,
      "auth.signIn",
      signInSubject(linkedUser),
    ),
  ]);
  const [user] = found;
  if (!user) return { outcome: verifiedEmail ? "no-account" : "email-not-verified" };
  const { reason, until, isLinked, ...signedIn } = user;
  if (!isLinked) return { outcome: "already-linked" };
  const linkedTo = linked.length === 1 && made.length === 0 ? email : null;
  return created.length === 1
    ? { outcome: "signed-in", user: signedIn, linkedTo }
    : { outcome: "banned", reason, until, linkedTo };
}
