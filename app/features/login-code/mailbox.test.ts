import { expect, test } from "vitest";
import { mailboxOf } from "./mailbox.ts";

test("a mailbox has no tag", () => {
  expect(mailboxOf("ada@example.com")).toBe("ada@example.com");
  expect(mailboxOf("ada+books@example.com")).toBe("ada@example.com");
  expect(mailboxOf("ada+books+old@example.com")).toBe("ada@example.com");
  expect(mailboxOf("+books@example.com")).toBe("+books@example.com");
});
