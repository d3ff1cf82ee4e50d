import { and, eq, gte, lte, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { rowsToRead, searchedPage } from "#app/core/lists/search/searched-page.server.ts";
import {
  type ColumnOf,
  filtersOf,
  type Listing,
  type ListSearch,
  ordersOf,
  ownOrderOf,
  withoutDirection,
} from "./listing.ts";
import { readOrder } from "./order.server.ts";

/**
 * Returns the parts of a query for one page of a list. The first filter that is set has an index in each
 * order. With a second filter, or with a search term, a page looks through a limited number of rows
 * (docs/decisions/0074).
 * @param rows the table or the rows of one owner
 * @param usual how many rows are on a page
 * @param hides a further condition that hides a row after it has been read
 * @throws a 404 response if `after` is no cursor of this list in this order
 */
export function readList<Of extends Listing>(
  listing: Of,
  rows: Record<ColumnOf<Of>, SQLiteColumn>,
  { term = "", sort = null, after = null, filters = {}, from, size: asked }: ListSearch,
  usual: number,
  hides?: SQL,
) {
  const columns: Record<string, SQLiteColumn> = rows;
  const columnOf = (name: string) => columns[name] ?? rows.id;
  const orders = Object.fromEntries(
    ordersOf(listing).map((order) => [
      withoutDirection(order),
      [columnOf(listing.orders[order] ?? "id"), rows.id],
    ]),
  );
  const order = readOrder(orders, { sort, cursor: after, otherwise: ownOrderOf(listing) });
  const set = filtersOf(listing).filter((name) => filters[name] !== undefined);
  const [first, ...others] = set.map((name) => eq(columnOf(name), filters[name]));
  const [column = rows.id] = orders[withoutDirection(order.sort)] ?? [];
  const begins = order.sort.startsWith("-") ? lte : gte;
  const size = asked ?? usual;
  const examines = term !== "" || others.length > 0;
  const isLeftOut = or(hides, others.length > 0 ? sql`(${and(...others)}) is not true` : undefined);
  return {
    /** Select it as `keys`. */
    keys: order.keys,
    /**
     * Select it as `isHidden`. Rows for which it is true are read but not shown, such as those that a second filter
     * excludes.
     */
    isHidden: (isLeftOut ?? sql`false`).mapWith(Boolean).as("is_hidden"),
    where: and(first, from === undefined ? undefined : begins(column, from), order.after),
    orderBy: order.orderBy,
    limit: rowsToRead(size, examines),
    /** Returns the data of the list's page. @param found the selected rows */
    pageOf: <Row extends { keys: string; words: string; isHidden: boolean }>(found: Row[]) => ({
      page: searchedPage(found, { size, order, term, examines }),
      sort: order.sort,
      term,
      filters: Object.fromEntries(set.map((name) => [name, filters[name] ?? ""])),
    }),
  };
}
