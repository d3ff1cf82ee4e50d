import { and, eq, exists, ne, notExists, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/core/db/client.server.ts";
import { type Actor, auditEntry } from "#app/identity/audit/audit.server.ts";
import { organisationMembers } from "#app/slices/organisation/tables/organisation-members.table.ts";
import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";
import { deleteLogged } from "./delete-logged.server.ts";
import { OWNER } from "./organisation-roles.ts";

const others = alias(organisationMembers, "others");

/**
 * A query for the other members of the same organisation. The outer query reads members.
 * @param role if given, only members in this role
 */
const otherMembers = (db: Database, role?: typeof OWNER) =>
  db
    .select({ id: others.id })
    .from(others)
    .where(
      and(
        eq(others.organisationId, organisationMembers.organisationId),
        ne(others.id, organisationMembers.id),
        role && eq(others.role, role),
      ),
    );

/** SQL: whether a member is the only owner of an organisation that has other members. */
export const isNeeded = (db: Database): SQL | undefined =>
  and(eq(organisationMembers.role, OWNER), exists(otherMembers(db)), notExists(otherMembers(db, OWNER)));

/**
 * The organisations that have other members, and of which this user is the only owner. While the user has
 * such an organisation, their account can't be deleted.
 */
export const organisationsThatNeed = (db: Database, userId: string | SQLWrapper) =>
  db
    .select({
      label: organisations.name,
      path: sql<string>`${"/app/o/"} || ${organisations.slug}`.as("path"),
    })
    .from(organisationMembers)
    .innerJoin(organisations, eq(organisations.id, organisationMembers.organisationId))
    .where(and(eq(organisationMembers.userId, userId), isNeeded(db)))
    .orderBy(organisations.nameKey, organisations.id);

/** A user's organisations that have no other member: they are deleted with the account. */
export const soleMemberOrganisations = (db: Database, userId: string | SQL) =>
  db
    .select({ label: organisations.name })
    .from(organisationMembers)
    .innerJoin(organisations, eq(organisations.id, organisationMembers.organisationId))
    .where(and(eq(organisationMembers.userId, userId), notExists(otherMembers(db))))
    .orderBy(organisations.nameKey, organisations.id);

/**
 * Statements that delete the organisations without other members, with everything in them, for the batch that then
 * deletes the user.
 * @param where a further condition, whose result none of these statements may change
 */
export const deleteOrganisationsOfOne = (
  db: Database,
  userId: string | SQL,
  where: SQL | undefined,
  actor: Actor,
) => [
  auditEntry(db, actor, "organisation.delete", {
    from: sql`${organisationMembers} inner join ${organisations} on ${eq(organisations.id, organisationMembers.organisationId)}`,
    where: and(eq(organisationMembers.userId, userId), notExists(otherMembers(db)), where),
    id: sql`${organisations.id}`,
    label: sql`${organisations.name}`,
    tenantId: sql`${organisations.id}`,
  }),
  ...deleteLogged(db, actor),
];
