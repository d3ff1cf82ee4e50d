import { and, type SQL } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { platformContext } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import {
  type ActorRequest,
  requestOf,
  signInActor,
  signInSubject,
  withAuditEntry,
} from "#app/identity/audit/audit.server.ts";
import { browserOf } from "#app/identity/device/device-cookie.server.ts";
import type { SigningBrowser } from "#app/identity/hooks/hooks.server.ts";
import { isNewDevice, newDeviceNotice } from "#app/identity/notice/new-device.ts";
import { withNotice } from "#app/identity/notice/notice.server.ts";
import { insertSession, type NewSession, prepareSession } from "#app/identity/session/session.server.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";

/** A sign-in: the session to start if it succeeds, and the browser it comes from. */
export interface SignIn {
  session: NewSession;
  request: ActorRequest;
  /** A user who has not signed in with this browser before gets a notice of a new device. */
  browser: SigningBrowser;
}

/** Prepares the session that a request may start. */
export async function prepareSignIn(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<SignIn> {
  const { now, country } = context.get(platformContext);
  return {
    session: await prepareSession({ userAgent: request.headers.get("User-Agent"), country }, now),
    request: requestOf(context),
    browser: await browserOf(context, request),
  };
}

/** The columns of `users` that a sign-in reads: those for the session, and the ban. */
export const SIGNING_USER = {
  id: users.id,
  email: users.email,
  role: users.role,
  onboardedAt: users.onboardedAt,
  reason: users.banReason,
  until: users.banExpiresAt,
};

/**
 * The statements that start a session, for the batch of every way to sign in: the session, its entry in the
 * audit log, and the notice of a new device. They return the session's id if it was started.
 * @param how.who SQL that finds the user who signs in
 * @param how.admitted whether the user may sign in
 * @param how.byFactor whether they sign in with more than their mailbox or a provider
 * @param how.tells a further condition for the notice
 */
export function startSession(
  db: Database,
  { session, request, browser }: SignIn,
  how: {
    who: SQL | undefined;
    admitted: SQL | undefined;
    action?: "auth.signIn" | "auth.signInWithPasskey";
    byFactor?: boolean;
    tells?: SQL;
  },
) {
  const now = session.createdAt;
  const insert = insertSession(db, session, now, and(how.who, how.admitted), how.byFactor ? now : 0);
  const entry = withAuditEntry(
    db,
    insert.returning({ id: sessions.id }),
    signInActor(request),
    how.action ?? "auth.signIn",
    signInSubject(how.who),
  );
  const isNew = isNewDevice(session, browser.knownUsers);
  return withNotice(db, entry, request, newDeviceNotice(session), {
    where: and(how.who, how.tells, isNew),
  });
}
