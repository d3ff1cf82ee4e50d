import { lte } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import { base64url, fromBase64url, randomToken } from "#app/core/lib/bytes.ts";
import { MINUTE } from "#app/core/lib/durations.ts";
import { hmac, verifyHmac } from "#app/core/lib/hmac.ts";
import type { Settings } from "#app/settings.ts";
import { usedPasskeyChallenges } from "./passkeys.table.ts";

/** How long a challenge can be used, in milliseconds (docs/product.md, Numbers). */
export const CHALLENGE_LIFE = 5 * MINUTE;

/**
 * The purpose of a challenge: signing in or, within one session, adding a passkey or a proof. A response is valid for
 * no other purpose.
 */
export type ChallengePurpose = "sign-in" | `add:${string}` | `prove:${string}`;

/** A challenge that we made and that has not expired. D1 decides whether it was already used. */
export interface OpenChallenge {
  /** Identifies the challenge among the used ones. */
  id: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** A separate key for this purpose, so that nothing else signed with these secrets can pass for a challenge. */
const keysOf = ({ COOKIE_SECRETS }: Settings) =>
  COOKIE_SECRETS.map((secret) => `passkey-challenge:${secret}`);

const signedText = (purpose: ChallengePurpose, id: string, expiresAt: string) =>
  `${purpose}:${id}:${expiresAt}`;

/**
 * A challenge for an authenticator to sign: 128 random bits, its expiry, and an HMAC of both and of its purpose.
 * Nothing is stored until a response arrives, so opening the sign-in page many times writes nothing
 * (docs/decisions/0051).
 */
export async function newChallenge(
  settings: Settings,
  purpose: ChallengePurpose,
  now: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const [key = ""] = keysOf(settings);
  const id = randomToken(16);
  const expiresAt = String(now + CHALLENGE_LIFE);
  const mac = await hmac(key, signedText(purpose, id, expiresAt));
  return new TextEncoder().encode(`${id}.${expiresAt}.${mac}`);
}

/**
 * Reads the challenge that an authenticator has signed.
 * @param challenge base64url, as browsers report it
 * @returns null if we did not make the challenge, or if it has another purpose or has expired
 */
export async function readChallenge(
  settings: Settings,
  purpose: ChallengePurpose,
  challenge: string,
  now: number,
): Promise<OpenChallenge | null> {
  const bytes = fromBase64url(challenge);
  const [id = "", expiresAt = "", mac = ""] = bytes ? new TextDecoder().decode(bytes).split(".") : [];
  for (const key of keysOf(settings)) {
    if (await verifyHmac(key, signedText(purpose, id, expiresAt), mac)) {
      return Number(expiresAt) > now ? { id, expiresAt: Number(expiresAt) } : null;
    }
  }
  return null;
}

/** The challenge in the client data of a response, as base64url; null if there is none. */
export function challengeIn(clientDataJSON: string): string | null {
  const bytes = fromBase64url(clientDataJSON);
  if (!bytes) return null;
  try {
    const { challenge } = JSON.parse(new TextDecoder().decode(bytes));
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
}

/** The handle of a user for authenticators: their id, which means nothing outside this site. */
export const userHandleOf = (userId: string) => new TextEncoder().encode(userId);

/** Whether an authenticator's handle, as base64url, belongs to a user. */
export const isUserHandleOf = (userId: string, handle: string) => base64url(userHandleOf(userId)) === handle;

/** Deletes the used challenges that have expired, because nobody can use these again. @returns how many */
export const purgePasskeyChallenges = (db: Database, now: number): Promise<number> =>
  deleteRows(db, usedPasskeyChallenges, lte(usedPasskeyChallenges.expiresAt, now));
