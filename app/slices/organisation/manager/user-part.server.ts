import { asc, desc, eq, sql } from "drizzle-orm";
import { dbContext, i18nContext } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { can } from "#app/permissions.ts";
import { isNeeded } from "#app/slices/organisation/only-owner.server.ts";
import { isOrganisationRole, OWNER } from "#app/slices/organisation/organisation-roles.ts";
import { organisationMembers } from "#app/slices/organisation/tables/organisation-members.table.ts";
import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";
import { withLogos } from "#app/slices/organisation/with-logo.server.ts";
import type { ShownOrganisations } from "./user-part.tsx";

/** How many organisations a user's page shows. The organisations that the user owns come first. */
const SHOWN = 100;

const organisationsOf = (db: Database, userId: string) =>
  db
    .select({
      id: organisations.id,
      name: organisations.name,
      logoId: organisations.logoId,
      role: organisationMembers.role,
      isOnlyOwner: sql<boolean>`(${isNeeded(db)})`.mapWith(Boolean).as("is_only_owner"),
    })
    .from(organisationMembers)
    .innerJoin(organisations, eq(organisations.id, organisationMembers.organisationId))
    .where(eq(organisationMembers.userId, userId))
    .orderBy(
      desc(sql`${organisationMembers.role} = ${OWNER}`),
      asc(organisations.nameKey),
      asc(organisations.id),
    )
    .limit(SHOWN);

/** Reads the organisations of a user for their page in the manager. */
export const userPart: NonNullable<IdentityHooks["user"]> = {
  key: "organisation",
  async read(context, userId) {
    const { t } = context.get(i18nContext);
    const found = await withLogos(context, await organisationsOf(context.get(dbContext), userId));
    return ({ viewer }): ShownOrganisations =>
      can(viewer.role, "organisation:list")
        ? found.map(({ role, ...organisation }) => ({
            ...organisation,
            // Translated here, because the page loads no other strings about organisations.
            role: isOrganisationRole(role) ? t(`organisation:roles.${role}`) : role,
          }))
        : [];
  },
};
