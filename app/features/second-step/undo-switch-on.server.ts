import { and, eq, exists, type SQL } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { recoveryCodes, secondSteps, users } from "#app/db/schema.ts";
import { type Actor, auditEntry, userSubject } from "#app/features/audit/audit.server.ts";
import { withNotice } from "#app/features/notice/notice.server.ts";

/** The notice that told of a second step. */
interface ToldOf {
  userId: string;
  /** The address that was told. */
  email: string;
  /** When it was switched on, and the notice written. Milliseconds since 1970. */
  createdAt: number;
}

/**
 * Statements that switch a second step off which its owner was told of and has not switched on, and tell them. Only that one: a later
 * one was switched on at another time. Nor if the account has left the address that was told: whoever reads the old mailbox
 * must not weaken it (docs/decisions/0052).
 * @param where a further condition for all of it
 */
export function undoSwitchOn(
  db: Database,
  { userId, email, createdAt }: ToldOf,
  actor: Actor,
  where: SQL | undefined,
) {
  const owner = and(eq(users.id, userId), eq(users.email, email));
  const thisOne = and(
    eq(secondSteps.userId, userId),
    // switchOn writes both in one batch, with one time.
    eq(secondSteps.switchedOnAt, createdAt),
    exists(db.select({ id: users.id }).from(users).where(owner)),
    where,
  );
  const isOn = exists(db.select({ userId: secondSteps.userId }).from(secondSteps).where(thisOne));
  const entry = auditEntry(db, actor, "factor.switchOff", {
    ...userSubject(userId),
    where: and(owner, isOn),
  });
  return [
    ...withNotice(db, [entry], actor, { about: "secondStepOff" }, { where: owner }),
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), isOn)),
    // Not deleted: an administrator's days of grace do not begin again.
    db.update(secondSteps).set({ sealed: null, switchedOnAt: null }).where(thisOne),
  ] as const;
}
