import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { parseCursor, timeKeys } from "#app/core/lists/cursor.ts";
import { type Page, pageOf } from "#app/core/lists/page.ts";
import { users } from "#app/identity/tables/users.ts";
import type { OrganisationRole } from "#app/slices/organisation/organisation-roles.ts";
import { organisationMembers } from "#app/slices/organisation/tables/organisation-members.table.ts";
import { memberColumns } from "./member.server.ts";

/**
 * The number of members on a page. The page reads two rows for each member, the membership and the user, so
 * it reads 60 rows at most.
 */
const MEMBERS_PER_PAGE = 20;

/** A member, for lists. */
export interface ListedMember {
  id: string;
  userId: string;
  role: OrganisationRole;
  name: string | null;
  email: string;
}

/**
 * One page of the members of an organisation, in the order in which they joined, by an index. The person who created
 * the organisation comes first.
 * @param organisationId the organisation's id, or a query for it
 * @throws a 404 response if `after` is not a cursor of this list
 */
export async function listMembers(
  db: Database,
  organisationId: string | SQL,
  after: string | null,
): Promise<Page<ListedMember>> {
  const keys = parseCursor(after, timeKeys);
  const { createdAt, id } = organisationMembers;
  const rows = await db
    .select({ ...memberColumns, createdAt })
    .from(organisationMembers)
    .innerJoin(users, eq(users.id, organisationMembers.userId))
    .where(
      and(
        eq(organisationMembers.organisationId, organisationId),
        keys ? sql`(${createdAt}, ${id}) > (${keys[0]}, ${keys[1]})` : undefined,
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(MEMBERS_PER_PAGE + 1);
  return pageOf(
    rows,
    MEMBERS_PER_PAGE,
    ({ createdAt, id }) => [createdAt, id],
    ({ createdAt, ...listed }) => listed,
  );
}
