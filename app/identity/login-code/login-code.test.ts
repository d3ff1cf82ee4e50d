import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { drawLoginCode, normaliseLoginCode } from "./login-code.ts";

test("a code is six digits, leading zeros included", () => {
  for (let n = 0; n < 1000; n++) expect(drawLoginCode()).toMatch(/^\d{6}$/);
});

test("numbers that would favour the low codes are drawn again", () => {
  const draws = [4_294_000_000, 2 ** 32 - 1, 1_000_007];
  const random = vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    if (array instanceof Uint32Array) array[0] = draws.shift() ?? 0;
    return array;
  });
  expect(drawLoginCode()).toBe("000007");
  expect(draws).toEqual([]);
  random.mockRestore();
});

test("digits of any of our readers' scripts, with spaces and dashes, are the same code", () => {
  const scripts = ["0123456789", "٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "０１２３４５６７８９"];
  const filler = fc.constantFrom("", " ", "\u00a0", "-", "–", "\u200f", "\u2068", "\n");
  const digit = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom(...scripts), filler);
  fc.assert(
    fc.property(fc.array(digit, { minLength: 6, maxLength: 6 }), (digits) => {
      const typed = digits.map(([value, script, space]) => script[value] + space).join("");
      expect(normaliseLoginCode(typed)).toBe(digits.map(([value]) => value).join(""));
    }),
  );
});
