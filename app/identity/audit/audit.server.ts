import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { RouterContextProvider } from "react-router";
import type { AuditAction } from "#app/audit-actions.ts";
import type { Refusal, TenantKey, Viewer } from "#app/context.ts";
import {
  i18nContext,
  platformContext,
  requestIdContext,
  settingsContext,
  tenantKeyContext,
  viewerContext,
} from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { tenantColumnOf } from "#app/core/db/tenant.ts";
import { requireMayWrite } from "#app/core/http/rate-limit.server.ts";
import { type LanguageKey, languageOf } from "#app/core/i18n/languages.ts";
import { auditLog } from "#app/identity/tables/audit-log.ts";
import { users } from "#app/identity/tables/users.ts";

/** The request in which somebody acts. */
export interface ActorRequest {
  requestId: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Whether to write entries. The read-only demo writes none. */
  logged: boolean;
  /** The language of the request, for notices (identity/notice). */
  language: LanguageKey;
  /** The address of this site (https://example.com), for links in notices. */
  site: string;
  /** Runs this request's jobs after its response. Undefined outside a request. The cron then runs them. */
  runJobs?: () => void;
}

/** The actor, and whom they impersonate. */
interface ActingPerson {
  id: string | null;
  /**
   * The actor's email address, which still names them after their account is deleted. For a key, the name of its
   * tenant.
   */
  label: string | null;
  /** The user they impersonate, if any. */
  asUser: { id: string; label: string } | null;
  /** The id of the access token, for a request through the API. */
  tokenId?: string | undefined;
  tokenName?: string | undefined;
  /** The session in which they act. */
  sessionId?: string | undefined;
  /** The key, for a request without a user, and the tenant that it acts for (core/db/tenant). */
  key?: { id: string; tenantId: string } | undefined;
}

/** Who acts, as whom, in which request and when. */
export interface Actor extends ActingPerson, ActorRequest {}

/** The actor's id, to compare users with. For a visitor it is "", which is no user's id. */
export const actorId = ({ id }: Pick<Actor, "id">): string => id ?? "";

/**
 * The actor of this request: the signed-in user, or the key that acts without one. The request counts as a write.
 * @throws a 429 response if the actor has made too many writes
 */
export async function currentActor(context: Readonly<RouterContextProvider>): Promise<Actor> {
  await requireMayWrite(context);
  const key = context.get(tenantKeyContext);
  const acting = key ? actorOfKey(key) : actorBehind(await context.get(viewerContext));
  return { ...acting, ...requestOf(context) };
}

/** A visitor, as the actor of this request. */
export const visitorActor = (context: Readonly<RouterContextProvider>): Actor =>
  actorOfRefusal(context, null);

/** The actor's request, from the context. */
export function requestOf(context: Readonly<RouterContextProvider>): ActorRequest {
  const { now, origin, runJobs } = context.get(platformContext);
  const { DEMO, BASE_URL } = context.get(settingsContext);
  return {
    requestId: context.get(requestIdContext),
    at: now,
    logged: !DEMO,
    language: languageOf(context.get(i18nContext)).key,
    site: BASE_URL ?? origin.origin,
    runJobs,
  };
}

function actorBehind(viewer: Viewer | null): ActingPerson {
  if (!viewer) return { id: null, label: null, asUser: null };
  const { impersonator, sessionId } = viewer;
  return impersonator
    ? {
        id: impersonator.id,
        label: impersonator.email,
        asUser: { id: viewer.id, label: viewer.email },
        sessionId,
      }
    : {
        id: viewer.id,
        label: viewer.email,
        asUser: null,
        tokenId: viewer.token?.id,
        tokenName: viewer.token?.name,
        sessionId,
      };
}

const actorOfKey = ({ id, name, tenant }: TenantKey): ActingPerson => ({
  id: null,
  label: tenant.name,
  asUser: null,
  tokenName: name,
  key: { id, tenantId: tenant.id },
});

/** The subject of an entry. `from` and `where` find its row; without a row, no entry is written. */
export interface Subject {
  from: SQLiteTable | SQL;
  where: SQL | undefined;
  id: SQL | string | null;
  /** The subject's name, which the entry stores because it outlives the row. */
  label: SQL | string | null;
  /** The changes to the row's fields (audited.server.ts), as SQL over the row. */
  changes?: SQL;
  /** The tenant that the subject's row belongs to, if `from` is not the table of the row (core/db/tenant). */
  tenantId?: SQL | string;
}

/**
 * A row as the subject of an entry, if it exists. @param label the column with its name; null if the log must not name
 * it
 */
export const rowSubject = (
  table: SQLiteTable & { id: SQLiteColumn },
  id: string,
  label: SQLiteColumn | null,
): Subject => ({
  from: table,
  where: eq(table.id, id),
  id,
  label: label && sql`${label}`,
});

/** Several rows, each as the subject of a separate entry. @param where finds them */
export const rowsSubject = (
  table: SQLiteTable & { id: SQLiteColumn },
  where: SQL | undefined,
  label: SQLiteColumn | null,
): Subject => ({ from: table, where, id: sql`${table.id}`, label: label && sql`${label}` });

/** A user as the subject of an entry, if they exist. */
export const userSubject = (userId: string) => rowSubject(users, userId, users.email);

/**
 * A write and its audit entry, as one part of a batch: `runBatch(db, { changed: withAuditEntry(...), ... })`. The entry
 * is written only if the write changed a row. SQLite's changes() reports on the previous statement, so the two must
 * stay together.
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

/** A random UUID for each row of a statement. (A column's default would be the same for all rows.) */
const ENTRY_ID = sql<string>`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
  || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;

/**
 * A statement that adds an audit entry, for the batch that makes the change, so that neither exists without
 * the other. It adds one entry for each row that `where` finds. If the change deletes the row that the entry
 * names, put the entry before the change, with the same condition. For all other changes use
 * {@link withAuditEntry}.
 */
export function auditEntry(
  db: Database,
  actor: Actor | SignInActor,
  action: AuditAction | SQL,
  { from, where, id, label, changes, tenantId }: Subject,
  { code = null, partOf = null }: { code?: Refusal["code"] | null; partOf?: string | null } = {},
) {
  const owner = tenantColumnOf(from);
  const entry = {
    ...entryBy(actor),
    id: ENTRY_ID,
    action,
    subjectId: id,
    subjectLabel: label,
    code,
    partOf,
    tenantId: tenantId ?? (owner ? sql<string>`${owner}` : actor.key?.tenantId),
    ...(changes && { changes }),
  };
  return insertFrom(db, auditLog, entry, { from, where: actor.logged ? where : sql`false` });
}

/** The values of an entry that say who acted, in which request and when. */
export const entryBy = (actor: Actor | SignInActor) => ({
  at: actor.at,
  requestId: actor.requestId,
  actorId: actor.id,
  actorLabel: actor.label,
  asUserId: actor.asUser?.id,
  asUserLabel: actor.asUser?.label,
  tokenName: actor.tokenName,
});

/**
 * SQL: whether the actor's request has logged an action. Statements after an {@link auditEntry} in the same
 * batch use this, so that only the entry's condition decides.
 * @param subjectId the subject of the entry
 */
export const isLogged = (db: Database, actor: Actor, action: AuditAction, subjectId: string) =>
  exists(
    db
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(
        and(
          eq(auditLog.subjectId, subjectId),
          eq(auditLog.action, action),
          eq(auditLog.at, actor.at),
          eq(auditLog.requestId, actor.requestId),
        ),
      ),
  );

/** The actor of a sign-in, read from the user's row, because there is no session yet. */
type SignInActor = Omit<Actor, "id" | "label" | "language" | "site"> & { id: SQL; label: SQL };

/** The actor of a sign-in, for an entry that selects from users. */
export function signInActor(request: Pick<Actor, "requestId" | "at" | "logged">): SignInActor {
  return { id: sql`${users.id}`, label: sql`${users.email}`, asUser: null, ...request };
}

/** The user who signs in, as the subject of the entry. @param where finds their row */
export const signInSubject = (where: SQL | undefined): Subject => ({
  from: users,
  where,
  id: sql`${users.id}`,
  label: sql`${users.email}`,
});

/** The actor of a refused request: the signed-in user, a key, or an anonymous visitor. */
export function actorOfRefusal(context: Readonly<RouterContextProvider>, viewer: Viewer | null): Actor {
  const key = context.get(tenantKeyContext);
  return { ...(key ? actorOfKey(key) : actorBehind(viewer)), ...requestOf(context) };
}
