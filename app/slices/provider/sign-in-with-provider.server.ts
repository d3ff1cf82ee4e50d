import { and, eq, exists, inArray, isNull, ne, not, notExists, or, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { signInActor, signInSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { changesOf } from "#app/identity/audit/audited.server.ts";
import { beginStep, needsStep } from "#app/identity/auth/sign-in-step.server.ts";
import type { SignInResult } from "#app/identity/auth/signed-in.ts";
import { SIGNING_USER, type SignIn, startSession } from "#app/identity/auth/start-session.server.ts";
import { notBanned } from "#app/identity/ban/ban.server.ts";
import { withNotice } from "#app/identity/notice/notice.server.ts";
import { selectReserved } from "#app/identity/notice/reserved-address.server.ts";
import { loginChallenges } from "#app/identity/tables/login-challenges.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";
import { insertNewUser } from "#app/identity/user/insert-new-user.server.ts";
import type { Provider } from "#app/slices/provider/providers/index.ts";
import type { ProviderProfile } from "#app/slices/provider/providers/provider.ts";
import { socialAccounts } from "./social-accounts.table.ts";

/** The result of signing in through a provider. `email`: the address that the provider has verified, if any. */
export type ProviderSignIn = (
  | { outcome: "signed-in"; signedIn: SignInResult }
  | { outcome: "no-account" }
  /** Another account had the address until recently, and can get it back. */
  | { outcome: "reserved" }
  | { outcome: "email-not-verified" }
  | { outcome: "already-linked" }
  | { outcome: "banned"; reason: string | null; until: number | null }
) & { email: string | null };

/**
 * Signs in the user whom a provider has identified, in one batch: two parallel first sign-ins create one user, and both
 * sign in as that user.
 * - A linked account always signs in its user, even if an address has changed since.
 * - Otherwise, the account is linked to the user with the address that the provider has verified, and that user is
 *   emailed. For a user with a second step, the sign-in succeeds but nothing is linked: linking requires a code for the
 *   second step, on the account page.
 * - If no user has the address, one is created, if sign-up is on.
 *
 * A user can link one account at each provider. Signing in with a second account there is refused, and does not replace
 * the first.
 */
export async function signInWithProvider(
  db: Database,
  {
    provider: { name: provider, label },
    profile,
    signUp,
    signIn,
  }: {
    provider: Pick<Provider, "name" | "label">;
    profile: ProviderProfile;
    signUp: boolean;
    signIn: SignIn;
  },
): Promise<ProviderSignIn> {
  const { session, request, browser } = signIn;
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
  const owesStep = needsStep(db, "provider");
  const vouchedFor = and(eq(users.email, email), isNewcomer, owesStep, not(hasOther));
  /** The user whom the provider has identified. They may sign in, unless they are banned. */
  const signingUser = or(known, vouchedFor);
  const actor = signInActor(request);
  const existing = and(eq(users.email, email), ne(users.createdAt, now));
  const link = insertFrom(
    db,
    socialAccounts,
    { userId: sql`${users.id}`, provider, providerUserId, createdAt: now, updatedAt: now },
    { from: users, where: and(eq(users.email, email), isNewcomer, not(owesStep)) },
  )
    // The user has already linked another account there (social_accounts_user_unique).
    .onConflictDoNothing()
    .returning({ id: socialAccounts.id });
  const admitted = and(signingUser, notBanned(users, now));
  const {
    found,
    begun = [],
    created,
    reserved: [reserved],
  } = await runBatch(db, {
    made: insertNewUser(db, { email, now, where: and(isNewcomer, sql`${signUp}`) }).returning({
      id: users.id,
    }),
    linked: withNotice(
      db,
      withAuditEntry(db, link, actor, "account.link", {
        ...signInSubject(existing),
        changes: changesOf({ provider: { from: sql`null`, to: sql`${label}` } }),
      }),
      request,
      { about: "providerLinked", provider, label },
      { where: existing },
    ),
    verified: db
      .update(users)
      .set({ emailVerifiedAt: now, updatedAt: now })
      .where(and(eq(users.email, email), isNull(users.emailVerifiedAt), signingUser)),
    found: db
      .select({
        ...SIGNING_USER,
        isMeant: sql<boolean>`${signingUser}`.mapWith(Boolean).as("is_meant"),
      })
      .from(users)
      .where(or(known, eq(users.email, email)))
      .orderBy(sql`is_meant desc`)
      .limit(1),
    begun: beginStep(db, session, browser, and(admitted, owesStep)),
    created: startSession(db, signIn, {
      who: known,
      admitted: and(admitted, not(owesStep)),
      // If the account was just linked, the notice about that also covers this sign-in.
      tells: not(isJustLinked),
    }),
    used: db
      .update(socialAccounts)
      .set({ lastUsedAt: now })
      .where(
        and(
          isTheirs,
          // This id belongs to the session or, if the sign-in waits for its second step, to the challenge. In
          // both cases, the account was used to sign in.
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
    reserved: selectReserved(db, email, now, null),
  });
  const [user] = found;
  const address = { email: verifiedEmail };
  if (!user && reserved?.isReserved) return { outcome: "reserved", ...address };
  if (!user) return { outcome: verifiedEmail ? "no-account" : "email-not-verified", ...address };
  const { reason, until, isMeant, ...signedIn } = user;
  if (!isMeant) return { outcome: "already-linked", ...address };
  if (begun.length === 1) {
    return { outcome: "signed-in", signedIn: { pendingId: session.id }, ...address };
  }
  return created.length === 1
    ? { outcome: "signed-in", signedIn: { user: signedIn, sessionToken: session.token }, ...address }
    : { outcome: "banned", reason, until, ...address };
}
