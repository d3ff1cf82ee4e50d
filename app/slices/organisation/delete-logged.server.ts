import { and, eq, inArray, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/core/db/client.server.ts";
import { ownerColumnOf } from "#app/core/db/owned.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { hooked } from "#app/identity/hooks/hooks.server.ts";
import { auditLog } from "#app/identity/tables/audit-log.ts";
import { deletedRows } from "#app/identity/tables/deleted-rows.ts";
import { organisations } from "#app/slices/organisation/tables/organisations.table.ts";
import { organisationTables } from "./organisation-tables.ts";
import { unionOf } from "./union-of.ts";

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
  const idsIn = ({ table, column }: { table: SQLiteTable; column: SQLiteColumn }) =>
    sql`select ${table}.id from logged cross join ${table} where ${column} = logged.id`;
  const rows = tables.filter(({ table, column }) => ownerColumnOf(table) === column);
  const ids = unionOf([
    sql`select id from logged`,
    idsIn({ table: deletedRows, column: deletedRows.tenantId }),
    ...rows.map(idsIn),
  ]);
  const withRows = sql`(with logged (id) as ${logged} ${ids})`;
  return [
    ...hooked("deleteWithRows").flatMap((deletesOf) => deletesOf(db, withRows)),
    db.delete(deletedRows).where(inArray(deletedRows.tenantId, logged)),
    ...tables.map(({ table, column }) => db.delete(table).where(inArray(column, logged))),
    db.delete(organisations).where(inArray(organisations.id, logged)),
  ];
}
