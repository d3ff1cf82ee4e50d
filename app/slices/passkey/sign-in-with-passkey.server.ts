import { and, eq, inArray } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext } from "#app/context.ts";
import { runBatch } from "#app/core/db/batch.server.ts";
import { visitorActor } from "#app/identity/audit/audit.server.ts";
import type { SignedIn } from "#app/identity/auth/signed-in.ts";
import { prepareSignIn, SIGNING_USER, startSession } from "#app/identity/auth/start-session.server.ts";
import { notBanned } from "#app/identity/ban/ban.server.ts";
import { users } from "#app/identity/tables/users.ts";
import { checkPasskey, type RejectedPasskey, rejectionOf, spendAnswer } from "./check-passkey.server.ts";
import type { Assertion } from "./passkey.schema.ts";
import { passkeys } from "./passkeys.table.ts";

/** The result of signing in with a passkey. */
export type PasskeyAttempt =
  | ({ outcome: "signed-in" } & SignedIn)
  | RejectedPasskey
  | { outcome: "banned"; email: string; reason: string | null; until: number | null };

/**
 * Signs in the owner of a passkey with an authenticator's response to one of our challenges. One batch uses up the
 * challenge and creates the session.
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
  const { now } = context.get(platformContext);
  const signIn = await prepareSignIn(context, request);
  const { session } = signIn;
  const { statements, won } = spendAnswer(db, right, session.id, now);
  // A subquery that uses the index. With a condition on each user (exists), SQLite would scan the whole table.
  const owner = inArray(
    users.id,
    db.select({ userId: passkeys.userId }).from(passkeys).where(eq(passkeys.id, right.passkey.id)),
  );
  const {
    spent: state,
    found: [user],
    created,
  } = await runBatch(db, {
    spent: statements,
    found: db.select(SIGNING_USER).from(users).where(owner),
    created: startSession(db, signIn, {
      who: owner,
      admitted: and(won, notBanned(users, now)),
      action: "auth.signInWithPasskey",
      byFactor: true,
    }),
  });
  const rejected = await rejectionOf(context, right, state, visitorActor(context));
  if (rejected) return rejected;
  if (!user) return { outcome: "unknown" };
  const { reason, until, ...signedIn } = user;
  if (created.length === 0) return { outcome: "banned", email: right.passkey.email, reason, until };
  return { outcome: "signed-in", user: signedIn, sessionToken: session.token };
}
