import { and, eq, exists, sql } from "drizzle-orm";
import type { SQLiteInsertValue } from "drizzle-orm/sqlite-core";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { belongingOf, type Owned, type OwnRows, rowsOf } from "#app/core/db/owned.ts";
import { GONE, type Refused, refuseViolations } from "#app/core/db/written.ts";
import { ENTITIES, type Entity } from "#app/entities.ts";
import { type Actor, rowSubject, rowsSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import type { RowTable } from "#app/identity/audit/audited.server.ts";
import { operationEntries } from "#app/identity/audit/operation.server.ts";
import type { OwnedEntity } from "#app/owned-entities.ts";
import * as schema from "#app/schema.ts";
import { isKept, type Kept, keptFor, tenantOfKept, valuesOf } from "./kept-row.server.ts";
import { behind, type Rows } from "./rows.ts";
import {
  findObjection,
  noneOf,
  objectionsToKept,
  refusalOf,
  restoreWithParent,
} from "./rows-of-a-row.server.ts";

const { auditLog, deletedRows } = schema;

/** A restored row. `label`: its name, if this call restored it. `parentId`: its parent's id, if it has a parent. */
interface Restored {
  ok: true;
  id: string;
  label: string | null;
  parentId: string | null;
}

/**
 * Restores a deleted row. An optional reference to a row that no longer exists becomes empty. Idempotent: restoring a
 * row that exists already changes nothing.
 */
export function restoreRow(
  db: Database,
  entity: Entity,
  id: string,
  actor: Actor,
): Promise<Restored | Refused> {
  // biome-ignore lint/performance/noDynamicNamespaceImportAccess: the server needs every table
  return restoreFrom(db, schema[ENTITIES[entity]], { entity, id, ownerId: null }, actor);
}

/**
 * Like {@link restoreRow}, for an owner's row and its child rows. A child row can be restored only if its parent
 * exists.
 */
export const restoreOwnRow = (
  db: Database,
  { owned, ownerId, may }: Omit<OwnRows, "rows">,
  { entity, id }: { entity: OwnedEntity; id: string },
  actor: Actor,
): Promise<Restored | Refused> =>
  restoreFrom(db, rowsOf(owned as Owned<RowTable>, ownerId, may), { entity, id, ownerId, may }, actor);

/** Restores a row of a table, with or without owners. */
export async function restoreFrom(
  db: Database,
  rows: Rows<RowTable>,
  row: Kept,
  actor: Actor,
): Promise<Restored | Refused> {
  const { table, isOwn } = behind(rows);
  const { id, ownerId } = row;
  const objections = objectionsToKept(db, table, row);
  const kept = and(isKept(row), noneOf(objections));
  const there = rowSubject(table, id, null);
  const subject = {
    ...there,
    where: and(there.where, isOwn),
    label: ownerId === null ? sql`(select ${deletedRows.label} from ${deletedRows} where ${kept})` : null,
  };
  const insert = insertFrom(db, table, valuesOf(table) as SQLiteInsertValue<RowTable>, {
    from: deletedRows,
    where: kept,
  });
  const rules = {
    UNIQUE: { code: "ROW_NOT_RESTORED" },
    "FOREIGN KEY": { code: "REFERENCE_NOT_FOUND" },
  } as const;
  return refuseViolations<Restored | Refused>(rules, async () => {
    const {
      taken: [taken],
      found: [existing],
      objection,
    } = await runBatch(db, {
      objection: findObjection(db, objections, row),
      restored: withAuditEntry(db, insert, actor, "row.restore", subject),
      children: ownerId === null ? [] : restoreWithParent(db, table, row),
      taken: db.delete(deletedRows).where(kept).returning({ label: deletedRows.label }),
      found: db
        .select({ parentId: sql<string | null>`${belongingOf(table)?.column ?? null}`.as("parent_id") })
        .from(table)
        .where(and(eq(table.id, id), isOwn)),
    });
    if (existing) return { ok: true, id, label: taken?.label ?? null, ...existing };
    return refusalOf(objections, objection) ?? GONE;
  });
}

/** The request that deleted some rows, as in its audit entries. */
export interface Deletion {
  requestId: string;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * Restores the rows that one request deleted, each with its audit entry, except where another row like it now exists.
 * An optional reference to a row that no longer exists becomes empty. Idempotent: restoring rows that exist already
 * changes nothing.
 * @returns the ids of the restored rows, how many are still deleted, and how many exist now
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
  const kept = and(sql`${deletedRows.id} in ${ids}`, eq(deletedRows.entity, entity), keptFor(null));
  const isBack = and(
    kept,
    exists(db.select({ id: table.id }).from(table).where(eq(table.id, deletedRows.id))),
  );
  const whole = { id: crypto.randomUUID(), action: "row.restore", label: null } as const;
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
      entries: operationEntries(db, actor, whole, "row.restore", {
        ...rowsSubject(deletedRows, isBack, deletedRows.label),
        ...tenantOfKept(table),
      }),
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
