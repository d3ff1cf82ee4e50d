import { sql } from "drizzle-orm";
import { check, index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp, timestamps } from "#app/db/columns.ts";
import { DEFAULT_ROLE, type Role } from "#app/permissions.ts";

export const users = sqliteTable(
  "users",
  {
    id: id(),
    /** Normalised by features/user/user.schema.ts: trimmed and lower case. */
    email: text("email").notNull().unique("users_email_unique"),
    emailVerifiedAt: timestamp("email_verified_at"),
    name: text("name"),
    /** The name as comparisonKey() folds it, for the search; "" if there is none. */
    nameKey: text("name_key").notNull().default(""),
    /** No CHECK lists the roles: SQLite can't change one without rebuilding the table. */
    role: text("role").$type<Role>().notNull().default(DEFAULT_ROLE),
    onboardedAt: timestamp("onboarded_at"),
    bannedAt: timestamp("banned_at"),
    /** A ban without an end lasts until someone lifts it. */
    banExpiresAt: timestamp("ban_expires_at"),
    banReason: text("ban_reason"),
    ...timestamps,
  },
  (table) => [
    index("users_role").on(table.role),
    check("users_email_normalised", sql`${table.email} = lower(trim(${table.email}))`),
  ],
);
