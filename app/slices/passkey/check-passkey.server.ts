import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext, settingsContext } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { fromBase64url } from "#app/core/lib/bytes.ts";
import { logEvent } from "#app/core/lib/log.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { loginTry, type RefusedTry } from "#app/identity/login-code/login-try.server.ts";
import { users } from "#app/identity/tables/users.ts";
import type { Assertion } from "./passkey.schema.ts";
import {
  type ChallengePurpose,
  challengeIn,
  isUserHandleOf,
  type OpenChallenge,
  readChallenge,
} from "./passkey-challenge.server.ts";
import { passkeys, usedPasskeyChallenges } from "./passkeys.table.ts";
import { relyingParty } from "./relying-party.server.ts";
import { tellOfCopy } from "./tell-of-copy.server.ts";

type Context = Readonly<RouterContextProvider>;

/** Why a passkey was rejected. */
export type RejectedPasskey =
  | RefusedTry
  /** The challenge has expired, was answered before, or was for something else. */
  | { outcome: "expired" }
  /** Nobody has this passkey, or no longer. */
  | { outcome: "unknown" }
  /** The answer is another site's, was made without unlocking, or its signature is wrong. */
  | { outcome: "invalid"; email: string }
  /** The authenticator has counted less than before, so there are two of it. */
  | { outcome: "copied"; email: string };

/** A passkey as it is stored, and the address of its owner. */
interface FoundPasskey {
  id: string;
  userId: string;
  name: string;
  credentialId: string;
  publicKey: string;
  email: string;
}

/** A right answer, which a batch has yet to spend. */
export interface RightAnswer {
  passkey: FoundPasskey;
  challenge: OpenChallenge;
  newCounter: number;
  backedUp: boolean;
}

/**
 * Checks an authenticator's answer to one of our challenges. A signature can't be guessed, so only the limit of its network
 * applies, and nobody can lock anyone out.
 *
 * A right answer is not spent: the caller's batch must begin with {@link spendAnswer}.
 */
export async function checkPasskey(
  context: Context,
  answer: Assertion,
  purpose: ChallengePurpose,
): Promise<{ right: RightAnswer } | RejectedPasskey> {
  const refused = await loginTry(context).guard();
  if (refused) return refused;
  const { now } = context.get(platformContext);
  const given = challengeIn(answer.response.clientDataJSON);
  const challenge = given && (await readChallenge(context.get(settingsContext), purpose, given, now));
  if (!challenge) return { outcome: "expired" };
  const passkey = await findPasskey(context.get(dbContext), answer.id);
  if (!passkey) return { outcome: "unknown" };
  const verified = await verifyAssertion(context, answer, given, passkey);
  if (!verified) return { outcome: "invalid", email: passkey.email };
  const { newCounter, credentialBackedUp: backedUp } = verified;
  return { right: { passkey, challenge, newCounter, backedUp } };
}

async function findPasskey(db: Database, credentialId: string): Promise<FoundPasskey | undefined> {
  const [passkey] = await db
    .select({
      id: passkeys.id,
      userId: passkeys.userId,
      name: passkeys.name,
      credentialId: passkeys.credentialId,
      publicKey: passkeys.publicKey,
      email: users.email,
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return passkey;
}

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

/** The row that {@link spendAnswer} reads first: what is to be said of an answer that did not win. */
interface AnswerState {
  isUsed: boolean;
  hasCountedOn: boolean;
}

/**
 * Statements that decide whether the counter has gone on, use the challenge up and record the use, for the beginning of the batch of
 * what the answer is for. Of two answers to one challenge, or with one count, exactly one wins. The challenge of a passkey
 * that was removed meanwhile stays unused.
 * @param winner names this request, or what it creates
 * @returns `statements`, the first of which says what {@link rejectionOf} asks; `won`: the condition that this answer has won
 */
export function spendAnswer(
  db: Database,
  { passkey, challenge, newCounter, backedUp }: RightAnswer,
  winner: string,
  now: number,
) {
  const thisOne = eq(passkeys.id, passkey.id);
  // Authenticators that don't count always say 0 (WebAuthn Level 3, 6.1.1).
  const hasCountedOn = sql<boolean>`(${newCounter} > ${passkeys.counter} or (${newCounter} = 0 and ${passkeys.counter} = 0))`;
  const used = (by?: SQL) =>
    exists(
      db
        .select({ id: usedPasskeyChallenges.id })
        .from(usedPasskeyChallenges)
        .where(and(eq(usedPasskeyChallenges.id, challenge.id), by)),
    );
  const won = used(eq(usedPasskeyChallenges.usedBy, winner));
  const statements = [
    db
      .select({
        isUsed: sql<boolean>`${used()}`.mapWith(Boolean).as("is_used"),
        hasCountedOn: hasCountedOn.mapWith(Boolean).as("has_counted_on"),
      })
      .from(passkeys)
      .where(thisOne),
    insertFrom(
      db,
      usedPasskeyChallenges,
      { ...challenge, usedBy: winner },
      { from: passkeys, where: and(thisOne, hasCountedOn) },
    ).onConflictDoNothing(),
    db.update(passkeys).set({ counter: newCounter, backedUp, lastUsedAt: now }).where(and(thisOne, won)),
  ] as const;
  return { statements, won };
}

/**
 * Why an answer that was right has not won; null if it has. Tells the owner of a copy.
 * @param state the rows that the first statement read
 */
export async function rejectionOf(
  context: Context,
  { passkey }: RightAnswer,
  [state]: AnswerState[],
  actor: Actor,
): Promise<RejectedPasskey | null> {
  if (!state) return { outcome: "unknown" };
  if (state.isUsed) return { outcome: "expired" };
  if (state.hasCountedOn) return null;
  await tellOfCopy(context, passkey, actor);
  return { outcome: "copied", email: passkey.email };
}
