import { randomToken, sha256 } from "#app/core/lib/bytes.ts";
import { TOKEN_PREFIX } from "#app/product.ts";

/** The length of 256 bits as base64url. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

const TOKEN = new RegExp(`^(${TOKEN_PREFIX}_[\\w-]{${SECRET_LENGTH}})([\\w-]{${CHECKSUM_LENGTH}})$`);

/**
 * A new access token: the product's prefix, 256 random bits, and a checksum of both. Thanks to prefix and checksum,
 * scanners for leaked secrets recognise a token, and the API refuses other texts without a query.
 */
export async function newTokenText(): Promise<string> {
  const body = `${TOKEN_PREFIX}_${randomToken(32)}`;
  return body + (await checksum(body));
}

/** Whether a text has the form and the checksum of an access token. */
export async function isTokenText(text: string): Promise<boolean> {
  const [, body, sum] = TOKEN.exec(text) ?? [];
  return body !== undefined && (await checksum(body)) === sum;
}

/** The first characters of the SHA-256, as base64url. */
const checksum = async (text: string) => (await sha256(text)).slice(0, CHECKSUM_LENGTH);
