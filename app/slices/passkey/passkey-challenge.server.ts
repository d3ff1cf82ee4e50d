import { lte } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import { base64url, fromBase64url, randomToken } from "#app/core/lib/bytes.ts";
import { MINUTE } from "#app/core/lib/durations.ts";
import { hmac, verifyHmac } from "#app/core/lib/hmac.ts";
import type { Settings } from "#app/settings.ts";
import { usedPasskeyChallenges } from "./passkeys.table.ts";

/** How long a challenge can be answered, in milliseconds (docs/product.md, Numbers). */
export const CHALLENGE_LIFE = 5 * MINUTE;

/**
 * What a challenge is for: signing in, or in one session adding a passkey or proving who one is. An answer is good for nothing
 * else.
 */
export type ChallengePurpose = "sign-in" | `add:${string}` | `prove:${string}`;

/** A challenge that we made and that has not expired. Whether it was answered before is for D1 to decide. */
export interface OpenChallenge {
  /** Identifies it among the used ones. */
  id: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** One key for this purpose, so that nothing else that these secrets sign can be passed off as a challenge. */
const keysOf = ({ COOKIE_SECRETS }: Settings) =>
  COOKIE_SECRETS.map((secret) => `passkey-challenge:${secret}`);

const signedText = (purpose: ChallengePurpose, id: string, expiresAt: string) =>
  `${purpose}:${id}:${expiresAt}`;

/**
 * A challenge for an authenticator to sign: 128 random bits, its end, and an HMAC of both and of its purpose. So nothing is stored until
 * one is answered, and whoever opens the sign-in page, again and again, writes nothing (docs/decisions/0051).
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
 * @returns null if it is not ours, is for something else, or has expired
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

/** The challenge in the client data of a response, as base64url; null if it holds none. */
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

/** The handle by which authenticators know a user: their id, which names nobody outside this site. */
export const userHandleOf = (userId: string) => new TextEncoder().encode(userId);

/** Whether an authenticator's handle, as base64url, is a user's. */
export const isUserHandleOf = (userId: string, handle: string) => base64url(userHandleOf(userId)) === handle;

/** Deletes the used challenges that have expired: nothing accepts them any more. @returns how many */
export const purgePasskeyChallenges = (db: Database, now: number): Promise<number> =>
  deleteRows(db, usedPasskeyChallenges, lte(usedPasskeyChallenges.expiresAt, now));
