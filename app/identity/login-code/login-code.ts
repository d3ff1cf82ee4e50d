/** The number of digits (docs/product.md, Numbers). */
export const LOGIN_CODE_LENGTH = 6;

const CODES = 10 ** LOGIN_CODE_LENGTH;
/** The largest multiple of CODES in 32 bits. Numbers from here on would make low codes more likely. */
const FAIR_RANGE = Math.floor(2 ** 32 / CODES) * CODES;

/** Draws a login code from the platform's CSPRNG. All codes are equally likely. */
export function drawLoginCode(): string {
  const number = new Uint32Array(1);
  do crypto.getRandomValues(number);
  while ((number[0] as number) >= FAIR_RANGE);
  return String((number[0] as number) % CODES).padStart(LOGIN_CODE_LENGTH, "0");
}

/**
 * Normalises a typed or pasted code to ASCII digits without spaces or dashes. Converts digits of other scripts
 * (Arabic-Indic, Persian, full width). Drops invisible direction marks, which text copied from right-to-left emails
 * contains.
 */
export function normaliseLoginCode(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(/[\s\p{Cf}\p{Pd}]/gu, "")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}
