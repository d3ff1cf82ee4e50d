import fc from "fast-check";
import { expect, test } from "vitest";
import { hasVisible, isStorable, manyLines, oneLine } from "./text.ts";

test.each([
  ["a line break", "Things\nFall Apart", "Things Fall Apart"],
  ["a line break of Windows among spaces", "Things \r\n Fall Apart", "Things Fall Apart"],
  ["a tab", "Things\tFall Apart", "Things Fall Apart"],
  ["several controls", "Things\u0001\u0008\u0085Fall Apart", "Things Fall Apart"],
  ["Unicode's own line breaks", "Things\u2028\u2029Fall Apart\u2028", "Things Fall Apart"],
  ["a combining accent", "Cafe\u0301", "Café"],
  ["white space around", "\u00a0 Dune\n", "Dune"],
  ["two spaces", "Dune  Messiah", "Dune  Messiah"],
])("a single-line field accepts %s", (_, typed, stored) => {
  expect(oneLine(typed)).toBe(stored);
});

test("joiners stay: Persian words and emoji need them", () => {
  for (const text of ["می\u200cخواهم", "क्\u200dष", "👩\u200d🚀", "❤\ufe0f"]) {
    expect([oneLine(text), manyLines(text)]).toEqual([text, text]);
  }
});

test("several lines keep tabs and line breaks, which become uniform", () => {
  expect(manyLines("a\r\nb\rc\vd\fe\u0085f\u2028g\u2029h\n\n\ti\u0001j\n")).toBe(
    "a\nb\nc\nd\ne\nf\ng\nh\n\n\ti j",
  );
});

test("a stored text that is saved again does not change", () => {
  const isStable = (text: string) =>
    oneLine(oneLine(text)) === oneLine(text) &&
    manyLines(manyLines(text)) === manyLines(text) &&
    !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(oneLine(text));
  fc.assert(fc.property(fc.string({ unit: "binary" }), isStable));
});

test("a long run of spaces or controls takes no longer than other text", () => {
  // A pattern that scans the run again from each character would take minutes.
  expect(oneLine(`a${" ".repeat(1_000_000)}b`)).toHaveLength(1_000_002);
  expect(oneLine(`a${" \n".repeat(500_000)}b`).length).toBeLessThan(1_000_002);
});

test("only a NUL and half a surrogate pair can't be stored", () => {
  for (const text of ["a\0b", "a\ud800b", "\udc00"]) expect(isStorable(text)).toBe(false);
  for (const text of ["", "a\nb", "\ufffd", "\u{1f469}\u200d\u{1f680}"]) expect(isStorable(text)).toBe(true);
});

test.each([
  ["nothing", ""],
  ["white space", " \u00a0\u3000\t\n"],
  ["zero-width characters", "\u200b\u200c\u200d\u2060\ufeff"],
  ["soft hyphens", "\u00ad"],
  ["direction marks", "\u200e\u200f\u061c\u202a\u202c\u2066\u2069"],
  ["the blank pattern of Braille", "\u2800"],
  ["fillers of Hangul", "\u115f\u1160\u3164\uffa0"],
  ["tags", "\u{e0041}\u{e0020}"],
  ["variation selectors", "\ufe0f\u{e0100}"],
  ["blank signs of music and hieroglyphs", "\u{1d159}\u{13441}\u{13442}"],
  ["marks without a letter", "\u0301\u034f"],
])("%s has nothing visible", (_, text) => {
  expect(hasVisible(text)).toBe(false);
});

test.each(["a", "م", "字", "٣", "-", "€", "👩‍🚀", "\u200ba", "\u3164字"])(
  "%j has something visible",
  (text) => {
    expect(hasVisible(text)).toBe(true);
  },
);
