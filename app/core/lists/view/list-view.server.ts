import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";
import { LIST_SIZES, type ListView, listNameOf } from "./list-view.ts";

// A cookie of this browser stores the view of each list, which saves a query: "books:50.author.publisher|users:100".

const NAME = "list-views";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Far less than a browser accepts for one cookie (RFC 6265, section 6.1). */
const MAX_LENGTH = 2000;

/** A column's id in the cookie. */
const COLUMN = /^[A-Za-z][A-Za-z0-9]{0,39}$/;

const ENTRY = "|";
const PART = ".";

/** The reader's view of the list at a URL; null if they have not selected one. */
export function readListView(request: Request, url: URL): ListView | null {
  const entry = entriesIn(request).find(([list]) => list === listNameOf(url.pathname));
  if (!entry) return null;
  const [size, ...hidden] = entry[1].split(PART);
  return {
    size: LIST_SIZES.find((offered) => `${offered}` === size) ?? LIST_SIZES[0],
    hidden: hidden.filter((id) => COLUMN.test(id)),
  };
}

/**
 * Remembers the view of a list for a year. If the cookie gets too long, the oldest views are dropped.
 * @param list its path, as "/manager/books"
 * @returns a Set-Cookie header; null if the view is invalid
 */
export function listViewCookie(
  request: Request,
  { list, size, hidden }: ListView & { list: string },
  url: URL,
): string | null {
  const name = listNameOf(list);
  const isOffered = LIST_SIZES.some((offered) => offered === size);
  if (name === null || !isOffered || !hidden.every((id) => COLUMN.test(id))) return null;
  const isDefault = size === LIST_SIZES[0] && hidden.length === 0;
  const others = entriesIn(request).filter(([list]) => list !== name);
  const entries = isDefault ? others : [...others, [name, [size, ...hidden].join(PART)] as const];
  const written = () => entries.map((entry) => entry.join(":")).join(ENTRY);
  while (written().length > MAX_LENGTH) entries.shift();
  return serializeCookie(
    {
      name: NAME,
      value: written(),
      maxAge: entries.length > 0 ? YEAR_SECONDS : 0,
      path: "/manager",
      httpOnly: true,
    },
    url,
  );
}

/** The lists in a request's cookie, each with its view. */
const entriesIn = (request: Request) =>
  (readCookie(request.headers.get("Cookie"), NAME) ?? "").split(ENTRY).flatMap((entry) => {
    const [list = "", view] = entry.split(":");
    return view ? [[list, view] as const] : [];
  });
