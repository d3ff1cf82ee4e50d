import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { RouterContextProvider } from "react-router";
import { dbContext } from "#app/context.ts";
import type { OwnRows } from "#app/core/db/owned.ts";
import { type Actor, currentActor } from "#app/identity/audit/audit.server.ts";
import { type Membership, mayStillIn, requireMember } from "./membership.server.ts";
import type { OrganisationPermission } from "./organisation-roles.ts";
import { type OfOrganisation, rowsOfOrganisation } from "./owned-by-organisation.ts";

/**
 * The rows of an organisation, for a form of a member: every statement that writes them asks again whether they still may.
 * @public also while no table is an organisation's (knip.dev)
 * @param slug the address of the organisation, as the URL names it
 * @param permission what the form takes, such as "task:write"
 * @throws the answer to who is no member, or may not do that
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
