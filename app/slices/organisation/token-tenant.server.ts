import { asc, eq, sql } from "drizzle-orm";
import { dbContext, i18nContext } from "#app/context.ts";
import type { Tenant } from "#app/identity/hooks/tenant.ts";
import { organisationMembers as members } from "#app/slices/organisation/tables/organisation-members.table.ts";
import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";

/**
 * Binds access tokens to organisations. A token refers to the membership, not the organisation. A user who leaves and
 * comes back has a new membership, and older tokens stay unusable.
 */
export const organisationTenant: Tenant = {
  nameOf: (membershipId, userId) => sql<string | null>`(
    select ${organisations.name} from ${members}
    inner join ${organisations} on ${organisations.id} = ${members.organisationId}
    where ${members.id} = ${membershipId} and ${members.userId} = ${userId}
  )`,
  async choices(context, userId) {
    const { t } = context.get(i18nContext);
    const found = await context
      .get(dbContext)
      .select({ value: members.id, label: organisations.name })
      .from(members)
      .innerJoin(organisations, eq(organisations.id, members.organisationId))
      .where(eq(members.userId, userId))
      .orderBy(asc(organisations.nameKey), asc(organisations.id));
    return {
      label: t("organisation:token.label"),
      hint: t("organisation:token.hint"),
      none: t("organisation:token.none"),
      options: found,
    };
  },
  refusal: "ORGANIZATION_NOT_FOUND",
};
