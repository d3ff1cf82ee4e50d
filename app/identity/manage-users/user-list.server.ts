import { and, eq, gte, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { totalOf } from "#app/core/db/totals.server.ts";
import { parseCursor, rowKeys } from "#app/core/lists/cursor.ts";
import { cursorAt, type Order, type Orders, orderedPage, readOrder } from "#app/core/lists/order.server.ts";
import type { Page } from "#app/core/lists/page.ts";
import { FOUND, isFound, searchPage } from "#app/core/lists/search/search.server.ts";
import { LIST_SIZES } from "#app/core/lists/view/list-view.ts";
import { isBanned } from "#app/identity/ban/ban.server.ts";
import { users } from "#app/identity/tables/users.ts";
import type { Role } from "#app/permissions.ts";

/** How many users a page examines when the list is filtered by ban. */
const EXAMINED = 100;

/** A user as the manager's list shows them. Times in milliseconds since 1970. */
interface UserRow {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  onboardedAt: number | null;
  /** Whether the user is banned now. */
  banned: boolean;
  /**
   * When the user last used a session, even one that has ended since. Null if they never had one, or if the
   * reader may not know.
   */
  lastSeenAt: number | null;
  createdAt: number;
}

/** Which users the list shows; null: no filter. */
export interface UserFilter {
  role: Role | null;
  banned: boolean | null;
  /** Only users created at or after `createdFrom` and before `createdBefore`. Milliseconds since 1970. */
  createdFrom: number | null;
  createdBefore: number | null;
}

/** The parameters in the list's URL; "" and null for those not set. */
interface UserSearch {
  term: string;
  filter: UserFilter;
  sort: string | null;
  after: string | null;
  /** How many users a page has; undefined for the default. */
  size?: number | undefined;
}

/** A page of the manager's list of users. */
export interface UserListPage {
  page: Page<UserRow>;
  /** The total; null if it is not known. For a search, at most MAX_RESULTS_COUNTED + 1. */
  total: number | null;
  /** The order; null for a search, which has its own. */
  sort: string | null;
}

/**
 * Each order has an index for all users, one that starts with the role, and a partial one for users with a current or
 * earlier ban.
 */
const ORDERS = {
  email: [users.email],
  name: [users.nameKey, users.id],
  lastSeen: [users.lastSeenKey, users.id],
  created: [users.createdAt, users.id],
} satisfies Orders;

/** A list that is filtered by creation time is also sorted by it, so that the index finds the first row. */
const ORDERS_IN_TIME = { created: ORDERS.created } satisfies Orders;

const row = (now: number) => ({
  id: users.id,
  email: users.email,
  name: users.name,
  role: users.role,
  onboardedAt: users.onboardedAt,
  banned: isBanned(users, now).as("banned"),
  lastSeenAt: users.lastSeenAt,
  createdAt: users.createdAt,
});

/**
 * One page of the users that match a term and a filter. For 20 users it reads at most 60 rows, for 50 users
 * 110, and for 100 users 210. Filtered by ban, it examines 100 users, and a page before the last one may be
 * short. A search reads what docs/product.md, Numbers allows.
 * @param showsLastSeen whether the reader may know when users were last here. If not, no row shows it, and
 *   the list can't be ordered by it. It is a promise, because the list is read in parallel with the check
 * @throws a 404 response if `after` is not a cursor of this list in this order
 */
export async function listUserRows(
  db: Database,
  search: UserSearch,
  { now, showsLastSeen }: { now: number; showsLastSeen: Promise<boolean> | false },
): Promise<UserListPage> {
  const [listed, shows] = await Promise.all([readUserRows(db, search, now), showsLastSeen]);
  if (shows) return listed;
  const isByLastSeen = search.sort?.replace(/^-/, "") === "lastSeen";
  const { page, ...list } = isByLastSeen ? await readUserRows(db, { ...search, sort: null }, now) : listed;
  const items = page.items.map((user) => ({ ...user, lastSeenAt: null }));
  return { ...list, page: { ...page, items } };
}

async function readUserRows(
  db: Database,
  { term, filter, sort, after, size = LIST_SIZES[0] }: UserSearch,
  now: number,
): Promise<UserListPage> {
  const isFiltered = Object.values(filter).some((value) => value !== null);
  if (term) {
    const from = parseCursor(after, rowKeys);
    const search = { term, after: from, filter: isFiltered ? filter : null, size };
    return { ...(await searchRows(db, search, now)), sort: null };
  }
  const isInTime = filter.createdFrom !== null || filter.createdBefore !== null;
  const order = isInTime
    ? readOrder(ORDERS_IN_TIME, { sort, cursor: after, otherwise: "-created" })
    : readOrder(ORDERS, { sort, cursor: after, otherwise: "email" });
  const [page, [total]] = await Promise.all([
    orderedRows(db, { filter, order, size }, now),
    isFiltered ? [] : totalOf(db, "users"),
  ]);
  return { page, total: total?.value ?? null, sort: order.sort };
}

async function orderedRows(
  db: Database,
  { filter, order, size }: { filter: UserFilter; order: Order; size: number },
  now: number,
): Promise<Page<UserRow>> {
  const { role, banned, createdFrom, createdBefore } = filter;
  // The part of the filter that an index finds, in this order. Few users have ever been banned, so the index for bans
  // goes before the role's.
  const indexed = and(
    banned ? isNotNull(users.bannedAt) : undefined,
    role && !banned ? eq(users.role, role) : undefined,
    createdFrom === null ? undefined : gte(users.createdAt, createdFrom),
    createdBefore === null ? undefined : lt(users.createdAt, createdBefore),
    order.after,
  );
  const rows = await db
    .select({ ...row(now), keys: order.keys })
    .from(users)
    .where(indexed)
    .orderBy(...order.orderBy)
    .limit(banned === null ? size + 1 : EXAMINED);
  if (banned === null) return orderedPage(rows, size, order);
  const passing = rows.filter((user) => user.banned === banned && (role === null || user.role === role));
  const page = orderedPage(passing, size, order);
  const last = rows.at(-1);
  const goesOn = page.next === null && last !== undefined && rows.length === EXAMINED;
  return goesOn ? { ...page, next: cursorAt(last, order) } : page;
}

function searchRows(
  db: Database,
  {
    term,
    after,
    filter,
    size,
  }: { term: string; after: [rowid: number] | null; filter: UserFilter | null; size: number },
  now: number,
) {
  return searchPage(
    db,
    { index: "users_search", term, after, pageSize: size, filtered: filter !== null },
    (matches, limit) =>
      db
        .select({ ...row(now), ...FOUND })
        .from(matches)
        .crossJoin(users)
        .where(and(isFound(users), filter ? passes(filter, now) : undefined))
        .limit(limit),
  );
}

/** SQL: whether a user matches a filter. It uses no index. */
export const passes = (
  { role, banned, createdFrom, createdBefore }: UserFilter,
  now: number,
): SQL | undefined =>
  and(
    role === null ? undefined : sql`+role = ${role}`,
    banned === null ? undefined : sql`${isBanned(users, now)} = ${banned}`,
    createdFrom === null ? undefined : sql`+created_at >= ${createdFrom}`,
    createdBefore === null ? undefined : sql`+created_at < ${createdBefore}`,
  );
