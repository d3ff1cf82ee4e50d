import fc from "fast-check";
import { expect, test } from "vitest";
import { HOSTILE_TEXTS, UNESCAPED } from "#tests/support/hostile-texts.ts";
import { drawCover } from "./cover-drawing.ts";

const KNOWN = ["rect", "g", "text", "path", "circle", "ellipse"];

/** The names of elements that do not belong in the drawing of a cover. */
const strangersIn = (markup: string) =>
  [...markup.matchAll(/<\/?([^\s/>]*)/g)]
    .map(([, name]) => name ?? "")
    .filter((name) => !KNOWN.includes(name));

test.each(HOSTILE_TEXTS)("a hostile title or author is only text in the cover: %s", (text) => {
  const markup = drawCover(text, text);
  expect(strangersIn(markup)).toEqual([]);
  expect(markup).not.toMatch(UNESCAPED);
});

test("no title or author starts an element or an entity", () => {
  const text = fc.string({ unit: fc.constantFrom(..."<>&;/\"' svgonload="), maxLength: 60 });
  fc.assert(
    fc.property(text, text, (title, author) => {
      const markup = drawCover(title, author);
      expect(strangersIn(markup)).toEqual([]);
      expect(markup).not.toMatch(/&(?!(amp|lt|gt|quot);)/);
    }),
  );
});

test("a book always has the same cover, and splitting the same text differently into title and author gives another cover", () => {
  expect(drawCover("Dune", "Frank Herbert")).toBe(drawCover("Dune", "Frank Herbert"));
  expect(drawCover("Dune\nFrank", "Herbert")).not.toBe(drawCover("Dune", "Frank\nHerbert"));
  expect(drawCover("Dune", null)).not.toBe(drawCover("Dune", "null"));
});
