import { type SQL, sql } from "drizzle-orm";
import type { AuditAction } from "#app/audit-actions.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { auditLog } from "#app/identity/tables/audit-log.ts";
import { type Actor, auditEntry, entryBy, type Subject } from "./audit.server.ts";

/** One action on many rows. */
export interface Operation {
  /** The id of the summary entry. A second call with this id adds to the entry's count. */
  id: string;
  action: AuditAction;
  /** What the action used: the name of a file, or of the value given to the rows. */
  label: SQL | string | null;
}

/** An action on several rows as one operation; null for a single row. */
export const operationOn = (
  ids: string[],
  action: AuditAction,
  label: Operation["label"],
): Operation | null => (ids.length > 1 ? { id: crypto.randomUUID(), action, label } : null);

/**
 * Statements that add an entry for each row, and a summary entry that stands for them in lists: for the batch that
 * makes the change. Without entries there is no summary.
 * @param operation null for an action on one row, which needs no summary
 * @param action the action on each row
 * @param rows finds them, as in {@link auditEntry}
 */
export function operationEntries(
  db: Database,
  actor: Actor,
  operation: Operation | null,
  action: AuditAction,
  rows: Subject,
) {
  if (!operation) return [auditEntry(db, actor, action, rows)] as const;
  const { id, action: whole, label } = operation;
  return [
    auditEntry(db, actor, action, rows, { partOf: id }),
    insertFrom(
      db,
      auditLog,
      {
        ...entryBy(actor),
        id,
        action: whole,
        subjectLabel: label,
        // SQLite's changes(): the number of entries that the previous statement has added.
        parts: sql<number>`changes()`,
      },
      { where: sql`changes() > 0` },
    ).onConflictDoUpdate({
      target: auditLog.id,
      set: { parts: sql`${auditLog.parts} + excluded.parts` },
    }),
  ] as const;
}
