/** How many rows a page of a manager's list may have. The first is what it has until somebody chooses. */
export const LIST_SIZES = [20, 50, 100] as const;

/** How somebody wants to see a list of the manager. */
export interface ListView {
  /** How many rows a page has: one of LIST_SIZES. */
  size: number;
  /** The columns that are left out, by their ids (table.tsx). */
  hidden: string[];
}

/** The search parameter that opens the choice of it. */
export const VIEW = "view";

/** The name of the list that a path is of, as "books" for "/manager/books"; null if it is of none. */
export const listNameOf = (pathname: string): string | null =>
  /^\/manager\/([a-z][a-z0-9-]{0,39})\/?$/.exec(pathname)?.[1] ?? null;
