import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawIcons } from "#scripts/vite/icon-sprite.ts";

test("the sprite has the icons of app/core/ui/icon-names.ts: `npm run build` writes it", async () => {
  expect(readFileSync("app/core/ui/icons.svg", "utf8")).toBe(await drawIcons());
});
