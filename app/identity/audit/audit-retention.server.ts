import { and, eq, isNotNull, isNull, lte, type SQL } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { auditLog } from "#app/identity/tables/audit-log.ts";

/**
 * Statements that remove what a person typed from the audit log, for the batch that deletes their account: changes
 * about them, such as their names, and the names of access tokens that they used.
 * @param where a further condition
 */
export const forgetTextsOf = (db: Database, userId: string | SQL, where?: SQL) => [
  db
    .update(auditLog)
    .set({ changes: null })
    .where(and(eq(auditLog.subjectId, userId), isNotNull(auditLog.changes), where)),
  db
    .update(auditLog)
    .set({ tokenName: null })
    .where(and(eq(auditLog.actorId, userId), isNotNull(auditLog.tokenName), where)),
];

/** Deletes entries older than a number of days. @returns how many */
export async function purgeAuditLog(db: Database, now: number, days: number): Promise<number> {
  const isOld = lte(auditLog.at, now - days * DAY);
  // Each condition has its own index.
  const listed = await deleteRows(db, auditLog, and(isOld, isNull(auditLog.partOf)));
  return listed + (await deleteRows(db, auditLog, and(isOld, isNotNull(auditLog.partOf))));
}
