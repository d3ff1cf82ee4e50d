import { isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { findTenant } from "#app/identity/hooks/personal-tables.server.ts";
import { accessTokens } from "#app/slices/api/access-tokens.table.ts";

/** The name of what a token is bound to; null for one that is not bound, and for one that has ended with its owner's place there. */
export const boundTo = (): SQL<string | null> => {
  const tenant = findTenant();
  return tenant?.nameOf(accessTokens.membershipId, accessTokens.userId) ?? sql<null>`null`;
};

/** The condition for a token that has not ended with its owner's place in what it is bound to. */
export const isStillBound = (): SQL | undefined =>
  or(isNull(accessTokens.membershipId), sql`${boundTo()} is not null`);

/** The condition that somebody can bind a token to a place. @param membershipId null: to none */
export function mayBind(membershipId: string | null, userId: string | SQLWrapper): SQL | undefined {
  if (membershipId === null) return undefined;
  const tenant = findTenant();
  return tenant ? sql`${tenant.nameOf(membershipId, userId)} is not null` : sql`false`;
}
