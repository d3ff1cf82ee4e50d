import { and, eq, gt, lte, notExists, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { RouterContextProvider } from "react-router";
import type { AuditAction } from "#app/audit-actions.ts";
import type { Refusal, Viewer } from "#app/context.ts";
import { platformContext, requestIdContext, settingsContext, viewerContext } from "#app/context.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertFrom } from "#app/db/insert-from.server.ts";
import { auditLog, users } from "#app/db/schema.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Who does something, as whom, in which request and when. */
export interface Actor {
  id: string | null;
  /** Their address: it names them when they are gone. */
  label: string | null;
  /** The user they see the site as. */
  asUser: { id: string; label: string } | null;
  requestId: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Whether the log tells of it: nothing is written down in the read-only demo. */
  logged: boolean;
}

/** Whoever is signed in, as the actor of what they do. */
export async function currentActor(context: Readonly<RouterContextProvider>): Promise<Actor> {
  return { ...actorBehind(await context.get(viewerContext)), ...requestOf(context) };
}

function requestOf(context: Readonly<RouterContextProvider>) {
  return {
    requestId: context.get(requestIdContext),
    at: context.get(platformContext).now,
    logged: !context.get(settingsContext).DEMO,
  };
}

function actorBehind(viewer: Viewer | null): Pick<Actor, "id" | "label" | "asUser"> {
  if (!viewer) return { id: null, label: null, asUser: null };
  const { impersonator } = viewer;
  return impersonator
    ? { id: impersonator.id, label: impersonator.email, asUser: { id: viewer.id, label: viewer.email } }
    : { id: viewer.id, label: viewer.email, asUser: null };
}

/** What an entry is about: a row of `from`, where there is one. */
interface Subject {
  from: SQLiteTable | SQL;
  where: SQL | undefined;
  id: SQL | string | null;
  /** What it is called, as the entry must outlive it. */
  label: SQL | string | null;
}

/** A row as the subject of an entry, if there is one of that id. @param label the column that names it */
export const rowSubject = (
  table: SQLiteTable & { id: SQLiteColumn },
  id: string,
  label: SQLiteColumn,
): Subject => ({
  from: table,
  where: eq(table.id, id),
  id,
  label: sql`${label}`,
});

/** A user as the subject of an entry, if there is one of that id. */
export const userSubject = (userId: string) => rowSubject(users, userId, users.email);

/**
 * A write and its audit entry, as two neighbouring statements of a batch: `db.batch([...withAuditEntry(...), ...])`. The
 * entry is written if the write changed a row. SQLite's changes() counts the statement before, so the two must stay
 * together: that is what this function is for.
 */
export function withAuditEntry<Write extends BatchItem<"sqlite">>(
  db: Database,
  write: Write,
  actor: Actor | SignInActor,
  action: AuditAction,
  subject: Subject,
) {
  const where = and(subject.where, sql`changes() > 0`);
  return [write, auditEntry(db, actor, action, { ...subject, where })] as const;
}

/**
 * One entry of the audit log, as a statement for the batch that makes the change, so that there is never one without
 * the other. It is written once for each row that `where` finds. Put it before a change that removes what it names, with
 * the change's own condition; everything else takes {@link withAuditEntry}.
 */
export function auditEntry(
  db: Database,
  actor: Actor | SignInActor,
  action: AuditAction | SQL,
  { from, where, id, label }: Subject,
  code: Refusal["code"] | null = null,
) {
  const entry = {
    at: actor.at,
    requestId: actor.requestId,
    actorId: actor.id,
    actorLabel: actor.label,
    asUserId: actor.asUser?.id,
    asUserLabel: actor.asUser?.label,
    action,
    subjectId: id,
    subjectLabel: label,
    code,
  };
  return insertFrom(db, auditLog, entry, { from, where: actor.logged ? where : sql`false` });
}

/** Someone who has no session yet: the database knows who they are. */
type SignInActor = Omit<Actor, "id" | "label"> & { id: SQL; label: SQL };

/** The actor of a sign-in, for an entry on the row of the user. */
export function signInActor(request: Pick<Actor, "requestId" | "at" | "logged">): SignInActor {
  return { id: sql`${users.id}`, label: sql`${users.email}`, asUser: null, ...request };
}

/** Whoever signs in, as the subject of the entry. @param where finds their row */
export const signInSubject = (where: SQL | undefined): Subject => ({
  from: users,
  where,
  id: sql`${users.id}`,
  label: sql`${users.email}`,
});

/**
 * Writes down that a rule has refused a request. Of a limit that is hit again and again there is one entry an hour and
 * address, so that nobody fills the log by hitting it; what names nobody is in the request log only.
 */
export async function auditRefusal(
  db: Database,
  { code, email }: Refusal,
  actor: Actor,
  what: string,
): Promise<void> {
  const limited = code === "LIMIT_REACHED";
  const action = limited ? "request.limited" : "request.refused";
  const from = sql`(select 1)`;
  if (!email) {
    await auditEntry(db, actor, action, { from, where: undefined, id: null, label: what }, code);
    return;
  }
  const id = personId(email);
  const told = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, action), gt(auditLog.at, actor.at - HOUR)));
  const where = limited ? notExists(told) : undefined;
  await auditEntry(db, actor, action, { from, where, id, label: email }, code);
}

/** The actor of a refusal: whoever is signed in, or a visitor. */
export function actorOfRefusal(context: Readonly<RouterContextProvider>, viewer: Viewer | null): Actor {
  return { ...actorBehind(viewer), ...requestOf(context) };
}

/** The id of the user with an address, else what was given: an id, or an address that nobody has. */
export const personId = (idOrEmail: string) =>
  sql<string>`coalesce((select ${users.id} from ${users} where ${users.email} = ${idOrEmail}), ${idOrEmail})`;

/** Deletes entries that are older than the log is kept. @returns how many */
export async function purgeAuditLog(db: Database, now: number, days: number): Promise<number> {
  const { meta } = await db.delete(auditLog).where(lte(auditLog.at, now - days * DAY));
  return meta.changes;
}
