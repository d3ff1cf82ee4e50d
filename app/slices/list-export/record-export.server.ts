import { sql } from "drizzle-orm";
import type { AuditAction } from "#app/audit-actions.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { type Actor, auditEntry } from "#app/identity/audit/audit.server.ts";

/** The longest stored search and filters, in characters: more than anybody types. */
const MAX_LABEL = 300;

/**
 * Adds an export of a list with personal data to the audit log.
 * @param search the search and filters, as in the URL; "" for those not set
 */
export async function recordExport(
  db: Database,
  actor: Actor,
  action: AuditAction & `${string}.export`,
  search: Record<string, string>,
): Promise<void> {
  const active = Object.entries(search).filter(([, value]) => value !== "");
  const label = active.map(([name, value]) => `${name}=${value}`).join(", ");
  await auditEntry(db, actor, action, {
    from: sql`(select 1)`,
    where: undefined,
    id: null,
    label: label.slice(0, MAX_LABEL) || null,
  });
}
