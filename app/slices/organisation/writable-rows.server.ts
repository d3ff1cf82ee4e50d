import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { RouterContextProvider } from "react-router";
import { dbContext } from "#app/context.ts";
import type { OwnRows } from "#app/core/db/owned.ts";
import { type Actor, currentActor } from "#app/identity/audit/audit.server.ts";
import { type Membership, mayStillIn, requireMember } from "./membership.server.ts";
import type { OrganisationPermission } from "./organisation-roles.ts";
import { type OfOrganisation, rowsOfOrganisation } from "./owned-by-organisation.ts";

/**
 * The rows of an organisation, for a member's form. Every statement that writes these rows checks again that
 * the member may still do so.
 * @public also while no table belongs to organisations (knip.dev)
 * @param slug the address of the organisation in the URL
 * @param permission the permission that the form needs, such as "task:write"
 * @throws the refusal of a user who is not a member or lacks the permission
 */
export async function writableRowsIn<Table extends SQLiteTable>(
  context: Readonly<RouterContextProvider>,
  table: OfOrganisation<Table>,
  slug: string,
  permission: OrganisationPermission,
): Promise<{ own: OwnRows<Table, "organisationId">; membership: Membership; actor: Actor }> {
  const membership = await requireMember(context, slug, permission);
  const actor = await currentActor(context);
  const may = mayStillIn(context.get(dbContext), actor, membership, permission);
  return { own: rowsOfOrganisation(table, membership.organisationId, may), membership, actor };
}
