import { createContext, useContext } from "react";

/** The pages of this area that are closed to the reader, as regular expressions. The layout of the area provides them. */
export const ClosedPages = createContext<readonly string[]>([]);

/** Whether the reader may open the page of a path: a link that would be refused is shown as text, or not at all. */
export function useMayOpen(): (path: string) => boolean {
  const closed = useContext(ClosedPages);
  return (path) => !closed.some((page) => new RegExp(`^${page}$`).test(path.replace(/[?#].*/s, "")));
}
