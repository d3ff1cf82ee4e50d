import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";
import { LIST_SIZES, type ListView, listNameOf } from "./list-view.ts";

// A cookie of this browser has how each list is to be seen, without a trip to the database: "books:50.author.publisher|users:100".

const NAME = "list-views";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Far below what a browser keeps of one cookie (RFC 6265, section 6.1). */
const MAX_LENGTH = 2000;

/** The id of a column, as it may stand in the cookie. */
const COLUMN = /^[A-Za-z][A-Za-z0-9]{0,39}$/;

const ENTRY = "|";
const PART = ".";

/** How the list at a URL is to be seen by the reader; null if they have not chosen. */
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
 * Remembers for a year how a list is to be seen. If the cookie gets too long, those that were chosen first are forgotten.
 * @param list its path, as "/manager/books"
 * @returns a line for Set-Cookie; null if something of it can't be
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

/** The lists that the cookie of a request knows, with what was chosen. */
const entriesIn = (request: Request) =>
  (readCookie(request.headers.get("Cookie"), NAME) ?? "").split(ENTRY).flatMap((entry) => {
    const [list = "", chosen] = entry.split(":");
    return chosen ? [[list, chosen] as const] : [];
  });
