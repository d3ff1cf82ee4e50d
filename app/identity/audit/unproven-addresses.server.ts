import { and, eq, inArray, like, lte, notExists } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { auditLog } from "#app/identity/tables/audit-log.ts";
import { users } from "#app/identity/tables/users.ts";

/** How long the address of someone without an account stays in the audit log. Milliseconds. */
const PERIOD = 30 * DAY;

/**
 * Removes the addresses of people without an account from audit entries older than 30 days, because anyone may have
 * typed them. The entries keep what was refused, and why.
 * @returns how many
 */
export async function forgetUnprovenAddresses(db: Database, now: number): Promise<number> {
  const { meta } = await db
    .update(auditLog)
    .set({ subjectId: null, subjectLabel: null })
    .where(
      and(
        inArray(auditLog.action, ["request.refused", "request.limited"]),
        lte(auditLog.at, now - PERIOD),
        // auditRefusal() stores a user's id, and for anyone else the address itself.
        like(auditLog.subjectId, "%@%"),
        notExists(db.select({ id: users.id }).from(users).where(eq(users.email, auditLog.subjectId))),
      ),
    );
  return meta.changes;
}
