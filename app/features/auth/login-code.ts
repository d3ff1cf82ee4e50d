/** Digits of a login code (docs/product.md, Numbers). */
export const LOGIN_CODE_LENGTH = 6;

const CODES = 10 ** LOGIN_CODE_LENGTH;
/** The largest multiple of CODES that 32 bits hold: numbers from here on would favour the low codes. */
const FAIR_RANGE = Math.floor(2 ** 32 / CODES) * CODES;

/** A login code drawn from the platform's CSPRNG, each equally likely. */
export function drawLoginCode(): string {
  const number = new Uint32Array(1);
  do crypto.getRandomValues(number);
  while ((number[0] as number) >= FAIR_RANGE);
  return String((number[0] as number) % CODES).padStart(LOGIN_CODE_LENGTH, "0");
}

/**
 * A code as a person typed or pasted it, brought into ASCII digits without spaces or dashes. Digits of other
 * scripts (Arabic-Indic, Persian, full width) count; invisible direction marks, which travel with text copied
 * from right-to-left mails, do not.
 */
export function normaliseLoginCode(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(/[\s\p{Cf}\p{Pd}]/gu, "")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}
