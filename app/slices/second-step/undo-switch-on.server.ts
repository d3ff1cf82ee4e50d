import { and, eq, exists, type SQL } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { type Actor, auditEntry, userSubject } from "#app/identity/audit/audit.server.ts";
import { withNotice } from "#app/identity/notice/notice.server.ts";
import { isAboutSecondStep } from "#app/identity/notice/notice.ts";
import type { OpenNotice } from "#app/identity/notice/open-notice.server.ts";
import { users } from "#app/identity/tables/users.ts";
import { recoveryCodes, secondSteps } from "./second-steps.table.ts";

/** A second step that somebody other than its owner has switched on. */
interface NotTheirs {
  userId: string;
  /**
   * The owner's address. Nothing happens if the account now has another address, because somebody who reads the old
   * mailbox must not make the account less secure.
   */
  email: string;
  /**
   * SQL: whether the second step was switched on at that time. A second step that was switched on at another
   * time stays.
   */
  when: SQL;
}

/**
 * Statements that switch off a second step which somebody other than its owner has switched on, and email the
 * owner (docs/decisions/0052).
 * @param where a further condition for all statements
 */
export function undoSwitchOn(
  db: Database,
  { userId, email, when }: NotTheirs,
  actor: Actor,
  where: SQL | undefined,
) {
  const owner = and(eq(users.id, userId), eq(users.email, email));
  const thisOne = and(
    eq(secondSteps.userId, userId),
    when,
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
    // The row is not deleted, so that an administrator's days of grace don't start again.
    db.update(secondSteps).set({ sealed: null, switchedOnAt: null }).where(thisOne),
  ] as const;
}

/**
 * For a notice about a second step, or about a change of address of an account with one. Returns whether the notice's
 * link would switch the second step off, whether the step is already off, or whether it stays. One query.
 */
export async function undoneByNotice(
  db: Database,
  { userId, notice, change, createdAt, current }: OpenNotice,
): Promise<"undone" | "off" | "stays" | null> {
  if (!isAboutSecondStep(notice) && !change?.doneAt) return null;
  const [step] = await db
    .select({ switchedOnAt: secondSteps.switchedOnAt })
    .from(secondSteps)
    .where(eq(secondSteps.userId, userId));
  if (!step) return null;
  const { switchedOnAt } = step;
  if (switchedOnAt === null) return "off";
  const isUndone = change?.doneAt
    ? !change.restored && switchedOnAt >= change.doneAt
    : current && switchedOnAt === createdAt;
  return isUndone ? "undone" : "stays";
}
