import { base64url, fromBase64url } from "#app/core/lib/bytes.ts";
import { hmac } from "#app/core/lib/hmac.ts";
import type { Settings } from "#app/settings.ts";

type Secrets = Pick<Settings, "SECOND_STEP_SECRETS">;

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Identifies a key without revealing it. */
const keyIdOf = async (secret: string) => (await hmac(secret, "second-step key id")).slice(0, 8);

async function keyOf(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", bytesOf(secret), "HKDF", false, ["deriveKey"]);
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytesOf("second-step") },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

/**
 * Encrypts a text with AES-GCM under the first of SECOND_STEP_SECRETS.
 * @param about the owner of the text. Decrypting needs the same value, so the text can't be moved to another owner
 * @returns the key's id, the initialisation vector and the encrypted text
 */
export async function seal({ SECOND_STEP_SECRETS }: Secrets, text: string, about: string): Promise<string> {
  const [secret = ""] = SECOND_STEP_SECRETS;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const parameters = { name: "AES-GCM", iv, additionalData: bytesOf(about) };
  const encrypted = await crypto.subtle.encrypt(parameters, await keyOf(secret), bytesOf(text));
  return [await keyIdOf(secret), base64url(iv), base64url(new Uint8Array(encrypted))].join(".");
}

/**
 * Decrypts the result of {@link seal}. @returns null if none of our secrets decrypts the text, or if it belongs to
 * another owner
 */
export async function unseal(
  { SECOND_STEP_SECRETS }: Secrets,
  sealed: string,
  about: string,
): Promise<string | null> {
  const [keyId, ...parts] = sealed.split(".");
  const [iv, encrypted] = parts.map(fromBase64url);
  const keyIds = await Promise.all(SECOND_STEP_SECRETS.map(keyIdOf));
  const secret = SECOND_STEP_SECRETS[keyIds.indexOf(keyId ?? "")];
  if (!secret || !iv || !encrypted) return null;
  const parameters = { name: "AES-GCM", iv, additionalData: bytesOf(about) };
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(parameters, await keyOf(secret), encrypted));
  } catch {
    return null;
  }
}
