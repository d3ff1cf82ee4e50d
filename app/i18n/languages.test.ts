import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LANGUAGES } from "./languages.ts";

test("the style sheet scales the font of each language as its entry says", () => {
  const css = readFileSync("app/ui/theme.css", "utf8");
  const scales = [...css.matchAll(/html:lang\((\w+)\) \{\s*font-size: (\d+)%/g)].map(([, key, percent]) => [
    key,
    Number(percent) / 100,
  ]);
  const expected = Object.entries(LANGUAGES).filter(([, { fontScale }]) => fontScale !== 1);
  expect(scales).toEqual(expected.map(([key, { fontScale }]) => [key, fontScale]));
});
