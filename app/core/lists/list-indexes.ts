import { getTableName } from "drizzle-orm";
import { index, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type ColumnOf, filtersOf, type Listing, ordersOf } from "./listing.ts";

/**
 * The indexes of a list: one for each order, and one for each filter in each order. They begin with the owner, and end
 * with the id, which distinguishes rows that are otherwise equal.
 * @param owner the column with the owner of a row; null for the list of everybody's rows
 */
export function listIndexes<const Of extends Listing>(
  table: Record<ColumnOf<Of>, SQLiteColumn>,
  owner: SQLiteColumn | null,
  listing: Of,
) {
  const columns: Record<string, SQLiteColumn> = table;
  const first = owner ? [owner] : [];
  const sorted = [...new Set(ordersOf(listing).map((order) => listing.orders[order] ?? ""))];
  const narrowed = sorted.flatMap((column) => filtersOf(listing).map((filter) => [filter, column]));
  return [...sorted.map((column) => [column]), ...narrowed].map((names) => {
    const some = names.map((name) => columns[name]).filter((column) => column !== undefined);
    const name = [
      getTableName(table.id.table),
      ...(owner ? [] : ["everybodys"]),
      ...some.map((one) => one.name),
    ];
    const [head = table.id, ...rest] = [...first, ...some, table.id];
    return index(name.join("_")).on(head, ...rest);
  });
}
