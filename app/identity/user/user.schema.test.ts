import { expect, test } from "vitest";
import { emailSchema, exactEmailSchema, nameSchema } from "./user.schema.ts";

test.each([
  ["capitals and spaces", " Ada@Example.COM\n", "ada@example.com"],
  [
    "invisible characters of a copied address",
    "\u200bada\u00ad@\u2060example.com\u202c\ufeff",
    "ada@example.com",
  ],
  ["signs of full width", "ａｄａ＋１＠ｅｘａｍｐｌｅ．ｃｏｍ", "ada+1@example.com"],
  ["a Japanese full stop", "ada@example。co｡jp", "ada@example.co.jp"],
  ["a domain in Unicode", "ada@BÜCHER.example", "ada@xn--bcher-kva.example"],
  ["a top-level domain in Unicode", "ada@пример.рф", "ada@xn--e1afmkfd.xn--p1ai"],
  ["an Arabic domain", "ada@موقع.مصر", "ada@xn--4gbrim.xn--wgbh1c"],
  ["a domain in ASCII form", "ada@XN--bcher-kva.example", "ada@xn--bcher-kva.example"],
])("an address with %s is stored in its usual form", (_, typed, stored) => {
  expect(emailSchema.parse(typed)).toBe(stored);
});

test.each([
  // The kelvin sign becomes a k in lower case.
  "\u212aevin@example.com",
  "kevın@example.com",
  "jörg@example.com",
  "ada@exa mple.com",
  "ada@ex/ämple.com",
  "ada@ämple.com:80",
  "ada@ämple.com@example.com",
  "ada@[ämple.com]",
  "ada@１２７.0.0.1",
  "ada@.ä.com",
  `ada@${"ä".repeat(300)}.com`,
  "ada",
  "@ämple.com",
  `${"a".repeat(250)}@example.com`,
])("%j is not an email address", (typed) => {
  expect(emailSchema.safeParse(typed).error?.issues[0]?.message).toBe("refused:emailInvalid");
});

test.each(["", " ", "\u200b"])("%j counts as a missing address", (typed) => {
  expect(emailSchema.safeParse(typed).error?.issues[0]?.message).toBe("refused:emailRequired");
});

test("an address that a provider vouches for is never changed into another one", () => {
  expect(exactEmailSchema.parse("Ada@Example.com")).toBe("ada@example.com");
  for (const vouched of [
    "\u212aevin@example.com",
    "ａda@example.com",
    "ada@bücher.example",
    "ada\u200b@example.com",
  ]) {
    expect(exactEmailSchema.safeParse(vouched).success).toBe(false);
  }
});

test("a name has a visible character and none that changes the direction of the text around it", () => {
  expect(nameSchema.parse("\u202eAda\nLovelace\u2066 ")).toBe("Ada Lovelace");
  expect(nameSchema.parse("سارا\u200cالسادات")).toBe("سارا\u200cالسادات");
  for (const name of ["\u3164", "\u2800", "\u00ad", "\ue000", "\u202e"]) {
    expect(nameSchema.safeParse(name).error?.issues).toMatchObject([{ message: "user:errors.nameRequired" }]);
  }
  expect(nameSchema.safeParse("Ada\0").error?.issues).toMatchObject([{ message: "validation:unstorable" }]);
});
