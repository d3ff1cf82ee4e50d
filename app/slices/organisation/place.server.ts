import { and, eq, type SQL, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, tenantKeyContext, viewerContext } from "#app/context.ts";
import { refusalResponse } from "#app/core/http/refusal.server.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { findMembershipIn, type Membership, mayStillIn, requirePermissionIn } from "./membership.server.ts";
import { listOrganisations } from "./organisation.server.ts";
import { organisationMembers as members } from "./organisation-members.table.ts";
import { keyCan, type OrganisationPermission } from "./organisation-roles.ts";
import { organisations } from "./organisations.table.ts";

// What a program may do in an organisation that its request names: by the place of its token's owner there, or with a key of the
// organisation. To all others the organisation is one that is not there: to an administrator of the product and somebody invited, too.

type Context = Readonly<RouterContextProvider>;

/** A member's place in an organisation, or that of a key, which is no member: it has no role. */
export type Place = Membership | KeyPlace;

type KeyPlace = Pick<Membership, "organisationId" | "name" | "slug"> & { memberId: null; role: null };

/** The user whose token calls, and the only place that it reaches; null for a token that reaches all of theirs. */
async function ownerOfToken(context: Context) {
  const { id, token } = await context.get(viewerContext);
  return { userId: id, memberId: token?.membershipId ?? null };
}

/** Finds the place of the caller in an organisation; null if there is none that their token or key reaches. One query. */
export async function findPlace(context: Context, organisationId: string): Promise<Place | null> {
  const db = context.get(dbContext);
  const key = context.get(tenantKeyContext);
  if (key) {
    const [found] = await db
      .select({ organisationId: organisations.id, name: organisations.name, slug: organisations.slug })
      .from(organisations)
      .where(isReached(organisationId, key.tenant.id));
    return found ? { ...found, memberId: null, role: null } : null;
  }
  const { userId, memberId } = await ownerOfToken(context);
  const place = await findMembershipIn(db, organisationId, userId);
  return place && (memberId === null || place.memberId === memberId) ? place : null;
}

/** All places that the caller's token or key reaches, by the names of the organisations. */
export async function listPlaces(
  context: Context,
): Promise<Pick<Place, "organisationId" | "name" | "slug" | "role">[]> {
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

/** Whether the caller's token or key reaches one organisation and nothing else. */
export const reachesOneOnly = async (context: Context): Promise<boolean> =>
  context.get(tenantKeyContext) !== null || (await ownerOfToken(context)).memberId !== null;

/** A query for the id of an organisation, which finds it only for a caller who has a place there. */
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

/** The condition for the organisation that a request names, if it is that of the key. */
const isReached = (organisationId: string, tenantId: string) =>
  and(eq(organisations.id, organisationId), eq(organisations.id, tenantId));

/**
 * The place that was found.
 * @param permission what the operation takes; null for what every member may do
 * @throws the refusal if there is none, or if it lacks the permission
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

/** The condition that whoever has a place may still do something there: as of mayStillIn(), or that the key is still there. */
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
