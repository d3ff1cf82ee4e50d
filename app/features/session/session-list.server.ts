import Bowser from "bowser";
import { and, desc, eq, exists, gt, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { sessions, users } from "#app/db/schema.ts";
import type { Written } from "#app/db/written.ts";
import { type Actor, auditEntry, userSubject } from "#app/features/audit/audit.server.ts";
import { type Page, pageOf } from "#app/lists/page.ts";

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
): Promise<Page<SessionSummary>> {
  const rows = await db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      country: sessions.country,
      updatedAt: sessions.updatedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, now),
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

/** Ends one session of a user. */
export async function revokeSession(
  db: Database,
  userId: string,
  sessionId: string,
  actor: Actor,
): Promise<Written> {
  const one = and(eq(sessions.id, sessionId), eq(sessions.userId, userId));
  await db.batch([
    auditEntry(db, actor, "session.revoke", {
      ...userSubject(userId),
      where: and(eq(users.id, userId), exists(db.select({ id: sessions.id }).from(sessions).where(one))),
    }),
    db.delete(sessions).where(one),
  ]);
  // If the session had already ended, that is fine too.
  return { ok: true, id: sessionId };
}

/** Ends all sessions of a user except one. @param except the id of the session to keep: the current one */
export async function revokeSessions(
  db: Database,
  userId: string,
  except: string,
  actor: Actor,
): Promise<Written> {
  await db.batch([
    auditEntry(db, actor, "session.revokeAll", userSubject(userId)),
    db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, except))),
  ]);
  return { ok: true, id: userId };
}

function deviceOf(userAgent: string | null): SessionSummary["device"] {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent);
  return browser.name && os.name ? { browser: browser.name, system: os.name } : null;
}
