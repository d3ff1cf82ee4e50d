/** How many rows a page of a manager's list may have. The first is the default. */
export const LIST_SIZES = [20, 50, 100] as const;

/** A reader's view of a list of the manager. */
export interface ListView {
  /** How many rows a page has: one of LIST_SIZES. */
  size: number;
  /** The ids of the hidden columns (table.tsx). */
  hidden: string[];
}

/** The search parameter that opens the form for the view. */
export const VIEW = "view";

/** The name of the list at a path: "books" for "/manager/books"; null for a path without a list. */
export const listNameOf = (pathname: string): string | null =>
  /^\/manager\/([a-z][a-z0-9-]{0,39})\/?$/.exec(pathname)?.[1] ?? null;
