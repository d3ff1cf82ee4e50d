import { and, eq, exists, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext } from "#app/context.ts";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { signInActor, signInSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import type { SignedIn } from "#app/identity/auth/signed-in.ts";
import { prepareSignIn, SIGNING_USER, startSession } from "#app/identity/auth/start-session.server.ts";
import { notBanned } from "#app/identity/ban/ban.server.ts";
import { loginTry } from "#app/identity/login-code/login-try.server.ts";
import { withNotice } from "#app/identity/notice/notice.server.ts";
import { loginChallenges, SECOND_STEP } from "#app/identity/tables/login-challenges.ts";
import { users } from "#app/identity/tables/users.ts";
import {
  checkSecondStep,
  type RejectedStep,
  type SecondStepChallenge,
  spendCode,
} from "./check-second-step.server.ts";
import { pendingSignInCookie } from "./pending-sign-in-cookie.server.ts";
import type { SecondStepCode } from "./second-step.schema.ts";
import { secondSteps } from "./second-steps.table.ts";

type Context = Readonly<RouterContextProvider>;

/** The result of completing a sign-in with the second step. */
type SecondStepAttempt =
  | { outcome: "signed-in"; signedIn: SignedIn }
  | { outcome: "banned"; email: string; reason: string | null; until: number | null }
  | RejectedStep;

/** This browser's pending sign-in, which waits for its second step; null without one, or if it has expired. */
export async function findPendingSignIn(
  context: Context,
  request: Request,
): Promise<SecondStepChallenge | null> {
  const id: unknown = await pendingSignInCookie(context).parse(request.headers.get("Cookie"));
  if (typeof id !== "string") return null;
  return readPendingSignIn(context.get(dbContext), id, context.get(platformContext).now);
}

async function readPendingSignIn(db: Database, id: string, now: number): Promise<SecondStepChallenge | null> {
  const [pending] = await db
    .select({
      id: loginChallenges.id,
      userId: sql<string>`${users.id}`.as("user_id"),
      email: users.email,
      deviceId: loginChallenges.deviceId,
    })
    .from(loginChallenges)
    // If the user's address has changed since the sign-in began, nothing is found.
    .innerJoin(users, and(eq(users.id, loginChallenges.userId), eq(users.email, loginChallenges.email)))
    .innerJoin(secondSteps, and(eq(secondSteps.userId, users.id), isNotNull(secondSteps.switchedOnAt)))
    .where(
      and(
        eq(loginChallenges.id, id),
        eq(loginChallenges.purpose, SECOND_STEP),
        gt(loginChallenges.expiresAt, now),
        isNull(loginChallenges.consumedAt),
        isNull(loginChallenges.replacedAt),
      ),
    );
  return pending ?? null;
}

/**
 * Tries to complete a sign-in with the second step. One batch uses up the code and creates the session: of two requests
 * with the same code, or for the same sign-in, exactly one succeeds.
 */
export async function finishSignIn(
  context: Context,
  request: Request,
  pending: SecondStepChallenge,
  typed: SecondStepCode,
): Promise<SecondStepAttempt> {
  const db = context.get(dbContext);
  const { now } = context.get(platformContext);
  const { userId } = pending;
  // A known browser is not limited by what strangers try on its network.
  const login = pending.deviceId ? loginTry(context, async () => null) : loginTry(context);
  const checked = await checkSecondStep(login, pending, typed);
  if ("outcome" in checked) return checked;

  const signIn = await prepareSignIn(context, request);
  const { session, request: origin } = signIn;
  const actor = signInActor(origin);
  const self = eq(users.id, userId);
  const admitted = exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(self, notBanned(users, now))),
  );
  const { close, spend, won } = spendCode(db, pending, checked.right, session.id, now, admitted);
  const {
    closed,
    found: [user],
  } = await runBatch(db, {
    closed: close,
    found: db
      .select({
        ...SIGNING_USER,
        isAdmitted: sql<boolean>`${admitted}`.mapWith(Boolean).as("is_admitted"),
      })
      .from(users)
      .where(self),
    created: startSession(db, signIn, { who: self, admitted: won, byFactor: true }),
    spent:
      checked.right.kind === "recovery"
        ? withNotice(
            db,
            withAuditEntry(db, spend, actor, "factor.useRecoveryCode", signInSubject(self)),
            origin,
            { about: "recoveryCodeUsed" },
            { where: self },
          )
        : [spend],
  });
  if (!user) return { outcome: "expired" };
  const { reason, until, isAdmitted, ...signedIn } = user;
  if (!isAdmitted) return { outcome: "banned", email: user.email, reason, until };
  if (closed.length === 0) {
    return { outcome: (await readPendingSignIn(db, pending.id, now)) ? "used" : "expired" };
  }
  return { outcome: "signed-in", signedIn: { user: signedIn, sessionToken: session.token } };
}
