import type { ParseKeys } from "i18next";
import { type Encoding, LABELS } from "./encodings.ts";

// What a file holds, as text: how its bytes are read, and what is tidied before the parser sees it (docs/decisions/0063).

/** Why a whole file can't be read: a translation key, and its values. */
export interface FileObjection {
  ok: false;
  message: ParseKeys;
  values?: Record<string, string | number>;
}

/** Those that are recognised without being named: what our readers' systems write, for Latin and for Arabic letters. */
const RECOGNISED: Encoding[] = ["western", "arabic", "mac"];

/** Beginnings of files that are no text: ZIP, as .xlsx, .ods and .numbers are, and the old .xls. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/**
 * Reads the text of a file.
 * @param chosen the encoding that the reader has named for it. A file in Unicode is read as Unicode all the same
 * @returns `encoding`: null for Unicode; otherwise the one that it was read in
 */
export function readText(
  bytes: ArrayBuffer,
  chosen: Encoding | null,
): { ok: true; text: string; encoding: Encoding | null } | FileObjection {
  const start = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength));
  if (WORKBOOKS.some((magic) => magic.every((byte, n) => start[n] === byte))) {
    return { ok: false, message: "import:errors.workbook" };
  }
  const unicode = decode(bytes, utf16Of(start) ?? "utf-8");
  if (unicode !== null) return withText(unicode, null);
  const encoding = chosen ?? RECOGNISED.find((name) => isPlausible(decode(bytes, LABELS[name]) ?? ""));
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

/** UTF-16, by its byte order mark, or by the zeros of its first two letters. */
function utf16Of([a, b, c, d]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if ((a === 0xff && b === 0xfe) || (a && b === 0 && c && d === 0)) return "utf-16le";
  if ((a === 0xfe && b === 0xff) || (a === 0 && b && c === 0 && d)) return "utf-16be";
  return null;
}

/** The text that some bytes are in an encoding; null if they are none. */
function decode(bytes: ArrayBuffer, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** How much of a file is looked at to recognise its encoding, in letters: enough for any, and quick. */
const LOOKED_AT = 100_000;

/**
 * What shows that a text was read in the wrong encoding: a control; a capital after a small letter; a sign inside a word; a letter
 * of another script beside a Latin one; two Latin letters with accents, or more, in a row.
 */
const IMPLAUSIBLE = [
  /\p{Cc}/gu,
  /\p{Ll}\p{Lu}/gu,
  /(?<=\p{L})[^\p{ASCII}\p{L}\p{M}\p{P}\p{Zs}]|[^\p{ASCII}\p{L}\p{M}\p{P}\p{Zs}](?=\p{L})/gu,
  /(?<=\p{Script=Latin})\p{Script=Arabic}|\p{Script=Arabic}(?=\p{Script=Latin})/gu,
  /[^\p{ASCII}\P{Script=Latin}]{2,}/gu,
];

/**
 * Whether a text can be what somebody has written. A few signs against it may be: names such as "McÉwan", or "naïëf".
 * @param text as it was read in an encoding that has a letter for each byte
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
 * A text without byte order marks, with "\n" as its only line end, also inside quotation marks, and without what stands at the
 * end of it: blank lines, separators without values, and the Ctrl-Z of old systems. Other controls become spaces.
 */
function tidy(text: string): string {
  const lines = text
    .replace(/^\ufeff+/, "")
    .replace(/\r\n?/g, "\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    .replace(/[\u0001-\u0008\u000b\u000c\u000e-\u0019\u001b-\u001f]+/g, " ");
  let end = lines.length;
  while (end > 0 && " \t\n,;\u001a".includes(lines.charAt(end - 1))) end -= 1;
  return lines.slice(0, end).replaceAll("\u001a", " ");
}
