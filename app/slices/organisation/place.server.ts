import { and, eq, type SQL, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, tenantKeyContext, viewerContext } from "#app/context.ts";
import { refusalResponse } from "#app/core/http/refusal.server.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { organisationMembers as members } from "#app/slices/organisation/tables/organisation-members.table.ts";
import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";
import { findMembershipIn, type Membership, mayStillIn, requirePermissionIn } from "./membership.server.ts";
import { listOrganisations } from "./organisation.server.ts";
import { keyCan, type OrganisationPermission } from "./organisation-roles.ts";

// What a program may do in the organisation of its request: what the token's owner may do as a member, or
// what the organisation's key may do. For all other callers, administrators of the product and invited people
// included, the organisation does not exist.

type Context = Readonly<RouterContextProvider>;

/** A membership, or a key's access to its organisation. A key is not a member, and has no role. */
export type Place = Membership | KeyPlace;

type KeyPlace = Pick<Membership, "organisationId" | "name" | "slug" | "logoId"> & {
  memberId: null;
  role: null;
};

/** The token's owner, and the only membership that the token reaches; null if it reaches all of them. */
async function ownerOfToken(context: Context) {
  const { id, token } = await context.get(viewerContext);
  return { userId: id, memberId: token?.membershipId ?? null };
}

/** Finds the place of the caller in an organisation, in one query; null if their token or key does not reach it. */
export async function findPlace(context: Context, organisationId: string): Promise<Place | null> {
  const db = context.get(dbContext);
  const key = context.get(tenantKeyContext);
  if (key) {
    const [found] = await db
      .select({
        organisationId: organisations.id,
        name: organisations.name,
        slug: organisations.slug,
        logoId: organisations.logoId,
      })
      .from(organisations)
      .where(isReached(organisationId, key.tenant.id));
    return found ? { ...found, memberId: null, role: null } : null;
  }
  const { userId, memberId } = await ownerOfToken(context);
  const place = await findMembershipIn(db, organisationId, userId);
  return place && (memberId === null || place.memberId === memberId) ? place : null;
}

/** The parts of a place that a list shows. */
export type ListedPlace = Pick<Place, "organisationId" | "name" | "slug" | "logoId" | "role">;

/** All places that the caller's token or key reaches, by the organisations' names. */
export async function listPlaces(context: Context): Promise<ListedPlace[]> {
  const key = context.get(tenantKeyContext);
  if (key) return [await findPlace(context, key.tenant.id)].filter((place) => place !== null);
  const { userId, memberId } = await ownerOfToken(context);
  const db = context.get(dbContext);
  if (memberId !== null) {
    const only = sql`(select ${members.organisationId} from ${members} where ${eq(members.id, memberId)})`;
    return [await findMembershipIn(db, only, userId)].filter((place) => place !== null);
  }
  const all = await listOrganisations(db, userId);
  return all.map(({ id, ...place }) => ({ organisationId: id, ...place }));
}

/** Whether the caller's token or key reaches only one organisation. */
export const reachesOneOnly = async (context: Context): Promise<boolean> =>
  context.get(tenantKeyContext) !== null || (await ownerOfToken(context)).memberId !== null;

/** A query for the id of an organisation, which finds it only if the caller has a place there. */
export async function organisationIfPlaced(context: Context, organisationId: string): Promise<SQL<string>> {
  const key = context.get(tenantKeyContext);
  if (key) {
    return sql`(select ${organisations.id} from ${organisations} where ${isReached(organisationId, key.tenant.id)})`;
  }
  const { userId, memberId } = await ownerOfToken(context);
  return sql`(select ${members.organisationId} from ${members} where ${and(
    eq(members.organisationId, organisationId),
    eq(members.userId, userId),
    memberId === null ? undefined : eq(members.id, memberId),
  )})`;
}

/** SQL: whether an organisation is the one in a request's path, and the key belongs to it. */
const isReached = (organisationId: string, tenantId: string) =>
  and(eq(organisations.id, organisationId), eq(organisations.id, tenantId));

/**
 * Checks a place, and returns it.
 * @param permission the permission that the operation needs; null if every member may call it
 * @throws the refusal if there is no place, or if it lacks the permission
 */
export function requirePlace<Found extends Place>(
  context: Context,
  place: Found | null,
  permission: OrganisationPermission | null,
): Found {
  if (!place) throw refusalResponse(context, "ORGANIZATION_NOT_FOUND");
  if (permission === null) return place;
  if (place.role !== null) requirePermissionIn(context, place, permission);
  else if (!keyCan(permission)) throw refusalResponse(context, "ACCESS_DENIED");
  return place;
}

/**
 * SQL: whether the caller may still use a place: a member as in mayStillIn(), and a key as long as it exists.
 */
export function mayStillAt(
  context: Context,
  actor: Actor,
  place: Place,
  permission: OrganisationPermission,
): SQL | undefined {
  const key = context.get(tenantKeyContext);
  if (place.memberId !== null) return mayStillIn(context.get(dbContext), actor, place, permission);
  return key && keyCan(permission) ? key.isThere : sql`false`;
}
