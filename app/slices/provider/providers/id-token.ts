import * as z from "zod";

const claimsSchema = z.looseObject({
  iss: z.string(),
  /** The clients that the token is for. */
  aud: z.union([z.string().transform((one) => [one]), z.array(z.string())]),
  /** The client that asked for the token, if the token is for several clients. */
  azp: z.string().optional(),
  /** Seconds since 1970. */
  exp: z.number(),
  nonce: z.string(),
});

/**
 * The claims of an ID token that came directly from the provider's token endpoint over TLS. That proves who made it, so
 * its signature needs no check (OpenID Connect Core 1.0, 3.1.3.7, item 6). Never call it with a token from a browser.
 * @param expected.issuers the provider's names for itself
 * @param expected.now milliseconds since 1970
 * @throws if it is malformed, expired, from another issuer, for another client, or from another visit
 */
export function readIdToken(
  idToken: string | null,
  expected: { issuers: string[]; clientId: string | undefined; nonce: string; now: number },
): z.output<typeof claimsSchema> {
  const base64 = idToken?.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
  const json = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const claims = claimsSchema.parse(JSON.parse(new TextDecoder().decode(json)));
  if (!expected.issuers.includes(claims.iss)) throw new Error("The ID token is another issuer's");
  const { aud, azp = aud.length === 1 ? aud[0] : undefined } = claims;
  if (!aud.some((one) => one === expected.clientId) || azp !== expected.clientId) {
    throw new Error("The ID token is for another client");
  }
  if (claims.exp * 1000 <= expected.now) throw new Error("The ID token has expired");
  if (claims.nonce !== expected.nonce) throw new Error("The ID token is of another visit");
  return claims;
}
