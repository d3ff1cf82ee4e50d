import { useCallback, useEffect, useState } from "react";
import { href } from "react-router";
import { useOwnPart } from "#app/core/client/use-own-part.ts";
import type { CardExtension } from "#app/slices/book/card-mark.ts";
import type { loader } from "./routes/shelf-books.ts";

/** How many books are looked up at once (readingsOfBooks). */
const AT_ONCE = 20;

type Found = Record<string, unknown>;

/** Marks the books that are on the reader's shelf. */
export const Marks: CardExtension["Marks"] = ({ ids, children }) => {
  const [found, setFound] = useState<Found>({});
  const add = useCallback((more: Found) => setFound((before) => ({ ...before, ...more })), []);
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

/** Each group has a fetcher, which the router runs again after a form. */
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
