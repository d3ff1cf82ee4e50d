import { and, eq, inArray } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext } from "#app/context.ts";
import { passkeys, sessions, users } from "#app/db/schema.ts";
import {
  requestOf,
  signInActor,
  signInSubject,
  visitorActor,
  withAuditEntry,
} from "#app/features/audit/audit.server.ts";
import { knownUsers } from "#app/features/auth/device-cookie.server.ts";
import type { SignedIn } from "#app/features/auth/signed-in.ts";
import { mailNotices } from "#app/features/notice/mail-notices.server.ts";
import { isNewDevice, newDeviceNotice } from "#app/features/notice/new-device.ts";
import { withNotice } from "#app/features/notice/notice.server.ts";
import { insertSession, notBanned, prepareSession } from "#app/features/session/session.server.ts";
import { checkPasskey, type RejectedPasskey, rejectionOf, spendAnswer } from "./check-passkey.server.ts";
import type { Assertion } from "./passkey.schema.ts";

/** The result of signing in with a passkey. */
export type PasskeyAttempt =
  | ({ outcome: "signed-in" } & SignedIn)
  | RejectedPasskey
  | { outcome: "banned"; email: string; reason: string | null; until: number | null };

/**
 * Signs in the owner of a passkey with an authenticator's answer to one of our challenges. One batch spends the answer and creates the
 * session.
 */
export async function signInWithPasskey(
  context: Readonly<RouterContextProvider>,
  request: Request,
  answer: Assertion,
): Promise<PasskeyAttempt> {
  const checked = await checkPasskey(context, answer, "sign-in");
  if ("outcome" in checked) return checked;
  const { right } = checked;
  const db = context.get(dbContext);
  const { now, country } = context.get(platformContext);
  const origin = requestOf(context);
  const session = await prepareSession({ userAgent: request.headers.get("User-Agent"), country }, now);
  const { statements, won } = spendAnswer(db, right, session.id, now);
  // A subquery that uses the index. A condition on each user (exists) would scan the whole table.
  const owner = inArray(
    users.id,
    db.select({ userId: passkeys.userId }).from(passkeys).where(eq(passkeys.id, right.passkey.id)),
  );
  const mayEnter = and(owner, won, notBanned(users, now));
  const [state, , , [user], created] = await db.batch([
    ...statements,
    db
      .select({
        id: users.id,
        email: users.email,
        role: users.role,
        onboardedAt: users.onboardedAt,
        reason: users.banReason,
        until: users.banExpiresAt,
      })
      .from(users)
      .where(owner),
    ...withNotice(
      db,
      withAuditEntry(
        db,
        insertSession(db, session, now, mayEnter, now).returning({ id: sessions.id }),
        signInActor({ requestId: origin.requestId, at: now, logged: origin.logged }),
        "auth.signInWithPasskey",
        signInSubject(owner),
      ),
      origin,
      newDeviceNotice(session),
      { where: and(owner, isNewDevice(session, await knownUsers(context, request))) },
    ),
  ]);
  const rejected = await rejectionOf(context, right, state, visitorActor(context));
  if (rejected) return rejected;
  if (!user) return { outcome: "unknown" };
  const { reason, until, ...signedIn } = user;
  if (created.length === 0) return { outcome: "banned", email: right.passkey.email, reason, until };
  mailNotices(context, user.id);
  return { outcome: "signed-in", user: signedIn, sessionToken: session.token };
}
