import * as z from "zod";

const claimsSchema = z.looseObject({
  iss: z.string(),
  /** Whom the token is for. */
  aud: z.union([z.string().transform((one) => [one]), z.array(z.string())]),
  /** Who asked for it: expected where it is for several. */
  azp: z.string().optional(),
  /** Seconds since 1970. */
  exp: z.number(),
  nonce: z.string(),
});

/**
 * The claims of an ID token that the provider's token endpoint has just given us over TLS: that says who made it, so its
 * signature needs no check (OpenID Connect Core 1.0, 3.1.3.7, item 6). Never call it with a token from a browser.
 * @param expected.issuers the names by which the provider calls itself
 * @param expected.now milliseconds since 1970
 * @throws if it is no ID token, or from another issuer, for another client, expired, or of another visit
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
