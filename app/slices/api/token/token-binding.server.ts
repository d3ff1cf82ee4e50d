import { isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { findTenant } from "#app/identity/hooks/personal-tables.server.ts";
import { accessTokens } from "#app/slices/api/access-tokens.table.ts";

/**
 * SQL: the name of the organisation that a token is bound to. Null if it is not bound, or if its owner has
 * left the organisation.
 */
export const boundTo = (): SQL<string | null> => {
  const tenant = findTenant();
  return tenant?.nameOf(accessTokens.membershipId, accessTokens.userId) ?? sql<null>`null`;
};

/** SQL: whether a token is not bound, or its owner is still in the organisation. */
export const isStillBound = (): SQL | undefined =>
  or(isNull(accessTokens.membershipId), sql`${boundTo()} is not null`);

/** SQL: whether a user may bind a token to a membership. @param membershipId null for an unbound token */
export function mayBind(membershipId: string | null, userId: string | SQLWrapper): SQL | undefined {
  if (membershipId === null) return undefined;
  const tenant = findTenant();
  return tenant ? sql`${tenant.nameOf(membershipId, userId)} is not null` : sql`false`;
}
