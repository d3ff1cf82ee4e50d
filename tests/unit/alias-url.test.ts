import { expect, test } from "vitest";
import { aliasUrl } from "#scripts/lib/alias-url.ts";

test("emails of a version under an alias link to that version if its address can be derived from the worker's", () => {
  expect(aliasUrl("https://deckle-preview.acme.workers.dev", "pr-12")).toBe(
    "https://pr-12-deckle-preview.acme.workers.dev",
  );
  expect(aliasUrl("https://preview.acme.test", "pr-12")).toBeNull();
  expect(aliasUrl("https://workers.dev.acme.test", "pr-12")).toBeNull();
});
