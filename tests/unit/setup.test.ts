import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ENVIRONMENT_COLOURS, PALETTE } from "#app/palette.ts";
import { SLICES } from "#app/slices.ts";
import { withDependents } from "#scripts/lib/with-dependents.ts";
import { accentOf } from "#scripts/setup/accent.ts";
import { partsInWords, purposeOf } from "#scripts/setup/parts.ts";
import { slugOf } from "#scripts/setup/rename.ts";
import { contrast } from "#tests/support/contrast.ts";

describe.each([...Object.keys(ENVIRONMENT_COLOURS), "yellow", "#808080", "#ffffff", "#000000"])(
  "in %s",
  (colour) => {
    const accent = accentOf(colour);

    test.each(["light", "dark"] as const)(
      "every text can be read in the %s theme (4.5:1, WCAG 1.4.3)",
      (theme) => {
        const soft = accent["accent-soft"][theme];
        for (const ground of [PALETTE.paper[theme], PALETTE.sheet[theme], PALETTE.sunken[theme], soft]) {
          expect(contrast(ground, accent.accent[theme])).toBeGreaterThanOrEqual(4.5);
        }
        for (const text of [PALETTE.ink[theme], PALETTE.quiet[theme]]) {
          expect(contrast(soft, text)).toBeGreaterThanOrEqual(4.5);
        }
        for (const role of ["accent-solid", "accent-solid-hover"] as const) {
          expect(contrast(accent[role][theme], accent["on-accent"][theme])).toBeGreaterThanOrEqual(4.5);
        }
      },
    );
  },
);

test("an unknown colour is refused with a list of the colours that have names", () => {
  expect(() => accentOf("colourful")).toThrow(/"colourful" is not a colour.*teal/);
});

test.each([
  ["Trailhead", "trailhead"],
  ["Café & Söhne 24", "cafe-sohne-24"],
  ["  -Ünder_score- ", "under-score"],
  ["路", ""],
])("the name %j becomes %j in the names of workers and databases", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test("--help says in one line what each part is for, and what is removed with it", () => {
  const names = SLICES.map(({ name }) => name);
  const lines = partsInWords(names).split("\n");
  expect(lines).toHaveLength(names.length);
  for (const [n, name] of names.entries()) {
    if (existsSync(`app/slices/${name}/README.md`)) {
      expect(purposeOf(name), `the first sentence of the README of ${name}`).toMatch(/^[A-Z`].{10,}\.$/);
    }
    expect(lines[n]).toContain(purposeOf(name));
    for (const other of withDependents(name).slice(1)) expect(lines[n]).toContain(other);
  }
});
