import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Refusal } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { HOUR } from "#app/core/lib/durations.ts";
import { auditLog } from "#app/identity/tables/audit-log.ts";
import { users } from "#app/identity/tables/users.ts";
import { type Actor, auditEntry } from "./audit.server.ts";

/**
 * Adds an audit entry for a refused request, or counts it: one entry an hour for each refusal and person, so that
 * nobody can fill the log. The person is the signed-in user, or else the owner of the email address, or the key that
 * acts. Refusals without any of these are only in the request log (identity/middleware/audit).
 * @param what method and path, for a refusal without an email address
 */
export async function auditRefusal(
  db: Database,
  { code, email }: Refusal,
  actor: Actor,
  what: string,
): Promise<void> {
  const action = code === "LIMIT_REACHED" ? "request.limited" : "request.refused";
  const subject = email
    ? { id: personId(email), label: email }
    : // If a key's request is refused, the entry is about the key itself, because the key belongs to no user.
      { id: actor.key?.id ?? null, label: what };
  // SQLite uses the partial indexes only with "=", not with "is".
  const person = actor.id ? eq(auditLog.actorId, actor.id) : eq(auditLog.subjectId, subject.id ?? "");
  const counted = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        person,
        sql`${auditLog.actorId} is ${actor.id}`,
        sql`${auditLog.asUserId} is ${actor.asUser?.id ?? null}`,
        eq(auditLog.action, action),
        eq(auditLog.code, code),
        gt(auditLog.at, actor.at - HOUR),
      ),
    )
    .limit(1);
  // changes() is the number of rows that the previous statement has changed.
  const ifNone = { from: sql`(select 1)`, where: sql`changes() = 0`, ...subject };
  await db.batch([
    db
      .update(auditLog)
      .set({ count: sql`${auditLog.count} + 1` })
      .where(inArray(auditLog.id, counted)),
    auditEntry(db, actor, action, ifNone, { code }),
  ]);
}

/** The id of the user with this email address, or else the address itself. */
const personId = (email: string) =>
  sql<string>`coalesce((select ${users.id} from ${users} where ${users.email} = ${email}), ${email})`;
