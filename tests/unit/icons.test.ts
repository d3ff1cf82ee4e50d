import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SVG_ICONS } from "#scripts/lib/icon-svg.ts";

test.each(Object.entries(SVG_ICONS))(
  "%s has the colours of the palette and the shape of the logo",
  (file, svg) => {
    expect(readFileSync(`public/${file}`, "utf8"), 'The icons are not up to date: run "npm run icons"').toBe(
      svg,
    );
  },
);
