import { expect, test } from "vitest";
import { type Listing, listSearchOf, ownOrderOf, sortsOf } from "./listing.ts";

const listing = {
  orders: { "-day": "dayKey", day: "dayKey", title: "titleKey" },
  filters: { kind: ["walk", "ride"], trailId: null },
} as const satisfies Listing;

test("each order can be reversed, and the first is the list's own", () => {
  expect(sortsOf(listing)).toEqual(["day", "-day", "title", "-title"]);
  expect(ownOrderOf(listing)).toBe("-day");
});

test("a URL asks for what the list has, and for nothing else", () => {
  const url = new URL("https://example.com/?searchTerm=+up+&sort=title&kind=ride&trailId=t1&colour=red");
  expect(listSearchOf(url, listing)).toEqual({
    term: "up",
    sort: "title",
    after: null,
    filters: { kind: "ride", trailId: "t1" },
  });
  expect(listSearchOf(new URL("https://example.com/?kind=swim&trailId="), listing)).toEqual({
    term: "",
    sort: null,
    after: null,
    filters: {},
  });
});
