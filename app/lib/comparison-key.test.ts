import fc from "fast-check";
import { expect, test } from "vitest";
import { comparisonKey } from "./comparison-key.ts";

test.each([
  ["L'Étranger", " l'etranger  "],
  ["STRASSE", "Straße"],
  ["STRASSE", "STRAẞE"],
  ["Ὀδύσσεια", "οδυσσεια"],
  ["ΟΔΟΣ", "οδος"],
  ["أَوْلاد  حارَتِنا", "اولاد حارتنا"],
  ["كتـــاب", "كتاب"],
  ["Ｄｕｎｅ", "dune"],
  ["Ngũgĩ wa\u00a0Thiong'o", "ngugi wa thiong'o"],
])("%j and %j are the same", (one, other) => {
  expect(comparisonKey(one)).toBe(comparisonKey(other));
});

test("different letters are different, and nothing is the empty key", () => {
  expect(comparisonKey("Emma")).not.toBe(comparisonKey("Emna"));
  expect([comparisonKey(null), comparisonKey(undefined), comparisonKey("  ")]).toEqual(["", "", ""]);
});

test("a key is its own key, whatever case and space surround the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const key = comparisonKey(text);
      expect(comparisonKey(key)).toBe(key);
      expect(comparisonKey(`\t ${text}\n`)).toBe(key);
    }),
  );
});
