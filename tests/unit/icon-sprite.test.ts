import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawIcons } from "#scripts/vite/icon-sprite.ts";

test("the file of icons has those of app/core/ui/icon-names.ts: `npm run build` draws it anew", async () => {
  expect(readFileSync("app/core/ui/icons.svg", "utf8")).toBe(await drawIcons());
});
