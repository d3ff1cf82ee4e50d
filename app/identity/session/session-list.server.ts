import { and, desc, eq, exists, ne, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { hasSelectedId } from "#app/core/db/has-selected-id.ts";
import type { Refused, Written } from "#app/core/db/written.ts";
import { examinedPage, type Page } from "#app/core/lists/page.ts";
import { type Actor, auditEntry, userSubject } from "#app/identity/audit/audit.server.ts";
import { deviceOf } from "#app/identity/device/device.ts";
import { isSomebodyElse, withNotice } from "#app/identity/notice/notice.server.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";
import { lostAuthority, mayStill } from "./authority.server.ts";
import { type AdminSessionLimit, sessionEnd } from "./session.server.ts";

const SESSIONS_PER_PAGE = 5;

/** How many sessions a page examines to find those that have not expired. The cron deletes the others once a day. */
const EXAMINED = 50;

/** A session as lists show it, without its token or the token's hash. Times in milliseconds since 1970. */
export interface SessionSummary {
  id: string;
  /** The device that started the session, if its user agent is recognised. */
  device: { browser: string; system: string } | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  updatedAt: number;
  expiresAt: number;
}

/**
 * One page of a user's sessions that have not expired, most recently used first. It examines at most 50, so a page
 * before the last one may be short.
 * @param after the keys of the last session that the previous page examined; null for the first page
 */
export async function listSessions(
  db: Database,
  userId: string | SQL<string>,
  after: [updatedAt: number, id: string] | null,
  now: number,
  limit: AdminSessionLimit,
): Promise<Page<SessionSummary>> {
  const end = sessionEnd(users, limit);
  const rows = await db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      country: sessions.country,
      updatedAt: sessions.updatedAt,
      expiresAt: end.as("ends_at"),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.userId, userId),
        after ? sql`(${sessions.updatedAt}, ${sessions.id}) < (${after[0]}, ${after[1]})` : undefined,
      ),
    )
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))
    .limit(EXAMINED);
  return examinedPage(
    rows,
    { size: SESSIONS_PER_PAGE, examined: EXAMINED, passes: ({ expiresAt }) => expiresAt > now },
    ({ updatedAt, id }) => [updatedAt, id],
    ({ userAgent, ...session }) => ({ ...session, device: deviceOf(userAgent) }),
  );
}

/** Ends one session of a user, and notifies them unless they are the actor. */
export async function revokeSession(
  db: Database,
  userId: string,
  sessionId: string,
  actor: Actor,
): Promise<Written> {
  const ended = await endSessions(db, userId, eq(sessions.id, sessionId), actor, (where) =>
    auditEntry(db, actor, "session.revoke", ofUserWith(db, userId, where)),
  );
  return ended.ok ? { ok: true, id: sessionId } : ended;
}

/**
 * Ends all sessions of a user except one, and notifies them unless they are the actor.
 * @param except the id of the session to keep: the current one
 */
export async function revokeSessions(
  db: Database,
  userId: string,
  except: string,
  actor: Actor,
): Promise<Written> {
  const ended = await endSessions(db, userId, ne(sessions.id, except), actor, (where) =>
    auditEntry(db, actor, "session.revokeAll", ofUserWith(db, userId, where)),
  );
  return ended.ok ? { ok: true, id: userId } : ended;
}

/**
 * Ends the selected sessions of a user, and notifies the user unless they are the actor. Sessions that have already
 * ended are ignored.
 * @param except the id of the session to keep: the current one
 * @returns `count`: how many were ended
 */
export async function revokeSelectedSessions(
  db: Database,
  userId: string,
  ids: string[],
  except: string,
  actor: Actor,
): Promise<{ ok: true; count: number } | Refused> {
  const selected = and(hasSelectedId(sessions.id, ids), ne(sessions.id, except));
  return endSessions(db, userId, selected, actor, (where) =>
    auditEntry(db, actor, "session.revoke", {
      // The join adds an audit entry for each session.
      from: sql`${sessions} inner join ${users} on ${users.id} = ${sessions.userId}`,
      where,
      id: userId,
      label: sql`${users.email}`,
    }),
  );
}

/** A user as the subject of one entry, if a condition finds any of their sessions. */
const ofUserWith = (db: Database, userId: string, where: SQL | undefined) => ({
  ...userSubject(userId),
  where: and(eq(users.id, userId), exists(db.select({ id: sessions.id }).from(sessions).where(where))),
});

/**
 * Ends sessions of a user, if the actor still has the permission. Succeeds if the sessions had already ended.
 * @param which a condition for the sessions
 * @param entryOf returns the audit entry for the sessions that a condition finds
 */
async function endSessions(
  db: Database,
  userId: string,
  which: SQL | undefined,
  actor: Actor,
  entryOf: (where: SQL | undefined) => ReturnType<typeof auditEntry>,
): Promise<{ ok: true; count: number } | Refused> {
  const needed = neededToRevoke(userId, actor);
  const where = and(eq(sessions.userId, userId), which, mayStill(db, actor, needed));
  const recipient = { where: isSomebodyElse(userId, actor) };
  const { ended } = await runBatch(db, {
    entry: withNotice(db, [entryOf(where)], actor, { about: "sessionsRevoked" }, recipient),
    ended: db.delete(sessions).where(where).returning({ id: sessions.id }),
  });
  const lost = ended.length === 0 ? await lostAuthority(db, actor, needed) : null;
  return lost ?? { ok: true, count: ended.length };
}

/** The permission to end a user's sessions; null if the actor ends their own. */
const neededToRevoke = (userId: string, actor: Actor) => (userId === actor.id ? null : "session:revoke");
