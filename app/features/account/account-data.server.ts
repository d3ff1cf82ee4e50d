import { desc, eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { auditLog, sessions, socialAccounts, users } from "#app/db/schema.ts";

/** More entries than people make in the year that the log is kept; it bounds what one download reads. */
const MOST_ACTIVITIES = 10_000;

/** A point in time as others read it: ISO 8601, in UTC. */
const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/**
 * Everything that is kept about a user, for them to take along: never the hash of a session's token, nor what others
 * did or wrote about them. One round trip.
 * @returns null where there is no such user
 */
export async function accountData(db: Database, userId: string) {
  const [[user], userSessions, linkedAccounts, activities] = await db.batch([
    db.select().from(users).where(eq(users.id, userId)),
    db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(desc(sessions.updatedAt)),
    db.select().from(socialAccounts).where(eq(socialAccounts.userId, userId)),
    db
      .select({
        at: auditLog.at,
        action: auditLog.action,
        subject: auditLog.subjectLabel,
        code: auditLog.code,
      })
      .from(auditLog)
      .where(eq(auditLog.actorId, userId))
      .orderBy(desc(auditLog.at), desc(auditLog.id))
      .limit(MOST_ACTIVITIES),
  ]);
  if (!user) return null;
  return {
    account: {
      id: user.id,
      email: user.email,
      emailVerifiedAt: iso(user.emailVerifiedAt),
      name: user.name,
      role: user.role,
      onboardedAt: iso(user.onboardedAt),
      createdAt: iso(user.createdAt),
      updatedAt: iso(user.updatedAt),
    },
    sessions: userSessions.map(({ userAgent, country, createdAt, updatedAt, expiresAt }) => ({
      userAgent,
      country,
      createdAt: iso(createdAt),
      updatedAt: iso(updatedAt),
      expiresAt: iso(expiresAt),
    })),
    linkedAccounts: linkedAccounts.map(({ provider, providerUserId, createdAt }) => ({
      provider,
      providerUserId,
      createdAt: iso(createdAt),
    })),
    activities: activities.map(({ at, ...activity }) => ({ at: iso(at), ...activity })),
  };
}
