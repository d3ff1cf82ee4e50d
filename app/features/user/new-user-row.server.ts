import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";

/**
 * The row of a user who signs up with an address that is proven, for an insert in the batch that proves it.
 * @param given.where whether there is to be one
 */
export function newUserRow(
  db: Database,
  { email, now, where }: { email: string; now: number; where: SQL | undefined },
) {
  return db
    .select({
      id: sql`${crypto.randomUUID()}`.as("id"),
      email: sql`${email}`.as("email"),
      emailVerifiedAt: sql`${now}`.as("email_verified_at"),
      name: sql`null`.as("name"),
      nameKey: sql`''`.as("name_key"),
      role: sql`'user'`.as("role"),
      onboardedAt: sql`null`.as("onboarded_at"),
      bannedAt: sql`null`.as("banned_at"),
      banExpiresAt: sql`null`.as("ban_expires_at"),
      banReason: sql`null`.as("ban_reason"),
      createdAt: sql`${now}`.as("created_at"),
      updatedAt: sql`${now}`.as("updated_at"),
    })
    .from(sql`(select 1)`)
    .where(where);
}
