import { and, gt, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import {
  isoTime,
  ROWS_EXAMINED,
  ROWS_PER_READ,
  ROWS_PER_SEARCH,
} from "#app/core/lists/csv/csv-download.server.ts";
import { parseCursor, rowKeys } from "#app/core/lists/cursor.ts";
import { examinedPage, type Page } from "#app/core/lists/page.ts";
import { FOUND, isFound, rowidOf, searchPage } from "#app/core/lists/search/search.server.ts";
import { passes, type UserFilter } from "#app/identity/manage-users/user-list.server.ts";
import { users } from "#app/identity/tables/users.ts";

const row = {
  id: users.id,
  email: users.email,
  emailVerifiedAt: users.emailVerifiedAt,
  name: users.name,
  role: users.role,
  onboardedAt: users.onboardedAt,
  bannedAt: users.bannedAt,
  banExpiresAt: users.banExpiresAt,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
};

type ExportedUser = Pick<typeof users.$inferSelect, keyof typeof row>;

/** The columns of an exported list of users. */
export const USER_COLUMNS = {
  id: ({ id }: ExportedUser) => id,
  email: ({ email }: ExportedUser) => email,
  email_verified_at: ({ emailVerifiedAt }: ExportedUser) => isoTime(emailVerifiedAt),
  name: ({ name }: ExportedUser) => name,
  role: ({ role }: ExportedUser) => role,
  onboarded_at: ({ onboardedAt }: ExportedUser) => isoTime(onboardedAt),
  banned_at: ({ bannedAt }: ExportedUser) => isoTime(bannedAt),
  ban_expires_at: ({ banExpiresAt }: ExportedUser) => isoTime(banExpiresAt),
  created_at: ({ createdAt }: ExportedUser) => isoTime(createdAt),
  updated_at: ({ updatedAt }: ExportedUser) => isoTime(updatedAt),
};

/**
 * A page of the users that the manager's list shows for a term and a filter. They are in the order of their creation,
 * so that nobody is on two pages whatever changes in the meantime. With a filter it examines ROWS_EXAMINED users, so a
 * page before the last one may be short or empty.
 * @param search.term "" for no search
 */
export async function readUsersToExport(
  db: Database,
  { term, filter }: { term: string; filter: UserFilter },
  cursor: string | null,
  now: number,
): Promise<Page<ExportedUser>> {
  const after = parseCursor(cursor, rowKeys);
  const filtered = Object.values(filter).some((value) => value !== null);
  if (term) {
    const { page } = await searchPage(
      db,
      { index: "users_search", term, after, pageSize: ROWS_PER_SEARCH, filtered, counted: false },
      (matches, limit) =>
        db
          .select({ ...row, ...FOUND })
          .from(matches)
          .crossJoin(users)
          .where(and(isFound(users), passes(filter, now)))
          .limit(limit),
    );
    return page;
  }
  const isIn = passes(filter, now) ?? sql`true`;
  const examined = filtered ? ROWS_EXAMINED : ROWS_PER_READ + 1;
  const rows = await db
    .select({
      ...row,
      rowid: rowidOf(users).as("row"),
      isIn: sql<boolean>`${isIn}`.mapWith(Boolean).as("is_in"),
    })
    .from(users)
    .where(after ? gt(rowidOf(users), after[0]) : undefined)
    .orderBy(rowidOf(users))
    .limit(examined);
  return examinedPage(
    rows,
    { size: ROWS_PER_READ, examined, passes: ({ isIn }) => isIn },
    ({ rowid }) => [rowid],
    ({ rowid, isIn, ...user }) => user,
  );
}
