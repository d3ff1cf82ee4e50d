import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { users } from "#app/db/schema.ts";

/**
 * Records a new user's name and when they gave it, once: a second submission changes nothing.
 * @param now milliseconds since 1970
 * @returns whether this call did it
 */
export async function onboardUser(db: Database, userId: string, name: string, now: number): Promise<boolean> {
  const onboarded = await db
    .update(users)
    .set({ name, onboardedAt: now, updatedAt: now })
    .where(and(eq(users.id, userId), isNull(users.onboardedAt)))
    .returning({ id: users.id });
  return onboarded.length === 1;
}
