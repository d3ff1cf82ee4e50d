/**
 * The orders and filters of a list. A slice declares them once: the indexes of its table, the query, the links and the
 * filters of the page, the parameters of the API and the tests follow from it.
 */
export interface Listing {
  /**
   * The orders that the page offers, by their names in the URL, each with its column. A "-" before the name
   * reverses the order. The first is the default order of the list. No column is ever empty.
   */
  orders: Readonly<Record<string, string>>;
  /**
   * The columns that the list can be filtered by, each with its possible values; null for a column with the ids of
   * other rows.
   */
  filters: Readonly<Record<string, readonly string[] | null>>;
}

export type OrderOf<Of extends Listing> = keyof Of["orders"] & string;
export type FilterOf<Of extends Listing> = keyof Of["filters"] & string;
/** The columns that sort and filter a list. */
export type ColumnOf<Of extends Listing> = Of["orders"][OrderOf<Of>] | FilterOf<Of> | "id";

/** A request for a page of a list: from the URL of a page, from an operation of the API, or from code. */
export interface ListSearch {
  term?: string | undefined;
  /** The order, in the format of {@link readOrder}. An unknown order is ignored. */
  sort?: string | null | undefined;
  /** The cursor at which the previous page ended. */
  after?: string | null | undefined;
  /** The value of each filter that is set. */
  filters?: Readonly<Record<string, string>> | undefined;
  /** Where the list begins: a value in the column that sorts the list. */
  from?: string | number | undefined;
  /** The number of rows on a page, if it is not the usual one. */
  size?: number | undefined;
}

export const ordersOf = <Of extends Listing>({ orders }: Of) => Object.keys(orders) as OrderOf<Of>[];

export const filtersOf = <Of extends Listing>({ filters }: Of) => Object.keys(filters) as FilterOf<Of>[];

/** The default order of a list. */
export const ownOrderOf = (listing: Listing): string => ordersOf(listing)[0] ?? "";

/** The name of an order without its direction. */
export const withoutDirection = (order: string): string => order.replace(/^-/, "");

/** The values of `sort`: each order, and its reverse. */
export const sortsOf = (listing: Listing): string[] =>
  [...new Set(ordersOf(listing).map(withoutDirection))].flatMap((order) => [order, `-${order}`]);

/** Reads the request for a list from a URL. A filter with an unknown value is ignored. */
export function listSearchOf({ searchParams }: URL, { filters }: Listing): ListSearch {
  const set = Object.entries(filters).flatMap(([name, values]): [string, string][] => {
    const value = searchParams.get(name);
    return value && (values === null || values.includes(value)) ? [[name, value]] : [];
  });
  return {
    term: searchParams.get("searchTerm")?.trim() ?? "",
    sort: searchParams.get("sort"),
    after: searchParams.get("after"),
    filters: Object.fromEntries(set),
  };
}
