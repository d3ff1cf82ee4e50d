import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { ownerColumnOf } from "#app/core/db/owned.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { hooked } from "#app/identity/hooks/hooks.server.ts";
import { auditLog } from "#app/identity/tables/audit-log.ts";
import { deletedRows } from "#app/identity/tables/deleted-rows.ts";
import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";
import { organisationTables } from "./organisation-tables.ts";

/**
 * Statements that delete organisations with everything in them, namely those whose deletion this request has
 * logged. They come after the audit entry in the batch, so only the entry's conditions decide.
 */
export function deleteLogged(db: Database, actor: Actor) {
  const logged = db
    .select({ id: auditLog.subjectId })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.at, actor.at),
        eq(auditLog.requestId, actor.requestId),
        eq(auditLog.action, "organisation.delete"),
      ),
    );
  const tables = organisationTables();
  const kept = db
    .select({ id: deletedRows.id })
    .from(deletedRows)
    .where(inArray(deletedRows.tenantId, logged));
  const rows = tables
    .filter(({ table, column }) => ownerColumnOf(table) === column)
    .map(({ table, column }) => sql`(select id from ${table} where ${inArray(column, logged)})`);
  return [
    ...[logged, kept, ...rows].flatMap((ids) =>
      hooked("deleteWithRows").flatMap((deletesOf) => deletesOf(db, ids)),
    ),
    db.delete(deletedRows).where(inArray(deletedRows.tenantId, logged)),
    ...tables.map(({ table, column }) => db.delete(table).where(inArray(column, logged))),
    db.delete(organisations).where(inArray(organisations.id, logged)),
  ];
}
