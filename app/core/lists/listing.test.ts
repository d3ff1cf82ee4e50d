import { expect, test } from "vitest";
import { type Listing, listSearchOf, ownOrderOf, sortsOf } from "./listing.ts";

const listing = {
  orders: { "-day": "dayKey", day: "dayKey", title: "titleKey" },
  filters: { kind: ["walk", "ride"], trailId: null },
} as const satisfies Listing;

test("each order can be reversed, and the first one is the default", () => {
  expect(sortsOf(listing)).toEqual(["day", "-day", "title", "-title"]);
  expect(ownOrderOf(listing)).toBe("-day");
});

test("a URL can ask only for orders and filters that the list has", () => {
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
