import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("no page exports meta(): the root renders <title> and <meta> where a page has them, and nothing else", () => {
  const pages = globSync("app/{root,*/routes/**/*,*/*/routes/**/*}.tsx");
  expect(pages.length).toBeGreaterThan(10);
  const withMeta = pages.filter((page) =>
    /^export (const |(async )?function |\{.*\b)meta\b/m.test(readFileSync(page, "utf8")),
  );
  expect(withMeta).toEqual([]);
});
