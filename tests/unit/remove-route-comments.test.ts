import { expect, test } from "vitest";
import { withoutStray } from "#scripts/remove/route-comments.ts";

const BEFORE = new Set(['route("a", "a.tsx"), // guardA', 'route("b", "b.tsx"), // guardB', "]),"]);

test.each([
  ['  route("a", "a.tsx"), // guardA', '  route("a", "a.tsx"), // guardA'],
  ['  route("a", "a.tsx"), // guardA // guardB', '  route("a", "a.tsx"), // guardA'],
  ["  ]), // guardB", "  ]),"],
  ['  route("new", "new.tsx"), // guard', '  route("new", "new.tsx"), // guard'],
])("after the removal of routes, the line %s becomes %s", (line, left) => {
  expect(withoutStray(line, BEFORE)).toBe(left);
});
