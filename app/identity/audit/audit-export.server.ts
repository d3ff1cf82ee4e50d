import { sql } from "drizzle-orm";
import type { AuditAction } from "#app/audit-actions.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { isoTime, ROWS_PER_READ, ROWS_PER_SEARCH } from "#app/core/lists/csv/csv-download.server.ts";
import { parseCursor, timeKeys } from "#app/core/lists/cursor.ts";
import { type Actor, auditEntry } from "./audit.server.ts";
import { type AuditEntry, type AuditFilter, listAudit } from "./audit-list.server.ts";

/** The columns of an exported audit log. */
export const AUDIT_COLUMNS = {
  id: ({ id }: AuditEntry) => id,
  at: ({ at }: AuditEntry) => isoTime(at),
  action: ({ action }: AuditEntry) => action,
  actor_id: ({ actorId }: AuditEntry) => actorId,
  actor: ({ actorLabel }: AuditEntry) => actorLabel,
  as_user_id: ({ asUserId }: AuditEntry) => asUserId,
  as_user: ({ asUserLabel }: AuditEntry) => asUserLabel,
  token: ({ tokenName }: AuditEntry) => tokenName,
  subject_id: ({ subjectId }: AuditEntry) => subjectId,
  subject: ({ subjectLabel }: AuditEntry) => subjectLabel,
  code: ({ code }: AuditEntry) => code,
  count: ({ count }: AuditEntry) => count,
  part_of: ({ partOf }: AuditEntry) => partOf,
  parts: ({ parts }: AuditEntry) => parts,
  changes: ({ changes }: AuditEntry) => changes && JSON.stringify(changes),
  request_id: ({ requestId }: AuditEntry) => requestId,
};

/**
 * A page of the audit log's entries, newest first. Entries never move, so no entry is on two pages.
 * @param now the file has the entries up to this time
 */
export const readAuditToExport = (
  db: Database,
  { operations, before, ...filter }: AuditFilter,
  cursor: string | null,
  now: number,
) =>
  listAudit(
    db,
    // A file lists every entry.
    { ...filter, operations: operations === "whole" ? "each" : operations, before: before ?? now + 1 },
    parseCursor(cursor, timeKeys),
    filter.person === null ? ROWS_PER_READ : ROWS_PER_SEARCH,
  );

/** Longer than any filter that somebody types. */
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
