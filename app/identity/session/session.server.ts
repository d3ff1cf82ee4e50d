import { and, eq, gt, inArray, lte, notInArray, or, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { RouterContextProvider } from "react-router";
import { dbContext, type Platform, sessionTokenContext, type Viewer, viewerContext } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { randomToken, sha256 } from "#app/core/lib/bytes.ts";
import { DAY, HOUR } from "#app/core/lib/durations.ts";
import { type Actor, auditEntry } from "#app/identity/audit/audit.server.ts";
import { notBanned } from "#app/identity/ban/ban.server.ts";
import { pictureIdOf } from "#app/identity/hooks/find-picture.server.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";
import { can, type Role, rolesThat } from "#app/permissions.ts";
import type { Settings } from "#app/settings.ts";

/** A session expires after this many milliseconds without use. */
const IDLE_LIMIT = 30 * DAY;
/** A session expires after this many milliseconds in any case. */
export const ABSOLUTE_LIMIT = 90 * DAY;
/** A session is renewed at most once in this many milliseconds, because a write per request would cost too much. */
const RENEWAL_INTERVAL = DAY;
/**
 * A session that ends after some hours without use is renewed after this share of its limit, so that it ends
 * at about the right time.
 */
const ADMIN_RENEWAL_SHARE = 1 / 8;

/** How long the sessions of users with access to the manager last without use. */
export type AdminSessionLimit = Pick<Settings, "ADMIN_SESSION_HOURS">;

/** The browser and country in which a session was started, for the sessions list. */
export interface SessionOrigin {
  userAgent: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

/** A new session: its row, and the token, which is only in the cookie. */
export interface NewSession extends SessionOrigin {
  id: string;
  token: string;
  tokenHash: string;
  createdAt: number;
  expiresAt: number;
}

/**
 * Generates a 256-bit token and prepares its session row.
 * @param now milliseconds since 1970
 */
export async function prepareSession(origin: SessionOrigin, now: number): Promise<NewSession> {
  const token = randomToken(32);
  return {
    id: crypto.randomUUID(),
    token,
    tokenHash: await sha256(token),
    createdAt: now,
    expiresAt: now + IDLE_LIMIT,
    userAgent: origin.userAgent?.slice(0, 500) ?? null,
    country: origin.country,
  };
}

/**
 * A statement that inserts a session, for the batch that signs someone in.
 * @param now milliseconds since 1970
 * @param whose SQL that finds the user, if they may sign in
 * @param factorProvenAt `now` if they sign in with more than their mailbox or a provider
 */
export function insertSession(
  db: Database,
  session: NewSession,
  now: number,
  whose: SQL | undefined,
  factorProvenAt = 0,
) {
  const { token, ...row } = session;
  const values = { ...row, userId: sql`${users.id}`, provenAt: now, factorProvenAt, updatedAt: now };
  return insertFrom(db, sessions, values, { from: users, where: whose });
}

/**
 * When a session ends if it is not used again, in milliseconds since 1970, as an SQL expression. It depends on the
 * current role of its owner, so that a change of role takes effect immediately.
 * @param owner the users table, or its alias, with the owner
 */
export const sessionEnd = (owner: { role: SQLiteColumn }, { ADMIN_SESSION_HOURS }: AdminSessionLimit) =>
  sql<number>`case when ${inArray(owner.role, rolesThat("apps:manager"))}
    then min(${sessions.expiresAt}, ${sessions.updatedAt} + ${ADMIN_SESSION_HOURS * HOUR})
    else ${sessions.expiresAt} end`;

/** How many milliseconds must pass before the use of a session is recorded again. */
const renewalInterval = (role: Role, { ADMIN_SESSION_HOURS }: AdminSessionLimit) =>
  can(role, "apps:manager")
    ? Math.min(HOUR, ADMIN_SESSION_HOURS * HOUR * ADMIN_RENEWAL_SHARE)
    : RENEWAL_INTERVAL;

/**
 * Finds the user of a session token; null if the session has ended or was revoked, or the user is banned. During
 * impersonation, it returns the impersonated user, with the administrator as `impersonator`. One query. Renews the
 * session after the response if the last renewal was a day or more ago, or an hour for a user with access to the
 * manager.
 */
export async function findViewer(
  db: Database,
  token: string,
  { now, inBackground }: Pick<Platform, "now" | "inBackground">,
  limit: AdminSessionLimit,
): Promise<Viewer | null> {
  const owner = alias(users, "owner");
  const seen = alias(users, "seen");
  const [row] = await db
    .select({
      sessionId: sql<string>`${sessions.id}`.as("session_id"),
      createdAt: sql<number>`${sessions.createdAt}`.as("session_created_at"),
      renewedAt: sql<number>`${sessions.updatedAt}`.as("session_updated_at"),
      provenAt: sessions.provenAt,
      factorProvenAt: sessions.factorProvenAt,
      sessionEndsAt: sessionEnd(owner, limit).as("session_ends_at"),
      endsAt: sessions.impersonationEndsAt,
      ownerId: sql<string>`${owner.id}`.as("owner_id"),
      ownerEmail: sql<string>`${owner.email}`.as("owner_email"),
      ownerName: sql<string | null>`${owner.name}`.as("owner_name"),
      ownerRole: sql<Role>`${owner.role}`.as("owner_role"),
      ownerOnboardedAt: sql<number | null>`${owner.onboardedAt}`.as("owner_onboarded_at"),
      ownerLanguage: sql<string | null>`${owner.language}`.as("owner_language"),
      ownerTimeZone: sql<string | null>`${owner.timeZone}`.as("owner_time_zone"),
      ownerVerified: sql<boolean>`${owner.emailVerifiedAt} is not null`.mapWith(Boolean).as("owner_verified"),
      id: sql<string | null>`${seen.id}`.as("seen_id"),
      email: sql<string>`${seen.email}`.as("seen_email"),
      name: sql<string | null>`${seen.name}`.as("seen_name"),
      role: sql<Role>`${seen.role}`.as("seen_role"),
      onboardedAt: sql<number | null>`${seen.onboardedAt}`.as("seen_onboarded_at"),
      verified: sql<boolean>`${seen.emailVerifiedAt} is not null`.mapWith(Boolean).as("seen_verified"),
      pictureId: pictureIdOf(sql`coalesce(${seen.id}, ${owner.id})`).as("picture_id"),
    })
    .from(sessions)
    .innerJoin(owner, eq(owner.id, sessions.userId))
    .leftJoin(
      seen,
      and(
        eq(seen.id, sessions.impersonatedUserId),
        gt(sessions.impersonationEndsAt, now),
        // An impersonation ends once it would no longer be allowed to start, so this is checked on every request.
        inArray(owner.role, rolesThat("user:impersonate")),
        notInArray(seen.role, rolesThat("apps:manager")),
        notBanned(seen, now),
      ),
    )
    .where(
      and(
        eq(sessions.tokenHash, await sha256(token)),
        gt(sessionEnd(owner, limit), now),
        gt(sessions.createdAt, now - ABSOLUTE_LIMIT),
        notBanned(owner, now),
      ),
    );
  if (!row) return null;
  const { sessionId, provenAt, factorProvenAt, createdAt, renewedAt } = row;
  const sessionEndsAt = Math.min(row.sessionEndsAt, createdAt + ABSOLUTE_LIMIT);
  if (now - renewedAt >= renewalInterval(row.ownerRole, limit)) {
    const expiresAt = Math.min(now + IDLE_LIMIT, createdAt + ABSOLUTE_LIMIT);
    inBackground((db) =>
      db.update(sessions).set({ updatedAt: now, expiresAt }).where(eq(sessions.id, sessionId)),
    );
  }
  const mailLocale = { language: row.ownerLanguage, timeZone: row.ownerTimeZone };
  if (row.id === null) {
    return {
      id: row.ownerId,
      email: row.ownerEmail,
      name: row.ownerName,
      role: row.ownerRole,
      onboardedAt: row.ownerOnboardedAt,
      verified: row.ownerVerified,
      sessionId,
      provenAt,
      factorProvenAt,
      sessionEndsAt,
      mailLocale,
      pictureId: row.pictureId,
      impersonator: null,
    };
  }
  const { id, email, name, role, onboardedAt, verified, pictureId } = row;
  const seenUser = { id, email, name, role, onboardedAt, verified, pictureId };
  const impersonator = { id: row.ownerId, email: row.ownerEmail, endsAt: row.endsAt ?? now };
  return { ...seenUser, sessionId, provenAt, factorProvenAt, sessionEndsAt, mailLocale, impersonator };
}

/** The id of the user who owns a token's session, as an SQL expression for other queries. */
export async function ownerOf(token: string): Promise<SQL<string>> {
  return sql`(select ${sessions.userId} from ${sessions} where ${sessions.tokenHash} = ${await sha256(token)})`;
}

/**
 * Reads the reader's own data in parallel with the check of who they are, so a page with their rows costs one
 * round trip. If the check finds another user than the session names, as after impersonation has ended, it
 * reads again.
 * @public unused until a page shows rows that belong to users (knip.dev)
 * @param read the query; it gets the reader's id or a query for it (core/db/owned, rowsOfOwner)
 */
export async function readOwn<Result>(
  context: Readonly<RouterContextProvider>,
  read: (ownerId: string | SQL) => Promise<Result>,
): Promise<Result> {
  const tokenHash = await sha256(context.get(sessionTokenContext) ?? "");
  const named = sql<string>`(select coalesce(${sessions.impersonatedUserId}, ${sessions.userId})
    from ${sessions} where ${sessions.tokenHash} = ${tokenHash})`;
  const [{ id }, [asked], result] = await Promise.all([
    context.get(viewerContext),
    context
      .get(dbContext)
      .select({ id: named.as("id") })
      .from(sql`(select 1)`),
    read(named),
  ]);
  return asked?.id === id ? result : read(id);
}

/**
 * A query for the actor's session, if it still exists and belongs to this user. A write that adds or removes
 * a way to sign in has this as a condition (`exists`), so that a pending request writes nothing once its
 * session has ended.
 */
export const openSession = (db: Database, userId: string, { sessionId = "" }: Pick<Actor, "sessionId">) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));

/** Signs out: ends a session at its owner's request. */
export async function endSession(db: Database, sessionId: string, actor: Actor): Promise<void> {
  await db.batch([
    auditEntry(db, actor, "auth.signOut", {
      from: sessions,
      where: eq(sessions.id, sessionId),
      id: sql`${sessions.userId}`,
      label: actor.label,
    }),
    db.delete(sessions).where(eq(sessions.id, sessionId)),
  ]);
}

/** Deletes sessions that have expired. @returns how many */
export async function purgeSessions(
  db: Database,
  now: number,
  { ADMIN_SESSION_HOURS }: AdminSessionLimit,
): Promise<number> {
  const managers = db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.role, rolesThat("apps:manager")));
  const unused = lte(sessions.updatedAt, now - ADMIN_SESSION_HOURS * HOUR);
  return deleteRows(
    db,
    sessions,
    or(lte(sessions.expiresAt, now), and(inArray(sessions.userId, managers), unused)),
  );
}
