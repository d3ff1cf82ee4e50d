import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp, timestamps } from "#app/core/db/columns.ts";
import { DEFAULT_ROLE, type Role } from "#app/permissions.ts";

const BANNED = sql`banned_at is not null`;

/** The accounts of people, with their current ban. */
export const users = sqliteTable(
  "users",
  {
    id: id(),
    /** Normalised by identity/user/user.schema.ts: trimmed and lower case. */
    email: text("email").notNull().unique("users_email_unique"),
    emailVerifiedAt: timestamp("email_verified_at"),
    name: text("name"),
    /** The key of the name by comparisonKey(), for the search; "" if there is no name. */
    nameKey: text("name_key").notNull().default(""),
    /** No CHECK lists the roles: SQLite can't change one without rebuilding the table. */
    role: text("role").$type<Role>().notNull().default(DEFAULT_ROLE),
    onboardedAt: timestamp("onboarded_at"),
    /**
     * A browser whose last sign-in was before this is treated as one that has never signed in
     * (docs/decisions/0031).
     */
    devicesSince: timestamp("devices_since"),
    /**
     * The day when the user last used a session. Triggers set it: sessions_last_seen_insert and
     * sessions_last_seen_update.
     */
    lastSeenAt: timestamp("last_seen_at"),
    /**
     * The day when the user last used a session, for sorting, which allows no null; 0 if they have never used
     * one.
     */
    lastSeenKey: integer("last_seen_key")
      .notNull()
      .generatedAlwaysAs(sql`coalesce(last_seen_at, 0)`, { mode: "virtual" }),
    /**
     * The language of emails to this user: the language of their last sign-in, or one that they have selected since.
     * Null if they have never signed in.
     */
    language: text("language"),
    /** The time zone (IANA) for times in emails to this user, stored in the same way as the language. */
    timeZone: text("time_zone"),
    bannedAt: timestamp("banned_at"),
    /** A ban without an end lasts until someone lifts it. */
    banExpiresAt: timestamp("ban_expires_at"),
    banReason: text("ban_reason"),
    ...timestamps,
  },
  (table) => [
    // Indexes for the orders of the manager's list, except the order by address.
    index("users_name_key").on(table.nameKey, table.id),
    index("users_created_at").on(table.createdAt, table.id),
    index("users_last_seen").on(table.lastSeenKey, table.id),
    // Indexes for the same orders, for users with one role, and for users with a current or earlier ban.
    index("users_role_email").on(table.role, table.email),
    index("users_role_name_key").on(table.role, table.nameKey, table.id),
    index("users_role_created_at").on(table.role, table.createdAt, table.id),
    index("users_role_last_seen").on(table.role, table.lastSeenKey, table.id),
    index("users_banned_email").on(table.email).where(BANNED),
    index("users_banned_name_key").on(table.nameKey, table.id).where(BANNED),
    index("users_banned_created_at").on(table.createdAt, table.id).where(BANNED),
    index("users_banned_last_seen").on(table.lastSeenKey, table.id).where(BANNED),
    check("users_email_normalised", sql`${table.email} = lower(trim(${table.email}))`),
  ],
);
