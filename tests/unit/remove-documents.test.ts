import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Slice } from "#app/core/lib/slice.ts";
import { SLICES } from "#app/slices.ts";
import { slicesOf } from "#scripts/lib/pointers.ts";
import { withDependents } from "#scripts/lib/with-dependents.ts";
import { blocksOf, documentWithout, withCommentRewritten, withoutBlocks } from "#scripts/remove/documents.ts";
import { filesOfSlice } from "#scripts/remove/its-files.ts";

const DOCUMENT = `# A page

Words.

## All of it goes

Words. <!-- gone -->

| Head | Head |
| --- | --- |
| one | two <!-- gone --> |

- one <!-- gone -->
- two
  - of two <!-- gone -->

## Some of it stays

Words:

- one <!-- gone -->
- two

1. one <!-- gone -->

Last words.
`;

const LIST = `1. one
2. two: <!-- gone -->

   \`\`\`sh
   1. two's
   \`\`\`

   The rest of two.
3. three:
   \`\`\`sh
   - three's
   \`\`\`
4. four <!-- gone -->
5. five

\`\`\`ts
five
\`\`\`

   The second part of five: <!-- gone -->

\`\`\`ts
its second part
\`\`\`

\`\`\`ts
its second part
\`\`\`

6. six

Words about code: <!-- gone -->

\`\`\`ts
gone
\`\`\`

1. one again <!-- gone -->
2. two again
`;

const isGone = (block: string) => block.includes("<!-- gone -->");

test("sections, tables and lists of which nothing is left are removed, with their empty lines", () => {
  const kept = withoutBlocks(blocksOf(DOCUMENT), isGone);
  expect(kept.join("\n")).toBe(
    "# A page\n\nWords.\n\n## Some of it stays\n\nWords:\n\n- two\n\nLast words.\n",
  );
});

test("items are removed one by one, with their code and paragraphs; code is removed with its introduction; and lists still count from 1", () => {
  const kept = withoutBlocks(blocksOf(LIST), isGone);
  expect(kept.join("\n")).toBe(
    "1. one\n2. three:\n   ```sh\n   - three's\n   ```\n3. five\n\n```ts\nfive\n```\n\n4. six\n\n1. two again\n",
  );
});

const slices: readonly Slice[] = SLICES;
const RECIPES = globSync("docs/recipes/*.md").sort();
const isCode = (block: string) => /^\n? *```/.test(block);

/**
 * Whether a recipe adds files to a slice. Such a slice is the recipe's example and not part of the starter, but a
 * product may have it.
 */
const isExample = (name: string) =>
  RECIPES.some((file) =>
    new RegExp(`\`app/slices/${name}/[^\`]*\` \\(new\\)`).test(readFileSync(file, "utf8")),
  );

/** The recipes of a product without a slice and without all slices that need it: their texts by file. */
function recipesWithout(name: string): { recipes: Map<string, string>; goneFiles: string[] } {
  const names = withDependents(name);
  const goneFiles = slices
    .filter((slice) => names.includes(slice.name) && !isExample(slice.name))
    .flatMap((slice) => filesOfSlice(slice.name, slice.namespaces ?? []));
  const recipes = new Map(RECIPES.map((file) => [file, readFileSync(file, "utf8")]));
  for (let before = -1; before !== goneFiles.length; ) {
    before = goneFiles.length;
    for (const [file, text] of recipes) {
      const kept = documentWithout(file, text, (block) => {
        if (slicesOf(block).some((slice) => names.includes(slice))) return true;
        if (isCode(block)) return false;
        const links = [...block.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, link]) => `docs/recipes/${link}`);
        return [...links, block].some((words) => goneFiles.some((gone) => words.includes(gone)));
      });
      if (kept !== null) recipes.set(file, kept);
      else {
        recipes.delete(file);
        goneFiles.push(file);
      }
    }
  }
  return { recipes, goneFiles };
}

test.each(slices.map(({ name }) => name))("without %s, each recipe that is left is whole", (name) => {
  const { recipes, goneFiles } = recipesWithout(name);
  for (const [file, text] of recipes) {
    const blocks = blocksOf(text);
    expect(
      goneFiles.filter((gone) => text.includes(gone)),
      `${file} names files that are gone`,
    ).toEqual([]);
    const links = goneFiles.filter((gone) => text.includes(`](${path.basename(gone)})`));
    expect(links, `${file} links to documents that are gone`).toEqual([]);

    const numbers = blocks.flatMap((block) => /^(\d+)\. /.exec(block)?.[1] ?? []).map(Number);
    const jumps = numbers.filter((number, index) => number !== 1 && number !== (numbers[index - 1] ?? 0) + 1);
    expect(jumps, `a list of ${file} does not count from 1`).toEqual([]);

    const original = blocksOf(readFileSync(file, "utf8")).map(withoutNumber);
    const left = blocks.map(withoutNumber);
    const alone = left.filter((block) => {
      if (!isCode(block)) return false;
      const introduction = original.slice(0, original.indexOf(block)).findLast((one) => !isCode(one));
      return introduction !== undefined && !left.includes(introduction);
    });
    expect(alone, `nothing in ${file} introduces this code`).toEqual([]);
  }
});

test("each item of a list in a recipe can be removed separately", () => {
  const several = RECIPES.flatMap((file) => blocksOf(readFileSync(file, "utf8"))).filter((block) => {
    const items = block.replace(/^ *```.*?^ *```$/gms, "").match(/^(?:[-*]|\d+\.) /gm) ?? [];
    return items.length > 1;
  });
  expect(several).toEqual([]);
});

test("no recipe names a step by its number, because the number changes when a slice is taken out", () => {
  const named = RECIPES.flatMap((file) => readFileSync(file, "utf8").match(/\bsteps? \d.*/g) ?? []);
  expect(named).toEqual([]);
});

const withoutNumber = (block: string) => block.replace(/^\d+\. /, "").trim();

const GONE = "app/gone/it.ts";

test.each([
  ["// As in docs/decisions/9999-gone.md.", "// As in decision 9999."],
  [` * They stay (${GONE}).`, " * They stay."],
  [`open("${GONE}"); // See (${GONE}).`, `open("${GONE}"); // See.`],
  [`open("${GONE}");`, `open("${GONE}");`],
  ["// As app/root.tsx says.", "// As app/root.tsx says."],
])("the comment of a line names no file that is gone, and its code stays: %s", (line, kept) => {
  expect(withCommentRewritten(line)).toBe(kept);
});
