import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import { PRODUCT_NAME } from "#app/product.ts";
import { APP_CODE_DIGITS } from "./second-step.schema.ts";

/** The seconds that a code is shown for. With its digits and the hash, what every authenticator app knows (RFC 6238). */
const PERIOD = 30;
const ALGORITHM = "SHA1";

/** How many steps a clock may be off, either way. */
const DRIFT = 1;

/** Draws a secret of 160 bits, as RFC 4226 recommends. @returns it in base32, as apps take it */
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
 * The time step that a code belongs to, if it is the code of this step or of one beside it.
 * @param now milliseconds since 1970
 * @returns null if the code is wrong
 */
export function timeStepOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: DRIFT });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD) + delta;
}

/** A secret as an authenticator app takes it over: typed, opened, or photographed. */
export interface ShownSecret {
  /** In groups of four characters. */
  groups: string;
  /** What an app on the same device opens. */
  uri: string;
  qr: QrCode;
}

/** A QR code as an SVG path of squares of size 1, and its width and height. */
interface QrCode {
  path: string;
  size: number;
}

/** @param account what the app calls the account: its address */
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
