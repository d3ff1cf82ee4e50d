import { expect, test } from "vitest";
import { TOKEN_PREFIX } from "#app/product.ts";
import { isTokenText, newTokenText } from "./token-text.ts";

const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Returns another character than the given one. */
const other = (character = "") => CHARACTERS[(CHARACTERS.indexOf(character) + 1) % CHARACTERS.length];

test("a token has the prefix, 256 bits and a checksum, and no two are the same", async () => {
  const tokens = await Promise.all(Array.from({ length: 100 }, newTokenText));
  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) {
    const [, secret = ""] = new RegExp(`^${TOKEN_PREFIX}_([\\w-]{43})[\\w-]{6}$`).exec(token) ?? [];
    expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    expect(await isTokenText(token)).toBe(true);
  }
});

test("a token with any one character changed, missing or added is invalid", async () => {
  const token = await newTokenText();
  for (let at = 0; at < token.length; at++) {
    const [before, after] = [token.slice(0, at), token.slice(at + 1)];
    for (const changed of [before + other(token[at]) + after, before + after]) {
      expect(await isTokenText(changed), changed).toBe(false);
    }
  }
  for (const added of [`${token}A`, ` ${token}`, `${token}\n`, `${token}=`]) {
    expect(await isTokenText(added), JSON.stringify(added)).toBe(false);
  }
});

test.each(["", TOKEN_PREFIX, `${TOKEN_PREFIX}_`, `${TOKEN_PREFIX}_${"A".repeat(49)}`, "é".repeat(56)])(
  "%j is not a token",
  async (text) => {
    expect(await isTokenText(text)).toBe(false);
  },
);
