import { and, eq, type SQL, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, viewerContext } from "#app/context.ts";
import { refusalResponse } from "#app/core/http/refusal.server.ts";
import { findMembershipIn, type Membership, requirePermissionIn } from "./membership.server.ts";
import { organisationMembers as members } from "./organisation-members.table.ts";
import type { OrganisationPermission } from "./organisation-roles.ts";

// What a program may do in an organisation that its request names. To anyone who is not in it, the organisation is one that is not there: an
// administrator of the product and somebody invited included.

type Context = Readonly<RouterContextProvider>;

/** The id of whoever calls, and the only place that their token reaches; null for a token that reaches all of theirs. */
async function callerOf(context: Context) {
  const { id, token } = await context.get(viewerContext);
  return { userId: id, memberId: token?.membershipId ?? null };
}

/** Finds the place of the caller in an organisation; null if there is none that their token reaches. */
export async function findPlace(context: Context, organisationId: string): Promise<Membership | null> {
  const { userId, memberId } = await callerOf(context);
  const place = await findMembershipIn(context.get(dbContext), organisationId, userId);
  return place && (memberId === null || place.memberId === memberId) ? place : null;
}

/** A query for the id of an organisation, which finds it only for a caller who has a place there. */
export async function organisationIfPlaced(context: Context, organisationId: string): Promise<SQL<string>> {
  const { userId, memberId } = await callerOf(context);
  return sql`(select ${members.organisationId} from ${members} where ${and(
    eq(members.organisationId, organisationId),
    eq(members.userId, userId),
    memberId === null ? undefined : eq(members.id, memberId),
  )})`;
}

/**
 * The place that was found.
 * @param permission what the operation takes; null for what every member may do
 * @throws the refusal if there is none, or if it lacks the permission
 */
export function requirePlace(
  context: Context,
  place: Membership | null,
  permission: OrganisationPermission | null,
): Membership {
  if (!place) throw refusalResponse(context, "ORGANIZATION_NOT_FOUND");
  if (permission !== null) requirePermissionIn(context, place, permission);
  return place;
}
