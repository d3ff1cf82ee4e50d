import { and, eq, exists, gt, isNull, not, type SQL, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { runBatch } from "#app/core/db/batch.server.ts";
import { sha256 } from "#app/core/lib/bytes.ts";
import { HOUR } from "#app/core/lib/durations.ts";
import { beginStep, needsStep } from "#app/identity/auth/sign-in-step.server.ts";
import type { SignInResult } from "#app/identity/auth/signed-in.ts";
import {
  prepareSignIn,
  SIGNING_USER,
  type SignIn,
  startSession,
} from "#app/identity/auth/start-session.server.ts";
import { notBanned } from "#app/identity/ban/ban.server.ts";
import { selectReserved } from "#app/identity/notice/reserved-address.server.ts";
import { loginChallenges } from "#app/identity/tables/login-challenges.ts";
import { users } from "#app/identity/tables/users.ts";
import { insertNewUser } from "#app/identity/user/insert-new-user.server.ts";
import { checkLoginCode, type UnprovenAddress } from "./check-login-code.server.ts";
import { type LoginChallengeContext, openChallenge } from "./login-challenge.server.ts";
import { guardSignIn, type LoginTryContext, loginTry } from "./login-try.server.ts";

/**
 * How long the link in an email works, in milliseconds. It is also the period of the hourly limit of codes.
 * So if others have used up a person's limit, that person still has an email with a working link.
 */
export const LINK_PERIOD = HOUR;

/** The proof from an email: its code, or the secret of its link. */
export type EmailProof =
  /**
   * `email`: the address shown to the visitor, normalised; a challenge for another address counts as expired. `code`:
   * six ASCII digits. `captcha`: the token of a captcha, or empty.
   */
  { challengeId: string; email: string; code: string; captcha: string } | { linkToken: string };

/** The result of trying to sign in with an email's code or link. */
export type LoginAttempt =
  | { outcome: "signed-in"; signedIn: SignInResult }
  | UnprovenAddress
  | { outcome: "no-account"; email: string }
  /** Another account had the address until recently, and its owner can still take it back. */
  | { outcome: "reserved"; email: string }
  | { outcome: "banned"; email: string; reason: string | null; until: number | null };

/** Tries to sign in with an emailed code or link. */
export async function signInWithEmail(
  context: Readonly<RouterContextProvider>,
  request: Request,
  proof: EmailProof,
): Promise<LoginAttempt> {
  const signIn = await prepareSignIn(context, request);
  return "linkToken" in proof
    ? signInWithLink(loginTry(context), proof.linkToken, signIn)
    : signInWithCode(
        loginTry(context, () => guardSignIn(context, request, proof)),
        proof,
        signIn,
      );
}

async function signInWithCode(
  login: LoginTryContext,
  { challengeId, email, code }: { challengeId: string; email: string; code: string },
  signIn: SignIn,
): Promise<LoginAttempt> {
  const proof = { email, purpose: "sign-in", userId: null } as const;
  const unproven = await checkLoginCode(login, proof, { challengeId, code });
  if (unproven) return unproven;
  const open = openChallenge(challengeId, proof, login.now);
  return signInOnce(login, { id: challengeId, email, open }, signIn);
}

/** A link's 128 bits can't be guessed, so only the network's limit applies, and nobody can lock anyone out of it. */
async function signInWithLink(login: LoginTryContext, token: string, signIn: SignIn): Promise<LoginAttempt> {
  const refused = await login.guard();
  if (refused) return refused;
  const challenge = await findLinkedChallenge(login, token);
  if (!challenge) return { outcome: "expired" };
  return signInOnce(login, { ...challenge, open: await openLink(login, token) }, signIn);
}

/** The challenge of an email's link; null if the link has expired or was used. */
export async function findLinkedChallenge(
  login: Pick<LoginChallengeContext, "db" | "now">,
  token: string,
): Promise<{ id: string; email: string } | null> {
  const [challenge] = await login.db
    .select({ id: loginChallenges.id, email: loginChallenges.email })
    .from(loginChallenges)
    .where(await openLink(login, token));
  return challenge ?? null;
}

/** SQL: whether a challenge's link still works. */
const openLink = async ({ now }: Pick<LoginChallengeContext, "now">, token: string) =>
  and(
    eq(loginChallenges.linkHash, await sha256(token)),
    gt(loginChallenges.createdAt, now - LINK_PERIOD),
    isNull(loginChallenges.consumedAt),
    isNull(loginChallenges.replacedAt),
  );

/**
 * One batch consumes a proven challenge and creates the session, and the user if sign-up is on. So of two parallel
 * sign-ins exactly one succeeds, and a failure leaves no partial sign-in behind.
 */
async function signInOnce(
  { db, settings, now }: LoginChallengeContext,
  { id, email, open }: { id: string; email: string; open: SQL | undefined },
  signIn: SignIn,
): Promise<LoginAttempt> {
  const { session, browser } = signIn;
  const wonChallenge = and(eq(loginChallenges.id, id), eq(loginChallenges.sessionId, session.id));
  const won = exists(db.select({ id: loginChallenges.id }).from(loginChallenges).where(wonChallenge));
  const who = eq(users.email, email);
  const admitted = and(who, won, notBanned(users, now));
  const owesStep = needsStep(db, "mail");
  const {
    consumed,
    found: [user],
    begun = [],
    created,
    reserved: [reserved],
  } = await runBatch(db, {
    consumed: db
      .update(loginChallenges)
      .set({ consumedAt: now, sessionId: session.id })
      .where(open)
      .returning({ id: loginChallenges.id }),
    newUser: insertNewUser(db, { email, now, where: and(won, sql`${settings.SIGN_UP}`) }),
    verified: db
      .update(users)
      .set({ emailVerifiedAt: now, updatedAt: now })
      .where(and(eq(users.email, email), isNull(users.emailVerifiedAt), won)),
    found: db.select(SIGNING_USER).from(users).where(who),
    begun: beginStep(db, session, browser, and(admitted, owesStep)),
    created: startSession(db, signIn, { who, admitted: and(admitted, not(owesStep)) }),
    reserved: selectReserved(db, email, now, null),
  });
  if (consumed.length === 0) return { outcome: "expired" };
  if (!user) return { outcome: reserved?.isReserved ? "reserved" : "no-account", email };
  if (begun.length === 1) return { outcome: "signed-in", signedIn: { pendingId: session.id } };
  const { reason, until, ...signedIn } = user;
  return created.length === 1
    ? { outcome: "signed-in", signedIn: { user: signedIn, sessionToken: session.token } }
    : { outcome: "banned", email, reason, until };
}
