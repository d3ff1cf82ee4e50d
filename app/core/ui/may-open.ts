import { createContext, useContext } from "react";

/**
 * The pages of this area that the reader may not open, as regular expressions. The layout of the area provides them.
 */
export const ClosedPages = createContext<readonly string[]>([]);

/**
 * Returns a check whether the reader may open a path. A link to a page that they may not open is shown as text, or
 * hidden.
 */
export function useMayOpen(): (path: string) => boolean {
  const closed = useContext(ClosedPages);
  return (path) => !closed.some((page) => new RegExp(`^${page}$`).test(path.replace(/[?#].*/s, "")));
}
