import fc from "fast-check";
import { expect, test } from "vitest";
import { BOOKS } from "#scripts/seed/books/catalogue.ts";
import { contrast } from "#tests/support/contrast.ts";
import { COVER_PALETTES, designCover, fitTitle } from "./cover-design.ts";

test("a book always has the same cover, and the books of the seed have many different ones", () => {
  const look = (title: string, author: string) => {
    const { palette, motif, random } = designCover(title, author);
    return `${palette.ground} ${motif} ${random()}`;
  };
  expect(look("Dune", "Frank Herbert")).toBe(look("Dune", "Frank Herbert"));
  expect(new Set(BOOKS.map(({ title, author }) => look(title, author))).size).toBe(BOOKS.length);
});

test("any title fits its cover, and a shortened one ends in an ellipsis", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 30 }),
      (words) => {
        const title = words.join(" ");
        const { lines } = fitTitle(title);
        expect(lines.length).toBeLessThanOrEqual(6);
        for (const line of lines) expect([...line].length).toBeLessThanOrEqual(21);
        const shown = lines.join("").replace(/\s/g, "");
        if (shown !== title.replace(/\s/g, "")) expect(lines.join()).toContain("…");
      },
    ),
    // This title contains more spaces than the cover leaves out characters.
    { examples: [[Array.from({ length: 30 }, () => "! ! ! !")]] },
  );
});

test("a Japanese or Chinese title, whose characters are wide, stays within its cover and breaks without spaces", () => {
  expect(fitTitle("ノルウェイの森")).toEqual({ lines: ["ノルウェイの森"], fontSize: 13.5 });
  for (const title of ["世界の終りとハードボイルド・ワンダーランド", "百年の孤独 Cien años"]) {
    const { lines, fontSize } = fitTitle(title);
    expect(lines.join("").replace(/\s/g, "")).toBe(title.replace(/\s/g, ""));
    for (const line of lines) {
      const wide = line.match(/[^ -\u00ff]/g)?.length ?? 0;
      expect((wide + 0.6 * (line.length - wide)) * fontSize, line).toBeLessThan(120);
    }
  }
});

test.each(COVER_PALETTES)("the title is readable on $ground", ({ ground, ink }) => {
  expect(contrast(ground, ink)).toBeGreaterThanOrEqual(4.5);
});
