import { and, eq, exists, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext } from "#app/context.ts";
import type { Database } from "#app/db/client.server.ts";
import { loginChallenges, SECOND_STEP, secondSteps, sessions, users } from "#app/db/schema.ts";
import { requestOf, signInActor, signInSubject, withAuditEntry } from "#app/features/audit/audit.server.ts";
import { browserOf } from "#app/features/auth/device-cookie.server.ts";
import type { SignedIn } from "#app/features/auth/signed-in.ts";
import { loginTry } from "#app/features/login-code/login-try.server.ts";
import { mailNotices } from "#app/features/notice/mail-notices.server.ts";
import { isNewDevice, newDeviceNotice } from "#app/features/notice/new-device.ts";
import { withNotice } from "#app/features/notice/notice.server.ts";
import { insertSession, notBanned, prepareSession } from "#app/features/session/session.server.ts";
import {
  checkSecondStep,
  type RejectedStep,
  type SecondStepChallenge,
  spendCode,
} from "./check-second-step.server.ts";
import { pendingSignInCookie } from "./pending-sign-in-cookie.server.ts";
import type { SecondStepCode } from "./second-step.schema.ts";

type Context = Readonly<RouterContextProvider>;

/** The result of trying to end a sign-in with the second step. */
type SecondStepAttempt =
  | { outcome: "signed-in"; signedIn: SignedIn }
  | { outcome: "banned"; email: string; reason: string | null; until: number | null }
  | RejectedStep;

/** The sign-in that waits in this browser for its second step; null if none does, or not any more. */
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
    // A sign-in of an address that the user has left since is none of theirs.
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
 * Tries to end a sign-in with the second step. One batch spends the code and creates the session: of two requests with
 * the same code, or for the same sign-in, exactly one succeeds.
 */
export async function finishSignIn(
  context: Context,
  request: Request,
  pending: SecondStepChallenge,
  typed: SecondStepCode,
): Promise<SecondStepAttempt> {
  const db = context.get(dbContext);
  const { now, country } = context.get(platformContext);
  const { userId } = pending;
  // What strangers try on the network of a known browser costs it nothing.
  const login = pending.deviceId ? loginTry(context, async () => null) : loginTry(context);
  const checked = await checkSecondStep(login, pending, typed);
  if ("outcome" in checked) return checked;

  const { knownUsers } = await browserOf(context, request);
  const session = await prepareSession({ userAgent: request.headers.get("User-Agent"), country }, now);
  const origin = requestOf(context);
  const actor = signInActor(origin);
  const self = eq(users.id, userId);
  const admitted = exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(self, notBanned(users, now))),
  );
  const { close, spend, won } = spendCode(db, pending, checked.right, session.id, now, admitted);
  const insert = insertSession(db, session, now, and(self, won), now).returning({ id: sessions.id });
  const [closed, [user]] = await db.batch([
    close,
    db
      .select({
        id: users.id,
        email: users.email,
        role: users.role,
        onboardedAt: users.onboardedAt,
        reason: users.banReason,
        until: users.banExpiresAt,
        isAdmitted: sql<boolean>`${admitted}`.mapWith(Boolean).as("is_admitted"),
      })
      .from(users)
      .where(self),
    ...withNotice(
      db,
      withAuditEntry(db, insert, actor, "auth.signIn", signInSubject(self)),
      origin,
      newDeviceNotice(session),
      { where: and(self, isNewDevice(session, knownUsers)) },
    ),
    ...(checked.right.kind === "recovery"
      ? withNotice(
          db,
          withAuditEntry(db, spend, actor, "factor.useRecoveryCode", signInSubject(self)),
          origin,
          { about: "recoveryCodeUsed" },
          { where: self },
        )
      : [spend]),
  ]);
  if (!user) return { outcome: "expired" };
  const { reason, until, isAdmitted, ...signedIn } = user;
  if (!isAdmitted) return { outcome: "banned", email: user.email, reason, until };
  if (closed.length === 0) {
    return { outcome: (await readPendingSignIn(db, pending.id, now)) ? "used" : "expired" };
  }
  mailNotices(context, userId);
  return { outcome: "signed-in", signedIn: { user: signedIn, sessionToken: session.token } };
}
