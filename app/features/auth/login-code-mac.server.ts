import { base64url, fromBase64url } from "#app/lib/bytes.ts";
import type { Settings } from "#app/settings.ts";

/** Includes the challenge's id, so a stored code can't be moved to another challenge. */
const signedText = (challengeId: string, code: string) => new TextEncoder().encode(`${challengeId}:${code}`);

async function importKey(settings: Settings): Promise<CryptoKey> {
  const raw = new TextEncoder().encode(settings.LOGIN_CODE_SECRET);
  return crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

/** The HMAC of a code, as base64url. KV stores only this, so reading KV lets nobody sign in. */
export async function signLoginCode(settings: Settings, challengeId: string, code: string): Promise<string> {
  const mac = await crypto.subtle.sign("HMAC", await importKey(settings), signedText(challengeId, code));
  return base64url(new Uint8Array(mac));
}

/** Whether a code matches the stored HMAC. WebCrypto's verify compares in constant time. */
export async function verifyLoginCode(
  settings: Settings,
  challengeId: string,
  code: string,
  stored: string,
): Promise<boolean> {
  const mac = fromBase64url(stored);
  if (!mac) return false;
  return crypto.subtle.verify("HMAC", await importKey(settings), mac, signedText(challengeId, code));
}
