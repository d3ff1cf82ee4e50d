import { expect, test } from "vitest";
import { acceptedLanguages } from "./accept-language.ts";
import { LANGUAGE_KEYS, LANGUAGES } from "./languages.ts";

test.each([
  ["fr", "fr"],
  ["ar-EG;q=0.8, fr-CA;q=0.5", "ar;q=0.8, fr;q=0.5"],
  ["AR", "AR"],
  ["", ""],
])("of the header %j, %j remains", (header, left) => {
  expect(acceptedLanguages(header, ["en", "fr", "ar"])).toBe(left);
});

test("Accept-Language skips a partial or unknown language and selects the next one", () => {
  expect(acceptedLanguages("de-AT, de;q=0.9, fr;q=0.5", ["en", "fr"])).toBe(" fr;q=0.5");
  expect(acceptedLanguages("*, de", ["en", "fr"])).toBe("");
});

test("by default, the complete languages remain", () => {
  const complete = LANGUAGE_KEYS.filter((key) => LANGUAGES[key].complete);
  expect(acceptedLanguages(LANGUAGE_KEYS.join(","))).toBe(complete.join(","));
});
