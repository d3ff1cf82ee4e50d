import type { Database } from "#app/core/db/client.server.ts";
import { isoTime, ROWS_PER_READ, ROWS_PER_SEARCH } from "#app/core/lists/csv/csv-download.server.ts";
import { parseCursor, timeKeys } from "#app/core/lists/cursor.ts";
import { type AuditEntry, type AuditFilter, listAudit } from "#app/identity/audit/audit-list.server.ts";

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
