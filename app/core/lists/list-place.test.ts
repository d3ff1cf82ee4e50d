import { expect, test } from "vitest";
import { backToList, fromList, keepList } from "./list-place.ts";

test("the pages of an item link back to the list with its search, filters and order", () => {
  const item = fromList("/books/1", "?searchTerm=a%26b&sort=-updated&genre=");
  expect(item).toBe("/books/1?list=searchTerm%3Da%2526b%26sort%3D-updated");
  const { search } = new URL(item, "https://example.com");
  expect(backToList("/books", search)).toBe("/books?searchTerm=a%26b&sort=-updated");
  const asking = new URL(keepList("/books/1", search, { confirm: "delete" }), "https://example.com");
  expect(asking.searchParams.get("confirm")).toBe("delete");
  expect(backToList("/books", asking.search)).toBe("/books?searchTerm=a%26b&sort=-updated");
});

test("a filter with several values keeps all of them", () => {
  const item = new URL(fromList("/books/1", "?genre=1&genre=2"), "https://example.com");
  expect(backToList("/books", item.search)).toBe("/books?genre=1&genre=2");
});

test("the list without filters needs no parameter", () => {
  expect(fromList("/books/1", "?searchTerm=&genre=")).toBe("/books/1");
  expect(keepList("/books/1", "")).toBe("/books/1");
  expect(backToList("/books", "?list=")).toBe("/books");
});

test.each(["//evil.example", "https://evil.example", "\r\nX: 1", "../x"])(
  "a list parameter %j leads to no other site",
  (list) => {
    expect(backToList("/books", `?${new URLSearchParams({ list })}`)).toMatch(/^\/books\?[\w%=.+-]*$/);
  },
);
