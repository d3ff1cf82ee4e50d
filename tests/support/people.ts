import { eq } from "drizzle-orm";
import { recentRoleCookie, recentRoleOf } from "#app/identity/session/recent-role.server.ts";
import { prepareSession } from "#app/identity/session/session.server.ts";
import { sessionCookie } from "#app/identity/session/session-cookie.server.ts";
import { sessions, users } from "#app/schema.ts";
import type { TestWorker } from "./worker.ts";

type User = typeof users.$inferSelect;

let people = 0;

/** Adds a user: by default onboarded, with the role user and an earlier sign-in in English. */
export async function addUser({ db }: TestWorker, given: Partial<User> = {}): Promise<User> {
  people += 1;
  const usual = { name: "Ada", onboardedAt: Date.now(), language: "en", timeZone: "UTC" };
  const values = { email: `reader-${people}@example.com`, ...usual, ...given };
  const [user] = await db.insert(users).values(values).returning();
  return user as User;
}

/**
 * Adds a session for a user.
 * @returns `cookie`: the cookie with the session; `recentRole`: the cookie that a browser also has if it was admitted
 *   recently (identity/session/recent-role.server.ts)
 */
export async function addSession(
  { db, url, settings }: TestWorker,
  user: User,
  given: Partial<typeof sessions.$inferInsert> = {},
): Promise<{ cookie: string; recentRole: string; sessionId: string }> {
  const session = await prepareSession({ userAgent: "Test", country: null }, Date.now());
  await db.insert(sessions).values({
    ...session,
    userId: user.id,
    provenAt: session.createdAt,
    updatedAt: session.createdAt,
    ...given,
  });
  const [cookie] = (await sessionCookie(settings, new URL(url)).serialize(session.token)).split(";");
  const role = await recentRoleOf(session.token, user.role, Date.now());
  const [recentRole] = (await recentRoleCookie(settings, new URL(url)).serialize(role)).split(";");
  return { cookie: cookie as string, recentRole: recentRole as string, sessionId: session.id };
}

/**
 * Lets an administrator's sessions impersonate the user for an hour.
 * @param user null to end the impersonation
 */
export async function impersonate({ db }: TestWorker, admin: User, user: User | null): Promise<void> {
  await db
    .update(sessions)
    .set({ impersonatedUserId: user?.id ?? null, impersonationEndsAt: user && Date.now() + 3_600_000 })
    .where(eq(sessions.userId, admin.id));
}

/** The user with an email address, or undefined. */
export async function findUser({ db }: TestWorker, email: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user;
}
