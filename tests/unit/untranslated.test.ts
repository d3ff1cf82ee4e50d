import { expect, test } from "vitest";
import { englishTime } from "#tests/support/untranslated.ts";

test("an English month is found in the text of a language that has another word for it", () => {
  expect("21 November 2026").toMatch(englishTime("fr"));
  expect("21 November 2026").toMatch(englishTime("ar"));
  expect("21. November 2026").not.toMatch(englishTime("de"));
  expect("3 October 2026").toMatch(englishTime("de"));
});
