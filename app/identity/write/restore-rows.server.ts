import { and, eq, exists, isNull, sql } from "drizzle-orm";
import type { SQLiteInsertValue } from "drizzle-orm/sqlite-core";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { type Refused, refuseViolations } from "#app/core/db/written.ts";
import { ENTITIES, type Entity } from "#app/entities.ts";
import { type Actor, auditEntry, rowsSubject } from "#app/identity/audit/audit.server.ts";
import type { RowTable } from "#app/identity/audit/audited.server.ts";
import * as schema from "#app/schema.ts";
import { valuesOf } from "./deleted-rows.server.ts";

const { auditLog, deletedRows } = schema;

/** The request that deleted some rows, as its audit entries know it. */
export interface Deletion {
  requestId: string;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * Puts back the rows that one request deleted, each with its audit entry, except where there is another one like it by
 * now. What they referred to may be gone: an optional reference is empty then. Restoring rows that are there already
 * changes nothing, so it can be asked for twice.
 * @returns the ids of those that are back, how many are still deleted, and how many there are now
 */
export async function restoreRows(
  db: Database,
  entity: Entity,
  { requestId, at }: Deletion,
  actor: Actor,
): Promise<{ ok: true; restored: string[]; left: number; there: number } | Refused> {
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: the server needs every table
  const table: RowTable = schema[ENTITIES[entity]];
  const ids = db
    .select({ id: auditLog.subjectId })
    .from(auditLog)
    .where(
      and(eq(auditLog.action, `${entity}.delete`), eq(auditLog.at, at), eq(auditLog.requestId, requestId)),
    );
  const kept = and(
    sql`${deletedRows.id} in ${ids}`,
    eq(deletedRows.entity, entity),
    isNull(deletedRows.userId),
  );
  const isBack = and(
    kept,
    exists(db.select({ id: table.id }).from(table).where(eq(table.id, deletedRows.id))),
  );
  return refuseViolations({ "FOREIGN KEY": { code: "REFERENCE_NOT_FOUND" } }, async () => {
    const {
      restored,
      left: [left],
      there: [there],
    } = await runBatch(db, {
      inserted: insertFrom(db, table, valuesOf(table) as SQLiteInsertValue<RowTable>, {
        from: deletedRows,
        where: kept,
      }).onConflictDoNothing(),
      entries: auditEntry(db, actor, "row.restore", rowsSubject(deletedRows, isBack, deletedRows.label)),
      restored: db.delete(deletedRows).where(isBack).returning({ id: deletedRows.id }),
      left: db
        .select({ count: sql<number>`count(*)`.as("count") })
        .from(deletedRows)
        .where(kept),
      there: db
        .select({ count: sql<number>`count(*)`.as("count") })
        .from(table)
        .where(sql`${table.id} in ${ids}`),
    });
    return {
      ok: true as const,
      restored: restored.map(({ id }) => id),
      left: left?.count ?? 0,
      there: there?.count ?? 0,
    };
  });
}
