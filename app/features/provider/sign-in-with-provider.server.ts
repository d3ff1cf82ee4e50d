import { and, eq, exists, inArray, isNull, ne, not, notExists, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertFrom } from "#app/db/insert-from.server.ts";
import { loginChallenges, sessions, socialAccounts, users } from "#app/db/schema.ts";
import { type Actor, signInActor, signInSubject, withAuditEntry } from "#app/features/audit/audit.server.ts";
import { changesOf } from "#app/features/audit/audited.server.ts";
import type { SignInResult } from "#app/features/auth/signed-in.ts";
import { isNewDevice, newDeviceNotice } from "#app/features/notice/new-device.ts";
import { withNotice } from "#app/features/notice/notice.server.ts";
import { selectReserved } from "#app/features/notice/reserved-address.server.ts";
import {
  beginSecondStep,
  hasSecondStep,
  needsSecondStep,
  type SigningBrowser,
} from "#app/features/second-step/needs-second-step.server.ts";
import { insertSession, type NewSession, notBanned } from "#app/features/session/session.server.ts";
import { insertNewUser } from "#app/features/user/insert-new-user.server.ts";
import type { Provider } from "#app/providers/index.ts";
import type { ProviderProfile } from "#app/providers/provider.ts";

/** The result of signing in through a provider. `email`: the address that the provider has verified, if any. */
export type ProviderSignIn = (
  | { outcome: "signed-in"; signedIn: SignInResult; linkedTo: LinkedTo }
  | { outcome: "no-account" }
  /** Another account had the address until lately, and can get it back. */
  | { outcome: "reserved" }
  | { outcome: "email-not-verified" }
  | { outcome: "already-linked" }
  | { outcome: "banned"; reason: string | null; until: number | null; linkedTo: LinkedTo }
) & { email: string | null };

/** The id of the existing user if this sign-in linked them to the provider, else null. */
type LinkedTo = string | null;

/**
 * Signs in the user whom a provider has identified. A linked account always signs in its user, even if an address has
 * changed since. A new account is linked to the user with the address that the provider has verified; if there is none,
 * that user is created, if sign-up is on. Somebody with a second step signs in by that address, too, but is not linked: that takes
 * a code of the second step, on the account page. A user can link one account per provider: signing in with a second one is
 * refused and does not replace the first. An existing user is told of a new link.
 *
 * It is all one batch, so two parallel first sign-ins create one user, and both sign in as that user.
 */
export async function signInWithProvider(
  db: Database,
  {
    provider: { name: provider, label },
    profile,
    session,
    signUp,
    request,
    browser,
  }: {
    provider: Pick<Provider, "name" | "label">;
    profile: ProviderProfile;
    /** Created if the sign-in succeeds. */
    session: NewSession;
    signUp: boolean;
    request: Pick<Actor, "requestId" | "at" | "language" | "site">;
    /** Somebody who has not signed in there before is told of a new device. */
    browser: SigningBrowser;
  },
): Promise<ProviderSignIn> {
  const now = request.at;
  const { subject: providerUserId, verifiedEmail } = profile;
  const email = verifiedEmail ?? "";
  // A subquery that uses the index. A condition on each user (exists) would scan the whole table.
  const isTheirs = and(
    eq(socialAccounts.provider, provider),
    eq(socialAccounts.providerUserId, providerUserId),
  );
  const theirUserId = db.select({ userId: socialAccounts.userId }).from(socialAccounts).where(isTheirs);
  const isJustLinked = exists(
    db
      .select({ id: socialAccounts.id })
      .from(socialAccounts)
      .where(and(eq(socialAccounts.userId, users.id), eq(socialAccounts.createdAt, now))),
  );
  const isNewcomer = and(sql`${email} <> ''`, notExists(theirUserId));
  const hasOther = exists(
    db
      .select({ id: socialAccounts.id })
      .from(socialAccounts)
      .where(and(eq(socialAccounts.userId, users.id), eq(socialAccounts.provider, provider))),
  );
  const known = inArray(users.id, theirUserId);
  const vouchedFor = and(eq(users.email, email), isNewcomer, hasSecondStep(db), not(hasOther));
  /** Whom the provider means: they may sign in, unless they are banned. */
  const signingUser = or(known, vouchedFor);
  const actor = signInActor({ requestId: request.requestId, at: now, logged: true });
  const existing = and(eq(users.email, email), ne(users.createdAt, now));
  const link = insertFrom(
    db,
    socialAccounts,
    { userId: sql`${users.id}`, provider, providerUserId, createdAt: now, updatedAt: now },
    { from: users, where: and(eq(users.email, email), isNewcomer, not(hasSecondStep(db))) },
  )
    // The user has linked another account there (social_accounts_user_unique).
    .onConflictDoNothing()
    .returning({ id: socialAccounts.id });
  const admitted = and(signingUser, notBanned(users, now));
  const needsStep = needsSecondStep(db, "provider");
  const [made, linked, , , , found, begun, created, , , , [reserved]] = await db.batch([
    insertNewUser(db, { email, now, where: and(isNewcomer, sql`${signUp}`) }).returning({ id: users.id }),
    ...withNotice(
      db,
      withAuditEntry(db, link, actor, "account.link", {
        ...signInSubject(existing),
        changes: changesOf({ provider: { from: sql`null`, to: sql`${label}` } }),
      }),
      request,
      { about: "providerLinked", provider, label },
      { where: existing },
    ),
    db
      .update(users)
      .set({ emailVerifiedAt: now, updatedAt: now })
      .where(and(eq(users.email, email), isNull(users.emailVerifiedAt), signingUser)),
    db
      .select({
        id: users.id,
        email: users.email,
        role: users.role,
        onboardedAt: users.onboardedAt,
        reason: users.banReason,
        until: users.banExpiresAt,
        isMeant: sql<boolean>`${signingUser}`.mapWith(Boolean).as("is_meant"),
      })
      .from(users)
      .where(or(known, eq(users.email, email)))
      .orderBy(sql`is_meant desc`)
      .limit(1),
    beginSecondStep(db, session, browser, and(admitted, needsStep)).returning({ id: loginChallenges.id }),
    ...withNotice(
      db,
      withAuditEntry(
        db,
        insertSession(db, session, now, and(admitted, not(needsStep))).returning({ id: sessions.id }),
        actor,
        "auth.signIn",
        signInSubject(known),
      ),
      request,
      newDeviceNotice(session),
      // The notice of the link tells of this sign-in, too.
      { where: and(known, not(isJustLinked), isNewDevice(session, browser.knownUsers)) },
    ),
    db
      .update(socialAccounts)
      .set({ lastUsedAt: now })
      .where(
        and(
          isTheirs,
          // Either has the same id: a sign-in that waits for its second step uses the account, too.
          or(
            exists(db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, session.id))),
            exists(
              db
                .select({ id: loginChallenges.id })
                .from(loginChallenges)
                .where(eq(loginChallenges.id, session.id)),
            ),
          ),
        ),
      ),
    selectReserved(db, email, now, null),
  ]);
  const [user] = found;
  const told = { email: verifiedEmail };
  if (!user && reserved?.isReserved) return { outcome: "reserved", ...told };
  if (!user) return { outcome: verifiedEmail ? "no-account" : "email-not-verified", ...told };
  const { reason, until, isMeant, ...signedIn } = user;
  if (!isMeant) return { outcome: "already-linked", ...told };
  const linkedTo = linked.length === 1 && made.length === 0 ? user.id : null;
  if (begun.length === 1) {
    return { outcome: "signed-in", signedIn: { pendingId: session.id }, linkedTo, ...told };
  }
  return created.length === 1
    ? { outcome: "signed-in", signedIn: { user: signedIn, sessionToken: session.token }, linkedTo, ...told }
    : { outcome: "banned", reason, until, linkedTo, ...told };
}
