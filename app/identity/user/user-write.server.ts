import { and, eq, inArray, isNotNull, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { type FieldValues, GONE, type Refused, type Written } from "#app/core/db/written.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import type { ErrorCode } from "#app/error-codes.ts";
import {
  type Actor,
  actorId,
  auditEntry,
  isLogged,
  userSubject,
  withAuditEntry,
} from "#app/identity/audit/audit.server.ts";
import { forgetTextsOf } from "#app/identity/audit/audit-retention.server.ts";
import { type Audited, changesOf } from "#app/identity/audit/audited.server.ts";
import { isBanned, notBanned } from "#app/identity/ban/ban.server.ts";
import { withNotice } from "#app/identity/notice/notice.server.ts";
import { isReserved, RESERVED } from "#app/identity/notice/reserved-address.server.ts";
import { lostAuthority, mayStill } from "#app/identity/session/authority.server.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";
import { createRow } from "#app/identity/write/create-row.server.ts";
import { columnsOf, hasValues } from "#app/identity/write/rows.ts";
import { updateRow } from "#app/identity/write/update-row.server.ts";
import { DEFAULT_ROLE, rolesThat } from "#app/permissions.ts";
import { deleteOwned } from "./owned-rows.server.ts";
import { findTies, hasNoTies } from "./ties.server.ts";
import { type NewUser, userDetailsSchema } from "./user.schema.ts";

/** What the audit log records about a user. */
export const auditedUser: Audited = {
  label: users.email,
  fields: ["email", "role", ...Object.keys(userDetailsSchema.shape)],
};

/**
 * Adds a user, unless the email address is taken or reserved. The actor must still have the permission to assign the
 * role.
 */
export async function createUser(db: Database, input: NewUser, actor: Actor): Promise<Written> {
  const needed = input.role === DEFAULT_ROLE ? "user:create" : "user:set-role";
  const created = await createRow(
    db,
    users,
    { ...input, nameKey: comparisonKey(input.name) },
    {
      actor,
      action: "user.create",
      audited: auditedUser,
      uniqueBy: ["email"],
      rules: { UNIQUE: { code: "USER_ALREADY_EXISTS", field: "email" } },
      unless: { condition: isReserved(db, input.email, actor.at, null), refused: RESERVED },
      where: mayStill(db, actor, needed),
    },
  );
  return created.ok ? created : ((await lostAuthority(db, actor, needed)) ?? created);
}

/**
 * Deletes a user with everything that is theirs alone, such as sessions and linked accounts, and notifies
 * them. With `original`, the user must still have these values. It does not delete the actor, the last
 * administrator who may sign in, or a user whom others need (./ties). The statement that logs the deletion
 * checks this, and the others of its batch depend on the log entry, so the rule holds under concurrent
 * changes.
 */
export async function deleteUser(
  db: Database,
  id: string,
  actor: Actor,
  original?: FieldValues,
): Promise<Written> {
  const allowed = and(
    eq(users.id, id),
    ne(users.id, actorId(actor)),
    isNotLastAdministrator(db, actor.at),
    hasNoTies(db),
    mayStill(db, actor, "user:delete"),
    hasValues(users, Object.keys(original ?? {}), original),
  );
  const entry = auditEntry(db, actor, "user.delete", { ...userSubject(id), where: allowed });
  const decided = isLogged(db, actor, "user.delete", id);
  const recipient = { where: eq(users.id, id) };
  const { deleted } = await runBatch(db, {
    entry: withNotice(db, [entry], actor, { about: "accountDeletedByAdministrator" }, recipient),
    owned: deleteOwned(db, id, decided, actor),
    texts: forgetTextsOf(db, id, decided),
    deleted: db
      .delete(users)
      .where(and(eq(users.id, id), decided))
      .returning({ id: users.id }),
  });
  if (deleted.length === 1) return { ok: true, id };
  return (
    (await lostAuthority(db, actor, "user:delete")) ??
    explainUnchanged(db, id, actor, "YOU_CANNOT_CHANGE_YOURSELF", original)
  );
}

/** The user already has another ban, which is not changed. */
export interface BanInForce extends Refused {
  code: "BAN_IN_FORCE";
  /** `until`: the end of the ban in milliseconds since 1970; null if the ban is permanent. */
  ban: { reason: string | null; until: number | null };
}

/**
 * Bans a user, ends their sessions, and notifies them. It does not ban the actor, the last administrator who may sign
 * in, or a user whom others need. Every statement checks this. An existing ban is not changed: to change it, lift it
 * first. Repeating the same ban succeeds.
 * @param until milliseconds since 1970; null for a permanent ban
 */
export async function banUser(
  db: Database,
  id: string,
  { reason, until }: { reason: string; until: number | null },
  actor: Actor,
): Promise<Written | BanInForce> {
  const allowed = and(
    eq(users.id, id),
    ne(users.id, actorId(actor)),
    notBanned(users, actor.at),
    isNotLastAdministrator(db, actor.at),
    hasNoTies(db),
    mayStill(db, actor, "user:ban"),
  );
  const targetId = sql`(select ${users.id} from ${users} where ${allowed})`;
  const nothing = sql`null`;
  const entry = auditEntry(db, actor, "user.ban", {
    ...userSubject(id),
    where: allowed,
    changes: changesOf({
      banReason: { from: nothing, to: sql`${reason}` },
      banExpiresAt: { from: nothing, to: sql`${until}` },
    }),
  });
  const recipient = { where: eq(users.id, id) };
  const {
    changed,
    inForce: [ban],
  } = await runBatch(db, {
    entry: withNotice(db, [entry], actor, { about: "banned", reason, until }, recipient),
    ended: db.delete(sessions).where(eq(sessions.userId, targetId)),
    changed: db
      .update(users)
      .set({ bannedAt: actor.at, banExpiresAt: until, banReason: reason })
      .where(allowed)
      .returning({ id: users.id }),
    inForce: db
      .select({ reason: users.banReason, until: users.banExpiresAt })
      .from(users)
      .where(and(eq(users.id, id), isBanned(users, actor.at))),
  });
  const isAsAsked = ban?.reason === reason && ban.until === until;
  if (changed.length === 1 || isAsAsked) return { ok: true, id };
  const lost = await lostAuthority(db, actor, "user:ban");
  if (lost) return lost;
  if (ban) return { ok: false, code: "BAN_IN_FORCE", ban };
  return explainUnchanged(db, id, actor, "YOU_CANNOT_BAN_YOURSELF");
}

/** Lifts a user's ban, if there is one, and notifies them. */
export async function unbanUser(db: Database, id: string, actor: Actor): Promise<Written> {
  const banned = and(eq(users.id, id), isNotNull(users.bannedAt), mayStill(db, actor, "user:ban"));
  const entry = auditEntry(db, actor, "user.unban", { ...userSubject(id), where: banned });
  const { lifted } = await runBatch(db, {
    entry: withNotice(db, [entry], actor, { about: "unbanned" }, { where: eq(users.id, id) }),
    lifted: db
      .update(users)
      .set({ bannedAt: null, banExpiresAt: null, banReason: null })
      .where(banned)
      .returning({ id: users.id }),
  });
  const lost = lifted.length === 0 ? await lostAuthority(db, actor, "user:ban") : null;
  return lost ?? { ok: true, id };
}

/**
 * Saves a new user's name and the time of onboarding, once: a second submission changes nothing.
 * @returns `first`: whether this call was the first
 */
export async function onboardUser(
  db: Database,
  id: string,
  name: string,
  actor: Actor,
): Promise<{ ok: true; first: boolean }> {
  const update = db
    .update(users)
    .set({ name, nameKey: comparisonKey(name), onboardedAt: actor.at, updatedAt: actor.at })
    .where(and(eq(users.id, id), isNull(users.onboardedAt)))
    .returning({ id: users.id });
  const { onboarded } = await runBatch(db, {
    onboarded: withAuditEntry(db, update, actor, "account.onboard", {
      ...userSubject(id),
      changes: changesOf({ name: { from: sql`null`, to: users.name } }),
    }),
  });
  return { ok: true, first: onboarded.length === 1 };
}

/** Changes a user's own name, at their request, if it is still the one that the form showed. */
export async function renameUser(
  db: Database,
  id: string,
  { name, original }: { name: string; original?: FieldValues | undefined },
  actor: Actor,
): Promise<Written> {
  return updateRow(db, users, id, {
    values: { name, nameKey: comparisonKey(name) },
    typed: { name },
    original,
    actor,
    audited: auditedUser,
    action: "account.rename",
  });
}

/** SQL: whether a user is not the last administrator (with the permission to set roles) who can sign in. */
export function isNotLastAdministrator(db: Database, now: number) {
  const administrators = rolesThat("user:set-role");
  const others = alias(users, "others");
  const another = db
    .select({ id: others.id })
    .from(others)
    .where(and(inArray(others.role, administrators), ne(others.id, users.id), notBanned(others, now)));
  return or(notInArray(users.role, administrators), sql`exists ${another}`);
}

/** Explains why a change matched no row. @param shown the values that the row had to have, if any */
async function explainUnchanged(
  db: Database,
  id: string,
  actor: Actor,
  ofOneself: ErrorCode,
  original: FieldValues = {},
): Promise<Written> {
  if (id === actor.id) return { ok: false, code: ofOneself };
  const fields = Object.keys(original);
  const [user] = await db
    .select({ id: users.id, ...columnsOf(users, fields) })
    .from(users)
    .where(eq(users.id, id));
  if (!user) return GONE;
  const current: Record<string, unknown> = user;
  const isAsSeen = fields.every((field) => current[field] === original[field]);
  if (!isAsSeen) return { ok: false, code: "ROW_CHANGED" };
  const [tie] = await findTies(db, id);
  return { ok: false, code: tie?.code ?? "LAST_ADMINISTRATOR" };
}
