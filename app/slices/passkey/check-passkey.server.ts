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
import { notifyOfCopy } from "./notify-of-copy.server.ts";
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

type Context = Readonly<RouterContextProvider>;

/** Why a passkey was rejected. */
export type RejectedPasskey =
  | RefusedTry
  /** The challenge has expired, was already used, or was made for another purpose. */
  | { outcome: "expired" }
  /** No user has this passkey (any more). */
  | { outcome: "unknown" }
  /** The response is for another site, was made without unlocking the device, or has a wrong signature. */
  | { outcome: "invalid"; email: string }
  /** The authenticator's counter went backwards, so there are two copies of the passkey. */
  | { outcome: "copied"; email: string };

/** A stored passkey, with its owner's address. */
interface FoundPasskey {
  id: string;
  userId: string;
  name: string;
  credentialId: string;
  publicKey: string;
  email: string;
}

/** A valid response to a challenge. It is not used up yet: {@link spendAnswer} does that in a batch. */
export interface RightAnswer {
  passkey: FoundPasskey;
  challenge: OpenChallenge;
  newCounter: number;
  backedUp: boolean;
}

/**
 * Checks an authenticator's response to one of our challenges. A signature can't be guessed, so only the rate
 * limit for the network applies, and nobody can lock anyone out.
 *
 * This function does not use up the response. The caller's batch must begin with {@link spendAnswer}.
 */
export async function checkPasskey(
  context: Context,
  answer: Assertion,
  purpose: ChallengePurpose,
): Promise<{ right: RightAnswer } | RejectedPasskey> {
  const refused = await loginTry(context).guard();
  if (refused) return refused;
  const { now } = context.get(platformContext);
  const signedChallenge = challengeIn(answer.response.clientDataJSON);
  const challenge =
    signedChallenge && (await readChallenge(context.get(settingsContext), purpose, signedChallenge, now));
  if (!challenge) return { outcome: "expired" };
  const passkey = await findPasskey(context.get(dbContext), answer.id);
  if (!passkey) return { outcome: "unknown" };
  const verified = await verifyAssertion(context, answer, signedChallenge, passkey);
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

/** Verifies an authenticator's signature; null if it does not match the challenge. The reason is logged. */
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
        // The counter is not checked here but in the batch, because the value that was read here may be outdated by
        // then.
        counter: 0,
      },
    });
    return verified ? authenticationInfo : null;
  } catch (error) {
    logEvent("passkey refused", { reason: (error as Error).message.slice(0, 200) });
    return null;
  }
}

/** The row that {@link spendAnswer} reads first. It shows why a response was not the first. */
interface AnswerState {
  isUsed: boolean;
  hasCountedOn: boolean;
}

/**
 * Statements that check the counter, use up the challenge and record the use. They come first in the batch of the
 * action that the response is for. Of two responses to the same challenge, or with the same count, exactly one wins. If
 * the passkey was removed in the meantime, its challenge stays unused.
 * @param winner the id of this request, or of the row that it creates
 * @returns `statements`, the first of which reads the state for {@link rejectionOf}; `won`: SQL for whether
 *   this response has won
 */
export function spendAnswer(
  db: Database,
  { passkey, challenge, newCounter, backedUp }: RightAnswer,
  winner: string,
  now: number,
) {
  const thisOne = eq(passkeys.id, passkey.id);
  // Authenticators without a counter always report 0 (WebAuthn Level 3, 6.1.1).
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
 * Why a valid response has not won; null if it has. Emails the owner about a copy.
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
  await notifyOfCopy(context, passkey, actor);
  return { outcome: "copied", email: passkey.email };
}
