import { and, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import type { Platform } from "#app/context.ts";
import type { Database } from "#app/db/client.server.ts";
import { sessions, users } from "#app/db/schema.ts";
import { randomToken, sha256 } from "#app/lib/bytes.ts";
import type { Viewer } from "./viewer.ts";

const DAY = 24 * 60 * 60 * 1000;

/** A session ends after this long without use... */
const IDLE_LIMIT = 30 * DAY;
/** ...and after this long in any case. Milliseconds. */
export const ABSOLUTE_LIMIT = 90 * DAY;
/** Use is written down at most this often: a write a page would cost more than it tells. */
const RENEWAL_INTERVAL = DAY;

/** What the sessions list shows of a session's origin. */
export interface SessionOrigin {
  userAgent: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

/** A session about to be created: its row, and the token that only the cookie holds. */
export interface NewSession extends SessionOrigin {
  id: string;
  token: string;
  tokenHash: string;
  createdAt: number;
  expiresAt: number;
}

/**
 * Draws a token of 256 bits and prepares the row for it.
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

/** A user whose ban, if any, is over. Part of every query that lets someone in. */
export const notBanned = (now: number) => or(isNull(users.bannedAt), lte(users.banExpiresAt, now));

/**
 * The person behind a session token, or null where the session has ended, was revoked, or the person is banned.
 * One query. A session used for the first time today is renewed after the response.
 */
export async function findViewer(
  db: Database,
  token: string,
  { now, inBackground }: Pick<Platform, "now" | "inBackground">,
): Promise<Viewer | null> {
  const [row] = await db
    .select({
      id: sql<string>`${users.id}`.as("user_id"),
      email: users.email,
      name: users.name,
      role: users.role,
      onboardedAt: users.onboardedAt,
      sessionId: sql<string>`${sessions.id}`.as("session_id"),
      createdAt: sessions.createdAt,
      renewedAt: sessions.updatedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, await sha256(token)),
        gt(sessions.expiresAt, now),
        gt(sessions.createdAt, now - ABSOLUTE_LIMIT),
        notBanned(now),
      ),
    );
  if (!row) return null;
  const { createdAt, renewedAt, ...viewer } = row;
  if (now - renewedAt >= RENEWAL_INTERVAL) {
    const expiresAt = Math.min(now + IDLE_LIMIT, createdAt + ABSOLUTE_LIMIT);
    inBackground((db) =>
      db.update(sessions).set({ updatedAt: now, expiresAt }).where(eq(sessions.id, viewer.sessionId)),
    );
  }
  return viewer;
}

/** Ends one session. */
export async function endSession(db: Database, sessionId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId));
}

/** Deletes sessions that have expired. @returns how many */
export async function purgeSessions(db: Database, now: number): Promise<number> {
  const { meta } = await db.delete(sessions).where(lte(sessions.expiresAt, now));
  return meta.changes;
}
