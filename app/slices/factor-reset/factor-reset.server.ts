import { and, desc, eq, exists, gt, inArray, isNull, ne, not, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { GONE, type Written } from "#app/core/db/written.ts";
import { type Actor, actorId, userSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { notBanned } from "#app/identity/ban/ban.server.ts";
import { LINK_LIFE } from "#app/identity/notice/not-me-link.server.ts";
import { withNotice } from "#app/identity/notice/notice.server.ts";
import { lostAuthority, mayStill } from "#app/identity/session/authority.server.ts";
import { emailChanges } from "#app/identity/tables/email-changes.ts";
import { users } from "#app/identity/tables/users.ts";
import { rolesThat } from "#app/permissions.ts";
import { FACTOR_RESET_WAIT } from "./factor-reset-wait.ts";
import { factorResets } from "./factor-resets.table.ts";
import {
  entersManager,
  hasFactors,
  hasNotifiedAddress,
  isWaiting,
  needsConfirmation,
  stopReset,
} from "./open-reset.server.ts";

// An administrator resets the second step and the passkeys of a user who has lost them all. The reset is pending for a
// time in which the owner can stop it (docs/decisions/0054).

/**
 * Begins the reset of a user's factors, and emails the user. Administrators can't begin a reset for themselves, and a
 * unique index allows one reset at a time for each user. If the user may enter the manager, a second administrator must
 * confirm it.
 */
export async function beginReset(db: Database, userId: string, actor: Actor): Promise<Written> {
  const now = actor.at;
  const dueAt = now + FACTOR_RESET_WAIT;
  const reset = {
    id: crypto.randomUUID(),
    userId: sql`${users.id}`,
    email: sql`${users.email}`,
    ofManager: sql<boolean>`${entersManager}`,
    begunBy: actorId(actor),
    begunAt: now,
    dueAt,
    language: actor.language,
    site: actor.site,
  };
  const self = eq(users.id, userId);
  // No reset begins while the old address can still undo a change of address, because the email about the reset would
  // only reach the new one.
  const hasChangedAddress = exists(
    db
      .select({ id: emailChanges.id })
      .from(emailChanges)
      .where(
        and(
          eq(emailChanges.userId, userId),
          gt(emailChanges.doneAt, now - LINK_LIFE),
          isNull(emailChanges.stoppedAt),
        ),
      ),
  );
  const hasSameAddress = exists(db.select({ id: users.id }).from(users).where(and(self, hasNotifiedAddress)));
  const isBegunByAdministrator = mayReset(db, sql`${factorResets.begunBy}`, now);
  const insert = insertFrom(db, factorResets, reset, {
    from: users,
    where: and(
      self,
      ne(users.id, actorId(actor)),
      hasFactors(db),
      not(hasChangedAddress),
      mayStill(db, actor, "user:reset-factors"),
    ),
  });
  const {
    begun,
    waiting: [open],
    found: [user],
  } = await runBatch(db, {
    // Closes an open reset that is no longer valid: it has lapsed, the user's address has changed since, or
    // the person who began it is no longer an administrator.
    lapsed: stopReset(
      db,
      userId,
      now,
      sql`not coalesce(${and(isWaiting(now), hasSameAddress, isBegunByAdministrator)}, false)`,
    ),
    begun: withNotice(
      db,
      withAuditEntry(
        db,
        insert.onConflictDoNothing().returning({ id: factorResets.id }),
        actor,
        "factor.beginReset",
        userSubject(userId),
      ),
      actor,
      { about: "factorResetWaiting", dueAt },
      { where: self },
    ),
    waiting: db
      .select({ begunBy: factorResets.begunBy })
      .from(factorResets)
      .where(and(eq(factorResets.userId, userId), isWaiting(now))),
    found: db
      .select({ id: users.id, changed: sql<boolean>`${hasChangedAddress}`.mapWith(Boolean).as("changed") })
      .from(users)
      .where(self),
  });
  if (begun.length === 1) return { ok: true, id: userId };
  const lost = await lostAuthority(db, actor, "user:reset-factors");
  if (lost) return lost;
  if (!user) return GONE;
  if (userId === actor.id) return { ok: false, code: "YOU_CANNOT_CHANGE_YOURSELF" };
  if (open)
    return open.begunBy === actor.id ? { ok: true, id: userId } : { ok: false, code: "RESET_IN_PROGRESS" };
  return { ok: false, code: user.changed ? "ADDRESS_CHANGED_LATELY" : "NOTHING_TO_RESET" };
}

/**
 * Confirms, as a second administrator, the reset of a user who may enter the manager, and emails that user.
 * The time in which it can be stopped begins now. The administrator who began it can't confirm it, nor can
 * its user. The UPDATE checks the current roles of both administrators.
 */
export async function confirmReset(
  db: Database,
  userId: string,
  resetId: string,
  actor: Actor,
): Promise<Written> {
  const now = actor.at;
  const dueAt = now + FACTOR_RESET_WAIT;
  const self = eq(users.id, userId);
  const thisOne = and(eq(factorResets.id, resetId), eq(factorResets.userId, userId));
  const confirm = db
    .update(factorResets)
    .set({ confirmedBy: actorId(actor), confirmedAt: now, dueAt })
    .where(
      and(
        thisOne,
        isWaiting(now),
        isNull(factorResets.confirmedAt),
        ne(factorResets.begunBy, actorId(actor)),
        ne(factorResets.userId, actorId(actor)),
        exists(db.select({ id: users.id }).from(users).where(and(hasNotifiedAddress, needsConfirmation))),
        mayStill(db, actor, "user:reset-factors"),
        mayReset(db, sql`${factorResets.begunBy}`, now),
      ),
    )
    .returning({ id: factorResets.id });
  const {
    confirmed,
    waiting: [reset],
  } = await runBatch(db, {
    confirmed: withNotice(
      db,
      withAuditEntry(db, confirm, actor, "factor.confirmReset", userSubject(userId)),
      actor,
      { about: "factorResetWaiting", dueAt },
      { where: self },
    ),
    waiting: db
      .select({ begunBy: factorResets.begunBy, confirmedAt: factorResets.confirmedAt })
      .from(factorResets)
      .where(and(thisOne, isWaiting(now), mayReset(db, sql`${factorResets.begunBy}`, now))),
  });
  if (confirmed.length === 1) return { ok: true, id: userId };
  const lost = await lostAuthority(db, actor, "user:reset-factors");
  if (lost) return lost;
  if (!reset) return { ok: false, code: "RESET_NOT_OPEN" };
  if (reset.begunBy === actor.id || userId === actor.id) return { ok: false, code: "RESET_NEEDS_ANOTHER" };
  return reset.confirmedAt === null ? { ok: false, code: "RESET_NOT_OPEN" } : { ok: true, id: userId };
}

/** SQL: whether somebody is not banned, and has a role that may reset the factors of others. */
export const mayReset = (db: Database, id: string | SQL, now: number): SQL =>
  exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(
        and(eq(users.id, id), inArray(users.role, rolesThat("user:reset-factors")), notBanned(users, now)),
      ),
  );

/**
 * Stops the reset of a user's factors. The user can do this, and so can any administrator.
 * @param resetId the id of the reset on the page; null for any pending reset
 */
export async function cancelReset(
  db: Database,
  userId: string,
  resetId: string | null,
  actor: Actor,
): Promise<Written> {
  const needed = userId === actor.id ? null : "user:reset-factors";
  const thisOne = resetId === null ? undefined : eq(factorResets.id, resetId);
  const stop = stopReset(db, userId, actor.at, and(thisOne, mayStill(db, actor, needed)));
  const {
    stopped,
    latest: [last],
  } = await runBatch(db, {
    stopped: withAuditEntry(db, stop, actor, "factor.stopReset", userSubject(userId)),
    latest: db
      .select({ doneAt: factorResets.doneAt })
      .from(factorResets)
      .where(and(eq(factorResets.userId, userId), thisOne))
      .orderBy(desc(factorResets.begunAt))
      .limit(1),
  });
  const lost = stopped.length === 0 ? await lostAuthority(db, actor, needed) : null;
  if (lost) return lost;
  // This is idempotent. It succeeds if there is no reset to stop.
  const isOver = last ? last.doneAt !== null : resetId !== null;
  return stopped.length === 0 && isOver ? { ok: false, code: "RESET_NOT_OPEN" } : { ok: true, id: userId };
}
