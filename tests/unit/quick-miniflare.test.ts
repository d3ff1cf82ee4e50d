import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GROWTH } from "#tests/support/quick-miniflare.ts";

test("Miniflare still has the line that tests replace to start workers quickly", () => {
  const miniflare = readFileSync("node_modules/miniflare/dist/src/index.js", "utf8");
  const lines = miniflare.split("\n").filter((line) => line.includes(GROWTH.slow));
  expect(lines, "tests/support/quick-miniflare.ts needs the new line, or can be deleted").toHaveLength(1);
});
