import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { and, eq, exists, inArray, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext, settingsContext } from "#app/context.ts";
import { insertFrom } from "#app/db/insert-from.server.ts";
import { passkeys, sessions, usedPasskeyChallenges, users } from "#app/db/schema.ts";
import { requestOf, signInActor, signInSubject, withAuditEntry } from "#app/features/audit/audit.server.ts";
import { knownUsers } from "#app/features/auth/device-cookie.server.ts";
import type { SignedIn } from "#app/features/auth/signed-in.ts";
import { loginTry, type RefusedTry } from "#app/features/login-code/login-try.server.ts";
import { mailNotices } from "#app/features/notice/mail-notices.server.ts";
import { isNewDevice, newDeviceNotice } from "#app/features/notice/new-device.ts";
import { withNotice } from "#app/features/notice/notice.server.ts";
import { insertSession, notBanned, prepareSession } from "#app/features/session/session.server.ts";
import { fromBase64url } from "#app/lib/bytes.ts";
import { logEvent } from "#app/lib/log.ts";
import type { Assertion } from "./passkey.schema.ts";
import {
  challengeIn,
  isUserHandleOf,
  type OpenChallenge,
  readChallenge,
} from "./passkey-challenge.server.ts";
import { relyingParty } from "./relying-party.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The result of signing in with a passkey. */
export type PasskeyAttempt =
  | ({ outcome: "signed-in" } & SignedIn)
  | RefusedTry
  /** The challenge has expired, or was answered before. */
  | { outcome: "expired" }
  /** Nobody has this passkey, or no longer. */
  | { outcome: "unknown" }
  /** The answer is another site's, was made without unlocking, or its signature is wrong. */
  | { outcome: "invalid"; email: string }
  /** The authenticator has counted less than before, so there are two of it. */
  | { outcome: "copied"; email: string }
  | { outcome: "banned"; email: string; reason: string | null; until: number | null };

/**
 * Signs in the owner of a passkey with an authenticator's answer to one of our challenges. A signature can't be guessed, so only the
 * limit of its network applies, and nobody can lock anyone out.
 */
export async function signInWithPasskey(
  context: Context,
  request: Request,
  answer: Assertion,
): Promise<PasskeyAttempt> {
  const refused = await loginTry(context).guard();
  if (refused) return refused;
  const { now } = context.get(platformContext);
  const given = challengeIn(answer.response.clientDataJSON);
  const challenge = given && (await readChallenge(context.get(settingsContext), "sign-in", given, now));
  if (!challenge) return { outcome: "expired" };
  const passkey = await findPasskey(context, answer.id);
  if (!passkey) return { outcome: "unknown" };
  const verified = await verifyAssertion(context, answer, given, passkey);
  if (!verified) return { outcome: "invalid", email: passkey.email };
  return signInOnce(context, request, passkey, challenge, verified);
}

async function findPasskey(context: Context, credentialId: string) {
  const [passkey] = await context
    .get(dbContext)
    .select({
      id: passkeys.id,
      userId: passkeys.userId,
      credentialId: passkeys.credentialId,
      publicKey: passkeys.publicKey,
      email: users.email,
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return passkey;
}

type FoundPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

/** What an authenticator has signed; null if the signature does not prove what we ask for. The log says why. */
async function verifyAssertion(
  context: Context,
  answer: Assertion,
  challenge: string,
  passkey: FoundPasskey,
) {
  const { id, origin } = relyingParty(context);
  const { userHandle } = answer.response;
  if (userHandle !== undefined && !isUserHandleOf(passkey.userId, userHandle)) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: fromBase64url(passkey.publicKey) ?? new Uint8Array(),
        // The batch decides about the counter: what was read here may be out of date by then.
        counter: 0,
      },
    });
    return verified ? authenticationInfo : null;
  } catch (error) {
    logEvent("passkey refused", { reason: (error as Error).message.slice(0, 200) });
    return null;
  }
}

/**
 * One batch decides whether the counter has gone on, uses the challenge up, and creates the session: of two answers to one
 * challenge, or with one count, exactly one signs in. The challenge of a passkey that was removed meanwhile stays unused.
 */
async function signInOnce(
  context: Context,
  request: Request,
  { id, email }: FoundPasskey,
  challenge: OpenChallenge,
  { newCounter, credentialBackedUp }: { newCounter: number; credentialBackedUp: boolean },
): Promise<PasskeyAttempt> {
  const db = context.get(dbContext);
  const { now, country } = context.get(platformContext);
  const origin = requestOf(context);
  const session = await prepareSession({ userAgent: request.headers.get("User-Agent"), country }, now);
  const thisOne = eq(passkeys.id, id);
  // Authenticators that don't count always say 0 (WebAuthn Level 3, 6.1.1).
  const hasCountedOn = sql<boolean>`(${newCounter} > ${passkeys.counter} or (${newCounter} = 0 and ${passkeys.counter} = 0))`;
  const isUsed = exists(
    db
      .select({ id: usedPasskeyChallenges.id })
      .from(usedPasskeyChallenges)
      .where(eq(usedPasskeyChallenges.id, challenge.id)),
  );
  const won = exists(
    db
      .select({ id: usedPasskeyChallenges.id })
      .from(usedPasskeyChallenges)
      .where(and(eq(usedPasskeyChallenges.id, challenge.id), eq(usedPasskeyChallenges.usedBy, session.id))),
  );
  // A subquery that uses the index. A condition on each user (exists) would scan the whole table.
  const owner = inArray(users.id, db.select({ userId: passkeys.userId }).from(passkeys).where(thisOne));
  const mayEnter = and(owner, won, notBanned(users, now));
  const [[before], , , [user], created] = await db.batch([
    db
      .select({
        isUsed: sql<boolean>`${isUsed}`.mapWith(Boolean).as("is_used"),
        hasCountedOn: hasCountedOn.mapWith(Boolean).as("has_counted_on"),
      })
      .from(passkeys)
      .where(thisOne),
    insertFrom(
      db,
      usedPasskeyChallenges,
      { ...challenge, usedBy: session.id },
      { from: passkeys, where: and(thisOne, hasCountedOn) },
    ).onConflictDoNothing(),
    db
      .update(passkeys)
      .set({ counter: newCounter, backedUp: credentialBackedUp, lastUsedAt: now })
      .where(and(thisOne, won)),
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
        insertSession(db, session, now, mayEnter).returning({ id: sessions.id }),
        signInActor({ requestId: origin.requestId, at: now, logged: origin.logged }),
        "auth.signInWithPasskey",
        signInSubject(owner),
      ),
      origin,
      newDeviceNotice(session),
      { where: and(owner, isNewDevice(session, await knownUsers(context, request))) },
    ),
  ]);
  if (!before || !user) return { outcome: "unknown" };
  if (before.isUsed) return { outcome: "expired" };
  if (!before.hasCountedOn) return { outcome: "copied", email };
  const { reason, until, ...signedIn } = user;
  if (created.length === 0) return { outcome: "banned", email, reason, until };
  mailNotices(context, user.id);
  return { outcome: "signed-in", user: signedIn, sessionToken: session.token };
}
