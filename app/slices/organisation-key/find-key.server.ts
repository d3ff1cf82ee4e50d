import { and, eq, exists, gt, sql } from "drizzle-orm";
import { HOUR } from "#app/core/lib/durations.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";
import { organisationKeys as keys } from "./organisation-keys.table.ts";

/** Finds the key of an organisation, and records its use after the response, at most once an hour. */
export const findKey: NonNullable<IdentityHooks["tenantKey"]> = async (
  db,
  tokenHash,
  { now, inBackground },
) => {
  const isOn = gt(keys.expiresAt, now);
  const [found] = await db
    .select({
      id: keys.id,
      name: keys.name,
      scopes: keys.scopes,
      lastUsedAt: keys.lastUsedAt,
      tenantId: keys.organisationId,
      tenantName: sql<string>`${organisations.name}`.as("tenant_name"),
    })
    .from(keys)
    .innerJoin(organisations, eq(organisations.id, keys.organisationId))
    .where(and(eq(keys.tokenHash, tokenHash), isOn));
  if (!found) return null;
  const { id, name, scopes, lastUsedAt, tenantId, tenantName } = found;
  const isIt = eq(keys.id, id);
  if (lastUsedAt === null || now - lastUsedAt >= HOUR) {
    inBackground((db) => db.update(keys).set({ lastUsedAt: now }).where(isIt));
  }
  const isThere = exists(db.select({ id: keys.id }).from(keys).where(and(isIt, isOn)));
  return { id, name, scopes, tenant: { id: tenantId, name: tenantName }, isThere };
};
