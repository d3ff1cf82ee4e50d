import { asc, desc, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import * as z from "zod";
import { formatCursor, parseCursor } from "./cursor.ts";
import type { Page } from "./page.ts";

/**
 * The orders of a list, by their names in the URL. Each is a list of columns whose values together are unique
 * to each row. Each needs an index that starts with the columns of the list's condition, if it has one.
 */
export type Orders = Record<string, readonly SQLiteColumn[]>;

/** The order of a list, with the parts of a query for one page. */
export interface Order {
  /** The order as in the URL: "author", or "-author" for the reverse. */
  sort: string;
  /** The keys of a row, as JSON text. Select it as `keys`. */
  keys: SQL.Aliased<string>;
  /** SQL that selects the rows after the cursor; undefined for the first page. */
  after: SQL | undefined;
  orderBy: SQL[];
}

/**
 * Reads the order of a list from the URL.
 * @param sort the name of an order, after a "-" for the reverse. An unknown order is ignored
 * @param cursor the end of the previous page; null for the first page
 * @throws a 404 response if `cursor` does not belong to this order
 */
export function readOrder(
  orders: Orders,
  { sort, cursor, otherwise }: { sort: string | null; cursor: string | null; otherwise: string },
): Order {
  const isKnown = sort !== null && Object.hasOwn(orders, sort.replace(/^-/, ""));
  const selected = isKnown ? sort : otherwise;
  const descending = selected.startsWith("-");
  const columns = orders[selected.replace(/^-/, "")] ?? [];
  const keys = cursor === null ? null : parseCursor(cursor, keysOf(selected, columns));
  const row = sql.join([...columns], sql`, `);
  return {
    sort: selected,
    keys: sql<string>`json_array(${row})`.as("keys"),
    after:
      keys === null
        ? undefined
        : sql`(${row}) ${descending ? sql`<` : sql`>`} (${sql.join(
            keys.slice(1).map((key) => sql`${key}`),
            sql`, `,
          )})`,
    orderBy: columns.map(descending ? desc : asc),
  };
}

/** The schema of an order's cursor: the name of the order, so that the cursor fits no other, then the keys of a row. */
const keysOf = (sort: string, columns: readonly SQLiteColumn[]) =>
  z
    .array(z.union([z.string(), z.number()]))
    .refine(
      ([name, ...keys]) =>
        name === sort &&
        keys.length === columns.length &&
        columns.every(({ dataType }, n) => typeof keys[n] === dataType),
    );

/** The cursor of the rows after a row, in an order. */
export const cursorAt = ({ keys }: { keys: string }, { sort }: Order) =>
  formatCursor([sort, ...JSON.parse(keys)]);

/** Makes a page of sorted rows. @param rows one more than a page has, if there are that many */
export function orderedPage<Row extends { keys: string }>(
  rows: Row[],
  size: number,
  order: Order,
): Page<Omit<Row, "keys">> {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return {
    items: page.map(({ keys, ...row }) => row),
    next: last && rows.length > size ? cursorAt(last, order) : null,
  };
}
