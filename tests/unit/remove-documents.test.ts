import { expect, test } from "vitest";
import { blocksOf, withoutBlocks } from "#scripts/remove/documents.ts";

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

test("of a document, the sections, tables and lists go of which nothing is left, with their empty lines", () => {
  const kept = withoutBlocks(blocksOf(DOCUMENT), (block) => block.includes("<!-- gone -->"));
  expect(kept.join("\n")).toBe(
    "# A page\n\nWords.\n\n## Some of it stays\n\nWords:\n\n- two\n\nLast words.\n",
  );
});
