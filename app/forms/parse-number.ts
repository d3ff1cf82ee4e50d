/**
 * A number as people type it: in Western, Arabic-Indic, Persian or full-width digits, with a point or a comma before the
 * decimals and spaces between the thousands.
 *
 * @returns null if it is not a number, and for a single comma or point before exactly three digits ("1,234"): it means
 *   1234 to some readers and 1.234 to others. "1.234" is the exception, because that is how browsers and programs write it.
 */
export function parseNumber(typed: string): number | null {
  const text = typed
    .normalize("NFKC")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\s\u066c\p{Cf}]/gu, "")
    .replace(/\u066b/g, ".")
    .replace(/^\u2212/, "-");
  if (/^-?\d+,\d{3}$/.test(text)) return null;
  const number = text.replace(",", ".");
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(number) ? Number(number) : null;
}
