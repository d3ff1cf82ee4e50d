import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import { PRODUCT_NAME } from "#app/product.ts";
import { APP_CODE_DIGITS } from "./second-step.schema.ts";

/**
 * How long an app shows a code, in seconds. Every authenticator app supports this value, with these digits and this
 * hash (RFC 6238).
 */
const PERIOD = 30;
const ALGORITHM = "SHA1";

/** How many steps a clock may be off, in either direction. */
const DRIFT = 1;

/** Generates a secret of 160 bits, as RFC 4226 recommends. @returns the secret in base32, the format of apps */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, label = "") =>
  new TOTP({
    secret,
    label,
    issuer: PRODUCT_NAME,
    period: PERIOD,
    digits: APP_CODE_DIGITS,
    algorithm: ALGORITHM,
  });

/**
 * The time step of a code, if that is the current step or one next to it.
 * @param now milliseconds since 1970
 * @returns null if the code is wrong
 */
export function timeStepOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: DRIFT });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
}

/** A secret in the forms in which an authenticator app accepts it: as text to type, as a link, and as a QR code. */
export interface ShownSecret {
  /** The text to type, in groups of four characters. */
  groups: string;
  /** The link that opens an app on the same device. */
  uri: string;
  qr: QrCode;
}

/** A QR code as an SVG path of squares of size 1, and its width and height. */
interface QrCode {
  path: string;
  size: number;
}

/** @param account the name of the account in the app: the user's email address */
export function showSecret(secret: string, account: string): ShownSecret {
  const uri = totpOf(secret, account).toString();
  return { groups: secret.replace(/.{4}(?=.)/g, "$& "), uri, qr: qrCode(uri) };
}

function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { path: squares.join(""), size };
}
