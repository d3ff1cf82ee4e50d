import { type SQL, sql } from "drizzle-orm";
import type { AuditAction } from "#app/audit-actions.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { auditLog } from "#app/identity/tables/audit-log.ts";
import { type Actor, auditEntry, entryBy, type Subject } from "./audit.server.ts";

/** What somebody did to many rows at once. */
export interface Operation {
  /** The id of the entry that stands for those of the rows. The same id again adds to what it stands for. */
  id: string;
  action: AuditAction;
  /** What it was done with: the name of a file, or of what the rows were given. */
  label: SQL | string | null;
}

/** What is done to some rows, as one entry; null for a single row. */
export const operationOn = (
  ids: string[],
  action: AuditAction,
  label: Operation["label"],
): Operation | null => (ids.length > 1 ? { id: crypto.randomUUID(), action, label } : null);

/**
 * Statements that write an entry for each of some rows, and the one that stands for them in lists: for the batch that makes the
 * change. Where none is written, nothing stands for it.
 * @param operation null if it was done to one row: its entry stands for itself
 * @param action what is done to each row
 * @param rows finds them, as of {@link auditEntry}
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
        // SQLite's changes(): of the statement before this one.
        parts: sql<number>`changes()`,
      },
      { where: sql`changes() > 0` },
    ).onConflictDoUpdate({
      target: auditLog.id,
      set: { parts: sql`${auditLog.parts} + excluded.parts` },
    }),
  ] as const;
}
