import { expect } from "vitest";
import { textsIn } from "./texts.ts";

const t = textsIn("en");

/** Expects that a passkey signs nobody in, with this reason. */
export async function expectPasskeyRefused(
  answer: Response,
  code: "PASSKEY_EXPIRED" | "PASSKEY_NOT_FOUND" | "INVALID_PASSKEY" | "PASSKEY_COPIED" | "BANNED_USER",
  message = t(`code:${code}`),
) {
  expect(answer.headers.get("X-Error-Code")).toBe(code);
  expect(answer.headers.getSetCookie().join()).not.toContain("session=");
  expect(await answer.json()).toEqual({ error: message });
}
