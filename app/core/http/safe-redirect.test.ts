import fc from "fast-check";
import { expect, test } from "vitest";
import { safeRedirect } from "./safe-redirect.ts";

test.each([
  "/",
  "/app/notes?after=x#top",
  "/app/notes/%D9%85",
  "/a//b",
  "/@evil.example",
  "/?next=https://evil.example",
])("a redirect to %s is followed", (path) => {
  expect(safeRedirect(path)).toBe(path);
});

test.each([
  null,
  undefined,
  "",
  "app",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/app\\..\\evil",
  "https://evil.example",
  "javascript:alert(1)",
  " /app",
  "/\t/evil.example",
  "/\n/evil.example",
  "/app\u0000",
  "/app\r\nSet-Cookie: a=b",
  "/.//evil.example",
  "/..//evil.example",
  `/${"a".repeat(3000)}`,
])("a redirect to %j is not followed", (target) => {
  expect(safeRedirect(target)).toBeNull();
});

test("every address that is accepted leads a browser to this site", () => {
  const part = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "@",
    ":",
    "evil.example",
    "https:",
    "%2f",
    "\t",
    "?",
    "#",
    "a",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const target = safeRedirect(`/${parts.join("")}`);
      if (target !== null) expect(new URL(target, "https://deckle.test").origin).toBe("https://deckle.test");
    }),
    { numRuns: 2000 },
  );
});
