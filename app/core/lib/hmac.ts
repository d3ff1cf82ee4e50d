import { base64url, fromBase64url } from "./bytes.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

const importKey = (secret: string) =>
  crypto.subtle.importKey("raw", bytesOf(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
    "verify",
  ]);

/** The HMAC-SHA256 of a text (UTF-8), as base64url. */
export async function hmac(secret: string, text: string): Promise<string> {
  const mac = await crypto.subtle.sign("HMAC", await importKey(secret), bytesOf(text));
  return base64url(new Uint8Array(mac));
}

/** Whether `mac` is the {@link hmac} of a text. WebCrypto's verify compares in constant time. */
export async function verifyHmac(secret: string, text: string, mac: string): Promise<boolean> {
  const given = fromBase64url(mac);
  return given !== null && crypto.subtle.verify("HMAC", await importKey(secret), given, bytesOf(text));
}
