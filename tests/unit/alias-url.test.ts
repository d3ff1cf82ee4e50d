import { expect, test } from "vitest";
import { aliasUrl } from "#scripts/lib/alias-url.ts";

test("a version under an alias mails links to its own address, if the worker's tells it", () => {
  expect(aliasUrl("https://deckle-preview.acme.workers.dev", "pr-12")).toBe(
    "https://pr-12-deckle-preview.acme.workers.dev",
  );
  expect(aliasUrl("https://preview.acme.test", "pr-12")).toBeNull();
  expect(aliasUrl("https://workers.dev.acme.test", "pr-12")).toBeNull();
});
