import { and, eq, ne, not, notInArray, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import {
  type ConstraintRules,
  type FieldValues,
  GONE,
  refuseViolations,
  type Written,
} from "#app/core/db/written.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { cancelPendingChanges } from "#app/identity/account/change-email.server.ts";
import {
  type Actor,
  actorId,
  auditEntry,
  isLogged,
  userSubject,
  withAuditEntry,
} from "#app/identity/audit/audit.server.ts";
import { changesOf, changesOfUpdated } from "#app/identity/audit/audited.server.ts";
import { closeChallengesOf } from "#app/identity/login-code/login-challenge.server.ts";
import { withNotice } from "#app/identity/notice/notice.server.ts";
import { isReserved, RESERVED, selectReserved } from "#app/identity/notice/reserved-address.server.ts";
import { lostAuthority, mayStill } from "#app/identity/session/authority.server.ts";
import { endAccess } from "#app/identity/session/end-access.server.ts";
import { emailChanges } from "#app/identity/tables/email-changes.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";
import { type UserDetailsInput, userDetailsSchema } from "#app/identity/user/user.schema.ts";
import { auditedUser, isNotLastAdministrator } from "#app/identity/user/user-write.server.ts";
import { columnsOf, hasValues } from "#app/identity/write/rows.ts";
import { isOther, unchanged } from "#app/identity/write/update-row.server.ts";
import { can, type Role, rolesThat } from "#app/permissions.ts";

// The manager's changes to a user, one kind at a time, so that a form changes nothing that it doesn't show
// (docs/decisions/0028). A form with the values that are already stored is accepted, and writes nothing.

/** The values that the form showed before any were changed (docs/decisions/0039). */
interface Original {
  original?: FieldValues | undefined;
}

/** The refusal for each violated constraint. */
const RULES = { UNIQUE: { code: "USER_ALREADY_EXISTS", field: "email" } } as const satisfies ConstraintRules;

/**
 * Changes a user's details (everything in the manager's forms except address and role), if they are still what the form
 * showed, and notifies the user of a new name.
 * @param change the new values; the others stay as they are
 */
export async function setUserDetails(
  db: Database,
  id: string,
  { original, ...details }: Partial<UserDetailsInput> & Original,
  actor: Actor,
): Promise<Written> {
  if (Object.keys(details).length === 0) return { ok: true, id };
  const { name } = details;
  const fields = Object.keys(userDetailsSchema.shape);
  const changeable = and(eq(users.id, id), hasValues(users, fields, original), isOther(users, details));
  const entry = auditEntry(db, actor, "user.update", {
    ...userSubject(id),
    where: changeable,
    changes: changesOfUpdated(users, auditedUser, details),
  });
  const notice = { about: "nameChanged", name: name ?? "" } as const;
  const isRenamed = name ? sql`${users.name} is not ${name}` : sql`false`;
  const recipient = { where: and(eq(users.id, id), ne(users.id, actorId(actor)), isRenamed) };
  // The update comes after the statements that need the old values.
  const {
    changed,
    found: [current],
  } = await runBatch(db, {
    entry: withNotice(db, [entry], actor, notice, recipient),
    changed: db
      .update(users)
      .set({ ...details, ...(name !== undefined && { nameKey: comparisonKey(name) }) })
      .where(changeable)
      .returning({ id: users.id }),
    found: db.select(columnsOf(users, fields)).from(users).where(eq(users.id, id)),
  });
  return changed.length === 1 ? { ok: true, id } : unchanged(id, details, current);
}

/** Why a user's address can't be changed in the manager; null if it can. */
export function emailRefusal(user: { id: string; role: Role }, viewerId: string | null) {
  if (user.id === viewerId) return "own" as const;
  return can(user.role, "apps:manager") ? ("manager" as const) : null;
}

/**
 * Changes a user's address, which is then unverified, and notifies both addresses. The account's previous
 * holder loses access: the sessions end, the passkeys are removed, the linked accounts are unlinked, and the
 * requested codes stop working. A pending change is cancelled. Administrators can't change their own address
 * here, nor that of a user who may enter the manager, because they could then sign in as that user. A
 * reserved address is refused. The statement that logs the change checks all this, and the others of its
 * batch depend on the log entry, so a promotion at the same moment is noticed.
 */
export async function setUserEmail(
  db: Database,
  id: string,
  { email, original }: { email: string } & Original,
  actor: Actor,
): Promise<Written> {
  const now = actor.at;
  const allowed = and(
    eq(users.id, id),
    ne(users.id, actorId(actor)),
    notInArray(users.role, rolesThat("apps:manager")),
    ne(users.email, email),
    not(isReserved(db, email, now, id)),
    mayStill(db, actor, "user:set-email"),
    hasValues(users, ["email"], original),
  );
  const decided = and(eq(users.id, id), isLogged(db, actor, "user.setEmail", id));
  const targetId = sql`(select ${users.id} from ${users} where ${decided})`;
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
    .where(decided)
    .returning({ id: users.id });
  const recipient = { where: eq(users.id, id) };
  const ofOld = { about: "emailChangedByAdministrator", changeId: change.id } as const;
  const ofNew = { about: "emailSetByAdministrator", changeId: change.id } as const;
  return refuseViolations<Written>(RULES, async () => {
    const {
      changed,
      found: [user],
      reserved: [reserved],
    } = await runBatch(db, {
      entry: withNotice(db, [entry], actor, ofOld, recipient),
      endedSessions: db.delete(sessions).where(eq(sessions.userId, targetId)),
      endedAccess: endAccess(db, { why: "email-set", userId: targetId, where: undefined, actor }),
      closedChallenges: closeChallengesOf(db, targetId, now),
      stopped: cancelPendingChanges(db, targetId, now),
      change: insertFrom(db, emailChanges, change, { from: users, where: decided }),
      changed: withNotice(db, [update], actor, ofNew, recipient),
      found: db.select({ email: users.email }).from(users).where(eq(users.id, id)),
      reserved: selectReserved(db, email, now, id),
    });
    if (!user) return GONE;
    const isDone = changed.length === 1 || (user.email === email && id !== actor.id);
    if (isDone) return { ok: true, id };
    const lost = await lostAuthority(db, actor, "user:set-email");
    if (lost) return lost;
    const isStale = original !== undefined && original.email !== user.email;
    if (isStale) return { ok: false, code: "ROW_CHANGED", current: user };
    return reserved?.isReserved ? RESERVED : { ok: false, code: "EMAIL_CAN_NOT_BE_UPDATED" };
  });
}

/** Somebody else has changed the role since the form was opened. */
export interface RoleChanged {
  ok: false;
  code: "ROLE_CHANGED";
  /** The current role. */
  role: Role;
}

/**
 * Changes a user's role, if it is still the one that the form showed, and notifies them. Nobody changes their own role,
 * and the last administrator who may sign in keeps theirs. The UPDATE statement itself checks this, so the rules hold
 * under concurrent changes.
 * @param change.shown the role that the form showed, which this version may not know
 */
export async function setUserRole(
  db: Database,
  id: string,
  { role, original }: { role: Role; original: string },
  actor: Actor,
): Promise<Written | RoleChanged> {
  const allowed = and(
    eq(users.id, id),
    ne(users.id, actorId(actor)),
    sql`${users.role} = ${original}`,
    ne(users.role, role),
    isNotLastAdministrator(db, actor.at),
    mayStill(db, actor, "user:set-role"),
  );
  const update = db.update(users).set({ role }).where(allowed).returning({ id: users.id });
  const {
    changed,
    found: [user],
  } = await runBatch(db, {
    changed: withNotice(
      db,
      withAuditEntry(db, update, actor, "user.setRole", {
        ...userSubject(id),
        changes: changesOf({ role: { from: sql`${original}`, to: users.role } }),
      }),
      actor,
      { about: "roleChanged", role },
      { where: eq(users.id, id) },
    ),
    found: db.select({ role: users.role }).from(users).where(eq(users.id, id)),
  });
  if (changed.length === 1) return { ok: true, id };
  if (!user) return GONE;
  if (id === actor.id) return { ok: false, code: "YOU_CANNOT_CHANGE_YOURSELF" };
  if (user.role === role) return { ok: true, id };
  const lost = await lostAuthority(db, actor, "user:set-role");
  if (lost) return lost;
  if (user.role !== original) return { ok: false, code: "ROLE_CHANGED", role: user.role };
  return { ok: false, code: "LAST_ADMINISTRATOR" };
}
