/**
 * Parses a number as people type it: in Western, Arabic-Indic, Persian or full-width digits, with a decimal point or
 * comma, and with a space between thousands.
 *
 * @returns null if it is not a number, or if it has a single comma before exactly three digits ("1,234"): some readers
 *   mean 1234, others 1.234. "1.234" is accepted, because browsers and programs write numbers that way.
 */
export function parseNumber(typed: string): number | null {
  const text = typed
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/(?<=\d)[\s\u066c](?=\d{3}(?!\d))/g, "")
    .replace(/[\u066b\uff0e]/g, ".")
    .replace(/\uff0c/g, ",")
    .replace(/^[\u2212\uff0d]/, "-");
  if (/^-?\d+,\d{3}$/.test(text)) return null;
  const number = text.replace(",", ".");
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(number) ? Number(number) : null;
}
