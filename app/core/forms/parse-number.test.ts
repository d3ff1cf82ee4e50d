import fc from "fast-check";
import { expect, test } from "vitest";
import { parseNumber } from "./parse-number.ts";

test.each([
  ["12", 12],
  [" 12.5 ", 12.5],
  ["12,5", 12.5],
  ["-3", -3],
  ["−3", -3],
  ["1 234,5", 1234.5],
  ["1\u202f234", 1234],
  ["1 234 567", 1234567],
  ["١٢٫٥", 12.5],
  ["١٬٢٣٤", 1234],
  ["۱۲", 12],
  ["１２", 12],
  ["－１２．５", -12.5],
  ["\u200f12", 12],
  ["1.234", 1.234],
])("%j is %d", (typed, number) => {
  expect(parseNumber(typed)).toBe(number);
});

test.each([
  "1,234",
  "10 20",
  "1 2345",
  "5²",
  "½",
  "",
  "-",
  "1e5",
  "0x10",
  "Infinity",
  "12a",
  "1.2.3",
  "1,2,3",
  "9".repeat(40),
])("%j is refused", (typed) => {
  expect(parseNumber(typed)).toBeNull();
});

test("a number in the format that programs write is read as the same number", () => {
  const numbers = fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((n) => Number(n.toFixed(6)));
  fc.assert(fc.property(numbers, (number) => parseNumber(number.toFixed(6)) === number || number === 0));
});
