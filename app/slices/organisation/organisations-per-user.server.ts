import { and, count, eq, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/core/db/client.server.ts";
import { organisationMembers } from "#app/slices/organisation/tables/organisation-members.table.ts";
import { MEMBERSHIPS_PER_USER, ORGANISATIONS_PER_USER } from "./limits.ts";
import { OWNER } from "./organisation-roles.ts";

const theirs = alias(organisationMembers, "theirs");

const membershipsOf = (db: Database, userId: string | SQLiteColumn, condition?: SQL) =>
  db
    .select({ count: count() })
    .from(theirs)
    .where(and(eq(theirs.userId, userId), condition));

/**
 * SQL: whether somebody may own another organisation.
 * @param userId the person's id, or the column with it in the outer query
 */
export const mayOwnAnother = (db: Database, userId: string | SQLiteColumn): SQL =>
  sql`(${membershipsOf(db, userId, eq(theirs.role, OWNER))}) < ${ORGANISATIONS_PER_USER}`;

/**
 * SQL: whether somebody may be a member of another organisation.
 * @param userId as in {@link mayOwnAnother}
 */
export const mayJoinAnother = (db: Database, userId: string | SQLiteColumn): SQL =>
  sql`(${membershipsOf(db, userId)}) < ${MEMBERSHIPS_PER_USER}`;
