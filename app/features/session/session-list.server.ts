import { and, desc, eq, exists, gt, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { isChosen } from "#app/db/is-chosen.ts";
import { sessions, users } from "#app/db/schema.ts";
import type { Written } from "#app/db/written.ts";
import { type Actor, auditEntry, userSubject } from "#app/features/audit/audit.server.ts";
import { isSomebodyElse, withNotice } from "#app/features/notice/notice.server.ts";
import { type Page, pageOf } from "#app/lists/page.ts";
import { deviceOf } from "./device.ts";
import { type AdminSessionLimit, sessionEnd } from "./session.server.ts";

const SESSIONS_PER_PAGE = 5;

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
 * One page of a user's sessions that have not expired, most recently used first.
 * @param after the keys of the previous page's last session; null for the first page
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
        gt(end, now),
        after ? sql`(${sessions.updatedAt}, ${sessions.id}) < (${after[0]}, ${after[1]})` : undefined,
      ),
    )
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))
    .limit(SESSIONS_PER_PAGE + 1);
  return pageOf(
    rows,
    SESSIONS_PER_PAGE,
    ({ updatedAt, id }) => [updatedAt, id],
    ({ userAgent, ...session }) => ({ ...session, device: deviceOf(userAgent) }),
  );
}

/** Ends one session of a user, and tells them unless they do it themselves. */
export async function revokeSession(
  db: Database,
  userId: string,
  sessionId: string,
  actor: Actor,
): Promise<Written> {
  const one = and(eq(sessions.id, sessionId), eq(sessions.userId, userId));
  const entry = auditEntry(db, actor, "session.revoke", {
    ...userSubject(userId),
    where: and(eq(users.id, userId), exists(db.select({ id: sessions.id }).from(sessions).where(one))),
  });
  await db.batch([
    ...withNotice(db, [entry], actor, { about: "sessionsRevoked" }, { where: isSomebodyElse(userId, actor) }),
    db.delete(sessions).where(one),
  ]);
  // If the session had already ended, that is fine too.
  return { ok: true, id: sessionId };
}

/**
 * Ends all sessions of a user except one, and tells them unless they do it themselves.
 * @param except the id of the session to keep: the current one
 */
export async function revokeSessions(
  db: Database,
  userId: string,
  except: string,
  actor: Actor,
): Promise<Written> {
  const others = and(eq(sessions.userId, userId), ne(sessions.id, except));
  const entry = auditEntry(db, actor, "session.revokeAll", {
    ...userSubject(userId),
    where: and(eq(users.id, userId), exists(db.select({ id: sessions.id }).from(sessions).where(others))),
  });
  await db.batch([
    ...withNotice(db, [entry], actor, { about: "sessionsRevoked" }, { where: isSomebodyElse(userId, actor) }),
    db.delete(sessions).where(others),
  ]);
  // If none was left, that is fine too.
  return { ok: true, id: userId };
}

/**
 * Ends those of some sessions of a user that are still there, except one, and tells the user unless they do it
 * themselves.
 * @param except the id of the session to keep: the current one
 * @returns how many
 */
export async function revokeChosenSessions(
  db: Database,
  userId: string,
  ids: string[],
  except: string,
  actor: Actor,
): Promise<number> {
  const chosen = and(eq(sessions.userId, userId), isChosen(sessions.id, ids), ne(sessions.id, except));
  const entry = auditEntry(db, actor, "session.revoke", {
    // An entry for each session.
    from: sql`${sessions} inner join ${users} on ${users.id} = ${sessions.userId}`,
    where: chosen,
    id: userId,
    label: sql`${users.email}`,
  });
  const results = await db.batch([
    ...withNotice(db, [entry], actor, { about: "sessionsRevoked" }, { where: isSomebodyElse(userId, actor) }),
    db.delete(sessions).where(chosen).returning({ id: sessions.id }),
  ]);
  return results[2].length;
}
