import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createI18n } from "#app/core/i18n/create-i18n.ts";
import { DEFAULT_LANGUAGE, LANGUAGE_KEYS, LANGUAGES, type LanguageKey } from "#app/core/i18n/languages.ts";
import { readLocales } from "#tests/support/locales.ts";
import { issueMessages } from "./issue-messages.ts";

/** The message of a schema for a value, in a language. */
function messageOf(language: LanguageKey, schema: z.ZodType, value: unknown): string | undefined {
  const i18n = createI18n(language, readLocales());
  return schema.safeParse(value, { error: issueMessages(i18n) }).error?.issues[0]?.message;
}

/** Each kind of message under Validation in docs/product.md, with a value that triggers it. */
const KINDS: Record<string, [schema: z.ZodType, value: unknown, inEnglish: string]> = {
  required: [z.string(), undefined, "This field is required"],
  "type string": [z.string(), 1, "This must be text"],
  "type number": [z.number(), "1", "This must be a number"],
  "type int": [z.int(), 1.5, "This must be a whole number"],
  "type boolean": [z.boolean(), "yes", "This must be yes or no"],
  "type date": [z.date(), "now", "This must be a date"],
  "type array": [z.array(z.string()), "a", "This must be a list"],
  "type object": [z.object({}), "a", "This must be a group of values"],
  "string min": [z.string().min(3), "ab", "At least 3 characters"],
  "string max": [z.string().max(1), "ab", "At most 1 character"],
  "number min": [z.number().min(1000), 1, "At least 1,000"],
  "number max": [z.number().max(5), 6, "At most 5"],
  "number above": [z.number().positive(), 0, "More than 0"],
  "number below": [z.number().lt(3), 3, "Less than 3"],
  "array min": [z.array(z.string()).min(2), ["a"], "At least 2 items"],
  "array max": [z.array(z.string()).max(1), ["a", "b"], "At most 1 item"],
  "date min": [z.date().min(new Date("2026-11-21")), new Date("2026-11-20"), "Not before Nov 21, 2026"],
  "date max": [z.date().max(new Date("2026-11-21")), new Date("2026-11-22"), "Not after Nov 21, 2026"],
  enum: [z.enum(["a", "b"]), "c", "Choose one of the values offered"],
  union: [z.union([z.string(), z.number()]), true, "This value has none of the allowed forms"],
  "multiple of": [z.number().multipleOf(5), 7, "This must be a multiple of 5"],
  "anything else": [z.string().regex(/a/), "b", "This value is not valid"],
};

describe.each(Object.entries(KINDS))("%s", (_, [schema, value, inEnglish]) => {
  test("has an English message", () => {
    expect(messageOf("en", schema, value)).toBe(inEnglish);
  });

  test.each(LANGUAGE_KEYS.filter((key) => key !== DEFAULT_LANGUAGE && LANGUAGES[key].complete))(
    "has a message in %s",
    (language) => {
      const message = messageOf(language, schema, value);
      expect(message).not.toMatch(/validation:|{{|undefined/);
      expect(message).not.toBe(inEnglish);
    },
  );
});
