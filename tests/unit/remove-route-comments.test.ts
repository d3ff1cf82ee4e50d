import { expect, test } from "vitest";
import { withoutStray } from "#scripts/remove/route-comments.ts";

const BEFORE = new Set(['route("a", "a.tsx"), // guardA', 'route("b", "b.tsx"), // guardB', "]),"]);

test.each([
  ['  route("a", "a.tsx"), // guardA', '  route("a", "a.tsx"), // guardA'],
  ['  route("a", "a.tsx"), // guardA // guardB', '  route("a", "a.tsx"), // guardA'],
  ["  ]), // guardB", "  ]),"],
  ['  route("new", "new.tsx"), // guard', '  route("new", "new.tsx"), // guard'],
])("after routes have gone, the line %s is %s", (line, left) => {
  expect(withoutStray(line, BEFORE)).toBe(left);
});
