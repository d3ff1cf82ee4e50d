import { expect, test } from "vitest";
import { readCookie, serializeCookie } from "./cookie.ts";

test("a cookie is Secure only over https", () => {
  const cookie = { name: "theme", value: "dark", maxAge: 60 } as const;
  expect(serializeCookie(cookie, { protocol: "https:" })).toBe(
    "theme=dark; Max-Age=60; Path=/; SameSite=Lax; Secure",
  );
  expect(serializeCookie(cookie, { protocol: "http:" })).toBe("theme=dark; Max-Age=60; Path=/; SameSite=Lax");
});

test.each([
  ["theme=dark", "dark"],
  ["lng=en; theme=light; x=y", "light"],
  ["theme=a=b", "a=b"],
  ["mytheme=dark", null],
  ["", null],
  [null, null],
])("in the header %j, the cookie has the value %j", (header, value) => {
  expect(readCookie(header, "theme")).toBe(value);
});
