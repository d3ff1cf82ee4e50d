import { and, eq, exists, inArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type RouterContextProvider, redirect } from "react-router";
import { dbContext, platformContext, type Viewer, viewerContext } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import type { Refused } from "#app/core/db/written.ts";
import { refusalResponse } from "#app/core/http/refusal.server.ts";
import type { ErrorCode } from "#app/error-codes.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { lostAuthority, mayStill } from "#app/identity/session/authority.server.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { can } from "#app/permissions.ts";
import { isOpenTo } from "#app/slices/organisation/invitation/invitation-conditions.ts";
import { organisationAddresses } from "#app/slices/organisation/tables/organisation-addresses.table.ts";
import { organisationMembers } from "#app/slices/organisation/tables/organisation-members.table.ts";
import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";
import {
  canIn,
  type OrganisationPermission,
  type OrganisationRole,
  organisationRolesThat,
} from "./organisation-roles.ts";

// The organisation of a page is in its URL, never only in the session, so that two tabs with different
// organisations don't interfere.

type Context = Readonly<RouterContextProvider>;

/** A membership in an organisation. */
export interface Membership {
  organisationId: string;
  name: string;
  slug: string;
  /** From organisations.table.ts, for withLogo(). */
  logoId: string | null;
  /** How many members the organisation has. */
  memberCount: number;
  memberId: string;
  userId: string;
  role: OrganisationRole;
}

const MEMBERSHIP = {
  organisationId: sql<string>`${organisations.id}`.as("organisation_id"),
  name: organisations.name,
  slug: sql<string>`${organisations.slug}`.as("organisation_slug"),
  logoId: organisations.logoId,
  memberCount: organisations.memberCount,
  memberId: sql<string>`${organisationMembers.id}`.as("member_id"),
  userId: organisationMembers.userId,
  role: organisationMembers.role,
};

/**
 * Finds somebody's membership in an organisation, or null. @param organisationId the organisation's id, or a query for
 * it
 */
export async function findMembershipIn(
  db: Database,
  organisationId: string | SQL,
  userId: string,
): Promise<Membership | null> {
  const [found] = await db
    .select(MEMBERSHIP)
    .from(organisationMembers)
    .innerJoin(organisations, eq(organisations.id, organisationMembers.organisationId))
    .where(
      and(eq(organisationMembers.organisationId, organisationId), eq(organisationMembers.userId, userId)),
    );
  return found ?? null;
}

/**
 * Finds somebody's membership in the organisation that `slug`, its current or a former address, leads to, or
 * null.
 * @param userId the person's id, or a query for it
 */
export async function findMembership(
  db: Database,
  slug: string,
  userId: string | SQL,
): Promise<Membership | null> {
  const [found] = await db
    .select(MEMBERSHIP)
    .from(organisationAddresses)
    .innerJoin(organisations, eq(organisations.id, organisationAddresses.organisationId))
    .innerJoin(
      organisationMembers,
      and(eq(organisationMembers.organisationId, organisations.id), eq(organisationMembers.userId, userId)),
    )
    .where(eq(organisationAddresses.slug, slug));
  return found ?? null;
}

/** Whether somebody is a member of any organisation. */
export async function isInAny(db: Database, userId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: organisationMembers.id })
    .from(organisationMembers)
    .where(eq(organisationMembers.userId, userId))
    .limit(1);
  return found !== undefined;
}

/**
 * A query for the id of the organisation that `slug` leads to. It finds nothing for a person who is not a
 * member, so that such a person can't read the organisation's rows.
 */
const organisationIdOf = (slug: string, userId: string | SQL): SQL<string> =>
  sql`(select ${organisationMembers.organisationId} from ${organisationMembers}
    where ${organisationMembers.userId} = ${userId} and ${organisationMembers.organisationId} =
      (select ${organisationAddresses.organisationId} from ${organisationAddresses} where ${organisationAddresses.slug} = ${slug}))`;

/** The arguments of a loader of an organisation's page. */
interface PageOf {
  context: Context;
  url: URL;
  params: { slug: string };
}

/**
 * Reads what a page of an organisation shows, in the same round trip as the check that the reader is a member.
 * @param read makes the query. It gets a query for the organisation's id, which finds nothing for a user who is not a
 *   member
 * @throws the refusal of a user who is not a member; the redirect from a former address
 */
export async function readOrganisation<Result>(
  { context, url, params: { slug } }: PageOf,
  read: (organisationId: SQL<string>) => Promise<Result>,
): Promise<{ membership: Membership; result: Result }> {
  const db = context.get(dbContext);
  const { membership, result } = await readOwn(context, async (userId) => {
    const [membership, result] = await Promise.all([
      findMembership(db, slug, userId),
      read(organisationIdOf(slug, userId)),
    ]);
    return { membership, result };
  });
  if (!membership) throw await refusalOfStranger(context, slug);
  if (membership.slug !== slug) {
    throw redirect(url.pathname.replace(`/o/${slug}`, `/o/${membership.slug}`) + url.search);
  }
  return { membership, result };
}

/**
 * The membership of a form's sender in an organisation.
 * @param permission the permission that the form needs; null if every member may send it
 * @throws the refusal of a user who is not a member or lacks the permission
 */
export async function requireMember(
  context: Context,
  slug: string,
  permission: OrganisationPermission | null,
): Promise<Membership> {
  const { id } = await context.get(viewerContext);
  const membership = await findMembership(context.get(dbContext), slug, id);
  if (!membership) throw await refusalOfStranger(context, slug);
  if (permission !== null) requirePermissionIn(context, membership, permission);
  return membership;
}

/** @throws a 403 response if a member's role lacks a permission */
export function requirePermissionIn(
  context: Context,
  { role }: Pick<Membership, "role">,
  permission: OrganisationPermission,
): void {
  if (!canIn(role, permission)) throw refusalResponse(context, REFUSALS[permission] ?? "ACCESS_DENIED");
}

/** The error codes for members who lack a permission. As in app/permissions.ts, permissions for rows share one code. */
const REFUSALS: Partial<Record<OrganisationPermission, ErrorCode>> = {
  "organisation:update": "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION",
  "organisation:delete": "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION",
  "member:update": "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER",
  "member:remove": "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER",
  "member:invite": "YOU_ARE_NOT_ALLOWED_TO_INVITE_WITH_THIS_ROLE",
  "invitation:cancel": "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION",
  "team:create": "YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS",
  "team:update": "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM",
  "team:delete": "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM",
  "audit:read": "ACCESS_DENIED",
};

/**
 * The refusal of a user who is not a member of an organisation. The precise code is for users who may know that the
 * organisation exists, because of an invitation or a permission. All others get the same response as for an
 * organisation that does not exist.
 */
async function refusalOfStranger(context: Context, slug: string) {
  const viewer: Viewer = await context.get(viewerContext);
  const { now } = context.get(platformContext);
  const knows = can(viewer.role, "organisation:read")
    ? sql`true`
    : isOpenTo(context.get(dbContext), viewer.email, now);
  const known = await context
    .get(dbContext)
    .select({ id: organisations.id })
    .from(organisationAddresses)
    .innerJoin(organisations, eq(organisations.id, organisationAddresses.organisationId))
    .where(and(eq(organisationAddresses.slug, slug), knows));
  return refusalResponse(
    context,
    known.length === 1 ? "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION" : "ORGANIZATION_NOT_FOUND",
  );
}

const acting = alias(organisationMembers, "acting");

/**
 * SQL: whether the actor may still do something in an organisation: they are signed in, and are a member
 * whose role has the permission. If the action changes a member or a role, no role in it may be above the
 * actor's.
 * @param about the new role, and the column with the member's old role
 */
export function mayStillIn(
  db: Database,
  actor: Actor,
  { memberId }: Pick<Membership, "memberId">,
  permission: OrganisationPermission | null,
  about?: (role: OrganisationRole) => SQL | undefined,
): SQL | undefined {
  const is = (condition: SQL | undefined) =>
    exists(
      db
        .select({ id: acting.id })
        .from(acting)
        .where(and(eq(acting.id, memberId), condition)),
    );
  const roles = permission === null ? undefined : organisationRolesThat(permission);
  const allowed =
    roles && about
      ? (or(...roles.map((role) => and(is(eq(acting.role, role)), about(role)))) ?? sql`false`)
      : is(roles && inArray(acting.role, roles));
  return and(mayStill(db, actor, null), allowed);
}

/**
 * Why a member's write changed nothing, if the reason is their session or membership.
 * @param code the error code for a member without the permission
 */
export async function lostMembership(
  db: Database,
  actor: Actor,
  { memberId }: Pick<Membership, "memberId">,
  code: ErrorCode,
): Promise<Refused> {
  const [there, lost] = await Promise.all([
    db
      .select({ id: organisationMembers.id })
      .from(organisationMembers)
      .where(eq(organisationMembers.id, memberId)),
    lostAuthority(db, actor, null),
  ]);
  if (lost) return lost;
  return { ok: false, code: there.length === 1 ? code : "ORGANIZATION_NOT_FOUND" };
}
