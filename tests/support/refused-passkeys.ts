import { expect } from "vitest";
import { base64url } from "#app/core/lib/bytes.ts";
import { textsIn } from "./texts.ts";
import type { TestWorker } from "./worker.ts";

const t = textsIn("en");

/**
 * Ways in which a passkey's response can differ from what the site has asked for. Every such response must be
 * refused.
 */
export const passkeyDeviations = ({ url }: TestWorker) => [
  { origin: "https://deckle.example" },
  { origin: url.replace("127.0.0.1", "localhost") },
  { rpId: "deckle.example" },
  { verified: false },
  { forged: true },
  { type: "webauthn.create" },
  { userHandle: base64url(new TextEncoder().encode(crypto.randomUUID())) },
];

/** Expects that signing in with a passkey is refused, with this reason. */
export async function expectPasskeyRefused(
  answer: Response,
  code: "PASSKEY_EXPIRED" | "PASSKEY_NOT_FOUND" | "INVALID_PASSKEY" | "PASSKEY_COPIED" | "BANNED_USER",
  message = t(`code:${code}`),
) {
  expect(answer.headers.get("X-Error-Code")).toBe(code);
  expect(answer.headers.getSetCookie().join()).not.toContain("session=");
  expect(await answer.json()).toEqual({ error: message });
}
