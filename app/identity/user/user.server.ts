import { eq } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { isBanned } from "#app/identity/ban/ban.server.ts";
import { users } from "#app/identity/tables/users.ts";
import type { Role } from "#app/permissions.ts";

/** A user with the data of their page. Times in milliseconds since 1970. */
export interface UserDetails {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  onboardedAt: number | null;
  createdAt: number;
  /** The day when the user was last here; null if they have never been here. */
  lastSeenAt: number | null;
  /** The language and time zone of emails to the user; null before their first sign-in. */
  language: string | null;
  timeZone: string | null;
  /** The current ban, if any. */
  ban: { since: number; until: number | null; reason: string | null } | null;
}

/** Finds a user, or null. */
export async function findUser(db: Database, id: string, now: number): Promise<UserDetails | null> {
  const [row] = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      role: users.role,
      onboardedAt: users.onboardedAt,
      createdAt: users.createdAt,
      lastSeenAt: users.lastSeenAt,
      language: users.language,
      timeZone: users.timeZone,
      banned: isBanned(users, now).as("banned"),
      since: users.bannedAt,
      until: users.banExpiresAt,
      reason: users.banReason,
    })
    .from(users)
    .where(eq(users.id, id));
  if (!row) return null;
  const { banned, since, until, reason, ...user } = row;
  return { ...user, ban: banned && since !== null ? { since, until, reason } : null };
}
