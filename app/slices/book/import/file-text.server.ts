import type { ParseKeys } from "i18next";
import { type Encoding, LABELS } from "./encodings.ts";

// Decodes the bytes of a file, and tidies the text before it is parsed (docs/decisions/0063).

/** Why a file can't be read at all: a translation key, and its values. */
export interface FileObjection {
  ok: false;
  message: ParseKeys;
  values?: Record<string, string | number>;
}

/**
 * The encodings that are recognised even if the reader selects none: those that our readers' systems write, for Latin
 * and for Arabic letters.
 */
const RECOGNISED: Encoding[] = ["western", "arabic", "mac"];

/** The first bytes of files that are not text: ZIP, which .xlsx, .ods and .numbers are, and the old .xls. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/**
 * Decodes the text of a file.
 * @param selected the encoding that the reader has selected. Unicode is recognised in any case
 * @returns `encoding`: null for Unicode, otherwise the encoding with which the text was decoded
 */
export function readText(
  bytes: ArrayBuffer,
  selected: Encoding | null,
): { ok: true; text: string; encoding: Encoding | null } | FileObjection {
  const start = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength));
  if (WORKBOOKS.some((magic) => magic.every((byte, n) => start[n] === byte))) {
    return { ok: false, message: "import:errors.workbook" };
  }
  const unicode = decode(bytes, utf16Of(start) ?? "utf-8");
  if (unicode !== null) return withText(unicode, null);
  const encoding = selected ?? RECOGNISED.find((name) => isPlausible(decode(bytes, LABELS[name]) ?? ""));
  return encoding
    ? withText(decode(bytes, LABELS[encoding]) ?? "", encoding)
    : { ok: false, message: "import:errors.encoding" };
}

function withText(
  text: string,
  encoding: Encoding | null,
): { ok: true; text: string; encoding: Encoding | null } | FileObjection {
  if (text.includes("\0")) return { ok: false, message: "import:errors.notText" };
  return { ok: true, text: tidy(text), encoding };
}

/** UTF-16, recognised by its byte order mark, or by the zeros of the first two letters. */
function utf16Of([a, b, c, d]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if ((a === 0xff && b === 0xfe) || (a && b === 0 && c && d === 0)) return "utf-16le";
  if ((a === 0xfe && b === 0xff) || (a === 0 && b && c === 0 && d)) return "utf-16be";
  return null;
}

/** Decodes bytes; null if they are not valid in the encoding. */
function decode(bytes: ArrayBuffer, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** How many characters at most are examined to recognise the encoding. */
const LOOKED_AT = 100_000;

/**
 * Signs of a wrong encoding: a control character; a capital after a small letter; a symbol inside a word; a letter of
 * another script next to a Latin one; several accented Latin letters in a row.
 */
const IMPLAUSIBLE = [
  /\p{Cc}/gu,
  /\p{Ll}\p{Lu}/gu,
  /(?<=\p{L})[^\p{ASCII}\p{L}\p{M}\p{P}\p{Zs}]|[^\p{ASCII}\p{L}\p{M}\p{P}\p{Zs}](?=\p{L})/gu,
  /(?<=\p{Script=Latin})\p{Script=Arabic}|\p{Script=Arabic}(?=\p{Script=Latin})/gu,
  /[^\p{ASCII}\P{Script=Latin}]{2,}/gu,
];

/**
 * Whether a text looks as if a person has written it. A few signs of a wrong encoding are allowed: names such as
 * "McÉwan", or "naïëf".
 * @param text the text, decoded with an encoding that has a letter for each byte
 */
function isPlausible(text: string): boolean {
  const from = Math.max(text.search(/\P{ASCII}/u) - 1, 0);
  const looked = text
    .slice(from, from + LOOKED_AT)
    .replace(/\s/g, " ")
    .replaceAll("\u001a", "");
  const beyondAscii = looked.match(/\P{ASCII}/gu)?.length ?? 0;
  const against = IMPLAUSIBLE.reduce((sum, pattern) => {
    const found = looked.match(pattern)?.filter((text) => /\P{ASCII}/u.test(text)) ?? [];
    return sum + found.join("").length;
  }, 0);
  return against * 5 <= beyondAscii;
}

/**
 * Removes byte order marks, and from the end of the text blank lines, delimiters without values, and the Ctrl-Z of old
 * systems. Every line end becomes "\n", inside quotation marks, too. Other control characters become spaces.
 */
function tidy(text: string): string {
  const lines = text
    .replace(/^\ufeff+/, "")
    .replace(/\r\n?/g, "\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
    .replace(/[\u0001-\u0008\u000b\u000c\u000e-\u0019\u001b-\u001f]+/g, " ");
  let end = lines.length;
  while (end > 0 && " \t\n,;\u001a".includes(lines.charAt(end - 1))) end -= 1;
  return lines.slice(0, end).replaceAll("\u001a", " ");
}
