import { and, eq, ne, not, notInArray, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertFrom } from "#app/db/insert-from.server.ts";
import { accessTokens, emailChanges, passkeys, sessions, socialAccounts, users } from "#app/db/schema.ts";
import {
  type ConstraintRules,
  GONE,
  refuseViolations,
  type ShownValues,
  type Written,
} from "#app/db/written.ts";
import { stopWaiting } from "#app/features/account/change-email.server.ts";
import {
  type Actor,
  actorId,
  auditEntry,
  userSubject,
  withAuditEntry,
} from "#app/features/audit/audit.server.ts";
import { changesOf, changesOfUpdated } from "#app/features/audit/audited.server.ts";
import { columnsOf, isAsShown, isOther, unchanged } from "#app/features/audit/update-row.server.ts";
import { closeChallengesOf } from "#app/features/login-code/login-challenge.server.ts";
import { withNotice } from "#app/features/notice/notice.server.ts";
import { isReserved, RESERVED, selectReserved } from "#app/features/notice/reserved-address.server.ts";
import { comparisonKey } from "#app/lib/comparison-key.ts";
import { can, type Role, rolesThat } from "#app/permissions.ts";
import { type UserDetailsInput, userDetailsSchema } from "./user.schema.ts";
import { auditedUser, isNotLastAdministrator } from "./user-write.server.ts";

// What the manager changes of a user, one kind at a time, so that a form changes nothing that it doesn't show
// (docs/decisions/0028). A form that asks for what is already stored is accepted, and writes nothing.

/** What the form showed before anything was typed (docs/decisions/0039). */
interface Shown {
  shown?: ShownValues | undefined;
}

/** The refusal for each violated constraint. */
const RULES = { UNIQUE: { code: "USER_ALREADY_EXISTS", field: "email" } } as const satisfies ConstraintRules;

/**
 * Changes what the manager's forms hold of a user besides address and role, if it is still what the form showed, and
 * tells them their new name.
 * @param change what to change; the rest stays as it is
 */
export async function setUserDetails(
  db: Database,
  id: string,
  { shown, ...details }: Partial<UserDetailsInput> & Shown,
  actor: Actor,
): Promise<Written> {
  if (Object.keys(details).length === 0) return { ok: true, id };
  const { name } = details;
  const fields = Object.keys(userDetailsSchema.shape);
  const changeable = and(eq(users.id, id), isAsShown(users, fields, shown), isOther(users, details));
  const entry = auditEntry(db, actor, "user.update", {
    ...userSubject(id),
    where: changeable,
    changes: changesOfUpdated(users, auditedUser, details),
  });
  const notice = { about: "nameChanged", name: name ?? "" } as const;
  const isRenamed = name ? sql`${users.name} is not ${name}` : sql`false`;
  const told = { where: and(eq(users.id, id), ne(users.id, actorId(actor)), isRenamed) };
  // The update comes after what needs the old values.
  const [, , changed, [present]] = await db.batch([
    ...withNotice(db, [entry], actor, notice, told),
    db
      .update(users)
      .set({ ...details, ...(name !== undefined && { nameKey: comparisonKey(name) }) })
      .where(changeable)
      .returning({ id: users.id }),
    db.select(columnsOf(users, fields)).from(users).where(eq(users.id, id)),
  ]);
  return changed.length === 1 ? { ok: true, id } : unchanged(id, details, present);
}

/** Why a user's address is not changed in the manager; null if it may be. */
export function emailRefusal(user: { id: string; role: Role }, viewerId: string | null) {
  if (user.id === viewerId) return "own" as const;
  return can(user.role, "apps:manager") ? ("manager" as const) : null;
}

/**
 * Changes a user's address, which is not verified then, and tells both addresses. Whoever held the account until now is
 * out: their sessions end, their passkeys are removed, their linked accounts are unlinked, and the codes they asked for stop working. An earlier
 * change that still waits is stopped. Nobody changes their own address here, nor that of someone who may enter the
 * manager: they could sign in as another administrator. Nor is an address given that is reserved. Every statement checks this, so a promotion at the same moment
 * counts.
 */
export async function setUserEmail(
  db: Database,
  id: string,
  { email, shown }: { email: string } & Shown,
  actor: Actor,
): Promise<Written> {
  const now = actor.at;
  const allowed = and(
    eq(users.id, id),
    ne(users.id, actorId(actor)),
    notInArray(users.role, rolesThat("apps:manager")),
    ne(users.email, email),
    not(isReserved(db, email, now, id)),
    isAsShown(users, ["email"], shown),
  );
  const targetId = sql`(select ${users.id} from ${users} where ${allowed})`;
  const change = {
    id: crypto.randomUUID(),
    userId: sql`${users.id}`,
    oldEmail: sql`${users.email}`,
    newEmail: email,
    createdAt: now,
    dueAt: now,
    doneAt: now,
  };
  const entry = auditEntry(db, actor, "user.setEmail", {
    ...userSubject(id),
    where: allowed,
    label: sql`${users.email} || ' → ' || ${email}`,
    changes: changesOf({ email: { from: users.email, to: sql`${email}` } }),
  });
  const update = db
    .update(users)
    .set({ email, emailVerifiedAt: null, devicesSince: now })
    .where(allowed)
    .returning({ id: users.id });
  const told = { where: eq(users.id, id) };
  const ofOld = { about: "emailChangedByAdministrator", changeId: change.id } as const;
  const ofNew = { about: "emailSetByAdministrator", changeId: change.id } as const;
  return refuseViolations<Written>(RULES, async () => {
    const results = await db.batch([
      ...withNotice(db, [entry], actor, ofOld, told),
      db.delete(sessions).where(eq(sessions.userId, targetId)),
      db.delete(accessTokens).where(eq(accessTokens.userId, targetId)),
      db.delete(passkeys).where(eq(passkeys.userId, targetId)),
      db.delete(socialAccounts).where(eq(socialAccounts.userId, targetId)),
      closeChallengesOf(db, targetId, now),
      stopWaiting(db, targetId, now),
      insertFrom(db, emailChanges, change, { from: users, where: allowed }),
      ...withNotice(db, [update], actor, ofNew, told),
      db.select({ email: users.email }).from(users).where(eq(users.id, id)),
      selectReserved(db, email, now, id),
    ]);
    const [changed, [user], [found]] = [results[9], results[11], results[12]];
    if (!user) return GONE;
    const isDone = changed.length === 1 || (user.email === email && id !== actor.id);
    if (isDone) return { ok: true, id };
    const isStale = shown !== undefined && shown.email !== user.email;
    if (isStale) return { ok: false, code: "ROW_CHANGED", present: user };
    return found?.isReserved ? RESERVED : { ok: false, code: "EMAIL_CAN_NOT_BE_UPDATED" };
  });
}

/** The role is not the one that the form showed: somebody else has changed it. */
export interface RoleChanged {
  ok: false;
  code: "ROLE_CHANGED";
  /** The present role. */
  role: Role;
}

/**
 * Changes a user's role, if it is still the one that the form showed, and tells them. Nobody changes their own role,
 * and the last administrator who may sign in keeps theirs. The UPDATE statement itself checks this, so the rules hold
 * under concurrent changes.
 * @param change.shown the role that the form showed, which this version may not know
 */
export async function setUserRole(
  db: Database,
  id: string,
  { role, shown }: { role: Role; shown: string },
  actor: Actor,
): Promise<Written | RoleChanged> {
  const allowed = and(
    eq(users.id, id),
    ne(users.id, actorId(actor)),
    sql`${users.role} = ${shown}`,
    ne(users.role, role),
    isNotLastAdministrator(db, actor.at),
  );
  const update = db.update(users).set({ role }).where(allowed).returning({ id: users.id });
  const [changed, , , [user]] = await db.batch([
    ...withNotice(
      db,
      withAuditEntry(db, update, actor, "user.setRole", {
        ...userSubject(id),
        changes: changesOf({ role: { from: sql`${shown}`, to: users.role } }),
      }),
      actor,
      { about: "roleChanged", role },
      { where: eq(users.id, id) },
    ),
    db.select({ role: users.role }).from(users).where(eq(users.id, id)),
  ]);
  if (changed.length === 1) return { ok: true, id };
  if (!user) return GONE;
  if (id === actor.id) return { ok: false, code: "YOU_CANNOT_CHANGE_YOURSELF" };
  if (user.role === role) return { ok: true, id };
  if (user.role !== shown) return { ok: false, code: "ROLE_CHANGED", role: user.role };
  return { ok: false, code: "LAST_ADMINISTRATOR" };
}
