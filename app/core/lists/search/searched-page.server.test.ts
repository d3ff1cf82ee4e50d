import { expect, test } from "vitest";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { readOrder } from "#app/core/lists/order.server.ts";
import { users } from "#app/schema.ts";
import { rowsToRead, searchedPage } from "./searched-page.server.ts";

const order = readOrder({ id: [users.id] }, { sort: "id", cursor: null, otherwise: "id" });
const rowsOf = (titles: string[]) =>
  titles.map((title, n) => ({ title, keys: JSON.stringify([n]), words: comparisonKey(title) }));
const search = (titles: string[], term: string, size = 20) =>
  searchedPage(rowsOf(titles).slice(0, rowsToRead(size, term !== "")), { size, order, term });
/** The number of the row at which a page ends; null on the last one. */
const endOf = ({ next }: { next: string | null }) => next && JSON.parse(atob(next))[1];
const repeated = (title: string, times: number) => Array.from({ length: times }, () => title);

test.each([
  ["brul", ["Crème brûlée"]],
  ["BRÛLÉE crème", ["Crème brûlée"]],
  ["rème", ["Crème brûlée"]],
  ["b", ["Crème brûlée", "Bread"]],
  ["re", []],
  ["cre bread", []],
  ["́", []],
  ["", ["Crème brûlée", "Bread"]],
])("%j finds each word, any part of it from three letters on", (term, found) => {
  const { items, next } = search(["Crème brûlée", "Bread"], term);
  expect(items).toEqual(found.map((title) => ({ title })));
  expect(next).toBeNull();
});

test("a page ends at the last row that it shows, or at the last row that it has examined", () => {
  expect(rowsToRead(20, false)).toBe(21);
  expect(endOf(search(repeated("bread", 30), "", 20))).toBe(19);
  expect(endOf(search(repeated("bread", 30), "bread", 20))).toBe(19);
  expect(search(repeated("bread", 20), "bread", 20).next).toBeNull();
  const many = [...repeated("bread", 3), ...repeated("salt", 400)];
  const page = search(many, "bread");
  expect(page.items).toHaveLength(3);
  expect(endOf(page)).toBe(299);
});

test("if a filter has no index, a page examines as many rows as a search does", () => {
  const rows = rowsOf(repeated("bread", 400)).map((row, n) => ({ ...row, isHidden: n % 2 === 0 }));
  const found = rows.slice(0, rowsToRead(20, true));
  const { items, next } = searchedPage(found, { size: 20, order, term: "", examines: true });
  expect(items).toHaveLength(20);
  expect(endOf({ next })).toBe(39);
});
