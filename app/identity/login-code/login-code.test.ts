import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { drawLoginCode, normaliseLoginCode } from "./login-code.ts";

test("a login code is six digits, leading zeros included", () => {
  for (let n = 0; n < 1000; n++) expect(drawLoginCode()).toMatch(/^\d{6}$/);
});

test("random numbers that would favour low codes are drawn again", () => {
  const draws = [4_294_000_000, 2 ** 32 - 1, 1_000_007];
  const random = vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    if (array instanceof Uint32Array) array[0] = draws.shift() ?? 0;
    return array;
  });
  expect(drawLoginCode()).toBe("000007");
  expect(draws).toEqual([]);
  random.mockRestore();
});

test("a login code may be typed in the digits of any supported script, with spaces and dashes", () => {
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
