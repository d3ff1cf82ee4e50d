import { expect, test } from "vitest";
import { createI18n } from "./create-i18n.ts";
import { stringsMissingFrom } from "./missing-strings.ts";

const english = {
  title: "Books",
  button: { save: "Save", cancel: "Cancel" },
  string: { min_one: "{{count}} letter", min_other: "{{count}} letters" },
};

test("only the strings that a language lacks are reported as missing, at any depth", () => {
  const swahili = {
    button: { save: "Hifadhi" },
    string: { min_one: "Herufi {{count}}", min_other: "Herufi {{count}}" },
  };
  expect(stringsMissingFrom(swahili, english, "sw")).toEqual({
    title: "Books",
    button: { cancel: "Cancel" },
  });
  expect(stringsMissingFrom(english, english, "en")).toEqual({});
});

test("a number is formatted as if the default language had all its plural forms", () => {
  const arabic = { string: { min_one: "حرف واحد", min_other: "{{count}} حرف" } };
  const missing = stringsMissingFrom(arabic, english, "ar");
  const speak = (fallback: object) => {
    const i18n = createI18n("ar", { ar: { validation: arabic }, en: { validation: fallback } });
    return [0, 1, 2, 3, 11, 100].map((count) => i18n.t("validation:string.min", { count }));
  };
  expect(speak(missing)).toEqual(speak(english));
  expect(speak(missing)[2]).toBe("2 letters");
});
