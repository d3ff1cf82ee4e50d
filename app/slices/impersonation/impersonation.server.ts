import { and, eq, exists, isNotNull, ne, notInArray } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { HOUR } from "#app/core/lib/durations.ts";
import type { ErrorCode } from "#app/error-codes.ts";
import { type Actor, actorId, userSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { notBanned } from "#app/identity/ban/ban.server.ts";
import { lostAuthority, mayStill } from "#app/identity/session/authority.server.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";
import { rolesThat } from "#app/permissions.ts";

/** The maximum duration of an impersonation, in milliseconds (docs/product.md, Numbers). */
const IMPERSONATION_LIMIT = HOUR;

/**
 * Lets a session impersonate another user. Users who may enter the manager, banned users and the
 * administrator's own account can't be impersonated. The session still belongs to the administrator, and acts
 * for them again once they stop or the time is up (docs/decisions/0013).
 * @returns the refusal, if that user may not be impersonated
 */
export async function impersonate(
  db: Database,
  sessionId: string,
  userId: string,
  actor: Actor,
): Promise<{ ok: true } | { ok: false; code: ErrorCode }> {
  const allowed = and(
    eq(users.id, userId),
    ne(users.id, actorId(actor)),
    notInArray(users.role, rolesThat("apps:manager")),
    notBanned(users, actor.at),
    mayStill(db, actor, "user:impersonate"),
  );
  const target = db.select({ id: users.id }).from(users).where(allowed);
  const update = db
    .update(sessions)
    .set({ impersonatedUserId: userId, impersonationEndsAt: actor.at + IMPERSONATION_LIMIT })
    .where(and(eq(sessions.id, sessionId), exists(target)))
    .returning({ id: sessions.id });
  const [changed] = await db.batch([
    ...withAuditEntry(db, update, actor, "user.impersonate", userSubject(userId)),
  ]);
  if (changed.length === 1) return { ok: true };
  const lost = await lostAuthority(db, actor, "user:impersonate");
  return lost ?? { ok: false, code: "YOU_CANNOT_IMPERSONATE_THIS_USER" };
}

/** Ends the impersonation: the session acts for its owner again. */
export async function stopImpersonating(db: Database, sessionId: string, actor: Actor): Promise<void> {
  const update = db
    .update(sessions)
    .set({ impersonatedUserId: null, impersonationEndsAt: null })
    .where(and(eq(sessions.id, sessionId), isNotNull(sessions.impersonatedUserId)));
  const subject = {
    from: sessions,
    where: eq(sessions.id, sessionId),
    id: actor.asUser?.id ?? null,
    label: actor.asUser?.label ?? null,
  };
  await db.batch([
    ...withAuditEntry(db, update, { ...actor, asUser: null }, "user.stopImpersonating", subject),
  ]);
}
