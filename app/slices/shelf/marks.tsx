import { createContext, type Dispatch, type SetStateAction, use, useCallback, useEffect } from "react";
import { href } from "react-router";
import { useOwnPart } from "#app/core/read-cache/use-own-part.ts";
import type { CardExtension } from "#app/slices/book/card-mark.ts";
import type { loader } from "./routes/shelf-books.ts";

/** How many books one request looks up (readingsOfBooks). */
const AT_ONCE = 20;

export type Found = Record<string, unknown>;

/** All results so far. The layout stores them, because the list starts over after each form. */
export const FoundContext = createContext<[Found, Dispatch<SetStateAction<Found>>]>([{}, () => {}]);

/** Marks the books that are on the reader's shelf. */
export const Marks: CardExtension["Marks"] = ({ ids, children }) => {
  const [found, setFound] = use(FoundContext);
  const add = useCallback((more: Found) => setFound((before) => ({ ...before, ...more })), [setFound]);
  const groups = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, n) =>
    ids.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );
  return (
    <>
      {groups.map((group) => (
        <Lookup key={group[0]} ids={group} onFound={add} />
      ))}
      {children((id) => Boolean(found[id]))}
    </>
  );
};

/** Looks up one group of books. Each group has its own fetcher, which the router runs again after a form. */
function Lookup({ ids, onFound }: { ids: string[]; onFound: (found: Found) => void }) {
  const found = useOwnPart<typeof loader>(pathOf(ids));
  useEffect(() => {
    if (found) onFound(found);
  }, [found, onFound]);
  return null;
}

/** The path that says where these books are on the reader's shelf. */
const pathOf = (ids: string[]) =>
  `${href("/app/shelf/books")}?${new URLSearchParams(ids.map((id) => ["book", id]))}`;
