import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { iconSvg } from "#scripts/lib/icon-svg.ts";

test("the icons have the colours of the palette and the shape of the logo", () => {
  expect(readFileSync("public/icon.svg", "utf8"), 'The icons are not up to date: run "npm run icons"').toBe(
    iconSvg(),
  );
});
