import { expect, test } from "vitest";
import { mailboxOf } from "./mailbox.ts";

test("an address with a tag has the same mailbox as without it", () => {
  expect(mailboxOf("ada@example.com")).toBe("ada@example.com");
  expect(mailboxOf("ada+books@example.com")).toBe("ada@example.com");
  expect(mailboxOf("ada+books+old@example.com")).toBe("ada@example.com");
  expect(mailboxOf("+books@example.com")).toBe("+books@example.com");
});

test("dots and the two domains of Gmail make no difference", () => {
  for (const spelling of ["adalove", "ada.love", "a.d.a.l.o.v.e", "ada.love+books", "adalove+a.b"]) {
    expect(mailboxOf(`${spelling}@gmail.com`)).toBe("adalove@gmail.com");
    expect(mailboxOf(`${spelling}@googlemail.com`)).toBe("adalove@gmail.com");
  }
});

test("dots make a difference at any other provider", () => {
  for (const domain of ["example.com", "mail.gmail.com", "gmail.com.example", "gmail.co"]) {
    expect(mailboxOf(`ada.love@${domain}`)).toBe(`ada.love@${domain}`);
  }
});
