import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  type SQLiteColumn,
  type SQLiteTable,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { AuditAction } from "#app/audit-actions.ts";
import type { ENTITIES, Entity } from "#app/entities.ts";
import type { ErrorCode } from "#app/error-codes.ts";
import { id, timestamp, timestamps } from "./columns.ts";
import { genres } from "./tables/genres.ts";
import { users } from "./tables/users.ts";
import type { ShownValue } from "./written.ts";

// Tables of the frame. Each entity has its own file in ./tables.
export * from "./tables/access-tokens.ts";
export * from "./tables/books.ts";
export * from "./tables/email-changes.ts";
export * from "./tables/factor-resets.ts";
export * from "./tables/genres.ts";
export * from "./tables/idempotency-keys.ts";
export * from "./tables/notices.ts";
export * from "./tables/passkeys.ts";
export * from "./tables/second-steps.ts";
export * from "./tables/users.ts";

// No foreign key cascades: D1 always enforces them, rebuilding a table would fire them, and what a user made must never
// disappear as a side effect. To delete a parent, delete its children first, in the same batch.

export const sessions = sqliteTable(
  "sessions",
  {
    id: id(),
    /** SHA-256 of the token in the cookie; the token itself is never stored. */
    tokenHash: text("token_hash").notNull().unique("sessions_token_hash_unique"),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    expiresAt: timestamp("expires_at").notNull(),
    userAgent: text("user_agent"),
    /** ISO 3166-1 alpha-2, as Cloudflare saw it at sign-in. */
    country: text("country"),
    /** When its owner last proved who they are. What can't be undone needs a recent proof. */
    provenAt: timestamp("proven_at").notNull().default(0),
    /**
     * The user this session is impersonating, and until when. No foreign key: if that user is gone, the session reverts
     * to its owner, and deleting users doesn't have to search the sessions.
     */
    impersonatedUserId: text("impersonated_user_id"),
    impersonationEndsAt: timestamp("impersonation_ends_at"),
    ...timestamps,
  },
  (table) => [
    index("sessions_user_updated_at").on(table.userId, table.updatedAt, table.id),
    index("sessions_expires_at").on(table.expiresAt),
  ],
);

/** What a login code can be requested for. It is valid for that purpose only. */
const CODE_PURPOSES = ["sign-in", "change-email", "leave-email", "delete-account", "confirm"] as const;

export type CodePurpose = (typeof CODE_PURPOSES)[number];

/** A challenge of this purpose waits for a code of an authenticator app, which nobody mails (features/second-step). */
export const SECOND_STEP = "second-step";

/**
 * A login code that was requested, to sign in or to do what a session alone must not; or a sign-in that waits for its
 * second step. The code's HMAC is in KV under
 * the same id; this row holds what must be exact: how often it was tried, and whether it was used or replaced.
 */
export const loginChallenges = sqliteTable(
  "login_challenges",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull(),
    purpose: text("purpose", { enum: [...CODE_PURPOSES, SECOND_STEP] })
      .notNull()
      .default("sign-in"),
    /** The user who asked, if signed in. No foreign key: deleting users doesn't have to search the challenges. */
    userId: text("user_id"),
    /**
     * The browser that asked, if it has signed in to this address before; null for any other. Each browser has a
     * budget of its own, so that a stranger can't use up somebody else's.
     */
    deviceId: text("device_id"),
    /** SHA-256 of the token in the mail's link, which signs in without the code. Null for other purposes. */
    linkHash: text("link_hash").unique("login_challenges_link_hash_unique"),
    createdAt: timestamp("created_at").notNull(),
    expiresAt: timestamp("expires_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    consumedAt: timestamp("consumed_at"),
    /** The code reached nobody. It counts only towards the interval between two codes. */
    withdrawnAt: timestamp("withdrawn_at"),
    /** A newer code for the same browser made this one useless. */
    replacedAt: timestamp("replaced_at"),
    /**
     * What consumed it: the session it created or that asked for it, or the request. Lets one batch tell the winner of
     * a race from the loser.
     */
    sessionId: text("session_id"),
  },
  (table) => [
    index("login_challenges_email_created_at").on(table.email, table.createdAt),
    index("login_challenges_created_at").on(table.createdAt),
  ],
);

export type TotalName = (typeof ENTITIES)[Entity] | "sessions";

/** Row counts by table, kept by triggers, because count(*) reads every row. */
export const totals = sqliteTable("totals", {
  name: text("name").$type<TotalName>().primaryKey(),
  value: integer("value").notNull(),
});

/** How often something happened on a day; kept by triggers. */
export const dailyCounts = sqliteTable(
  "daily_counts",
  {
    /** ISO 8601, in UTC. */
    day: text("day").notNull(),
    name: text("name", { enum: ["sign-ups", "sign-ins"] }).notNull(),
    value: integer("value").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.name] })],
);

/** How many login codes were tried in vain, on the whole site, by hour. */
export const loginFailures = sqliteTable("login_failures", {
  /** Hours since 1970. */
  hour: integer("hour").primaryKey(),
  value: integer("value").notNull(),
});

/** What this database is for: `demo` marks one that holds nothing but the demo's data. */
export const databaseMarks = sqliteTable("database_marks", {
  name: text("name", { enum: ["demo"] }).primaryKey(),
  markedAt: timestamp("marked_at").notNull(),
});

/** What a write did to a field: its name, what it held before, and what it holds now. */
export type AuditedChange = [field: string, from: ShownValue, to: ShownValue];

/**
 * Who did what, as whom, to what. It has no foreign keys and stores its own labels, because it must outlive everything
 * it is about.
 */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: id(),
    at: timestamp("at").notNull(),
    requestId: text("request_id").notNull(),
    /** Null for a visitor. The label is the email address at that time. */
    actorId: text("actor_id"),
    actorLabel: text("actor_label"),
    /** The user that the actor was impersonating. */
    asUserId: text("as_user_id"),
    asUserLabel: text("as_user_label"),
    /** The name of the access token that the actor used, if any. */
    tokenName: text("token_name"),
    action: text("action").$type<AuditAction>().notNull(),
    subjectId: text("subject_id"),
    subjectLabel: text("subject_label"),
    /** Why the action was refused. */
    code: text("code").$type<ErrorCode>(),
    /** How often it happened: the same refusal of the same person counts up for an hour. */
    count: integer("count").notNull().default(1),
    /** The fields that it changed. Null for older entries, and where no field changed. */
    changes: text("changes", { mode: "json" }).$type<AuditedChange[]>(),
  },
  (table) => [
    index("audit_log_at").on(table.at, table.id),
    index("audit_log_action").on(table.action, table.at, table.id),
    index("audit_log_actor").on(table.actorId, table.at, table.id).where(sql`actor_id is not null`),
    index("audit_log_as_user").on(table.asUserId, table.at, table.id).where(sql`as_user_id is not null`),
    index("audit_log_subject").on(table.subjectId, table.at, table.id).where(sql`subject_id is not null`),
  ],
);

/** Rows that were deleted, each as it was. They can be restored for 30 days (docs/decisions/0041). */
export const deletedRows = sqliteTable(
  "deleted_rows",
  {
    /** The id of the row. */
    id: text("id").primaryKey(),
    entity: text("entity").$type<Entity>().notNull(),
    /** Its name. */
    label: text("label"),
    /** Its values by column, as the schema names the columns. */
    row: text("row", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
    deletedAt: timestamp("deleted_at").notNull(),
  },
  (table) => [index("deleted_rows_deleted_at").on(table.deletedAt)],
);

/** An identity provider's account that signs in as one of our users. */
export const socialAccounts = sqliteTable(
  "social_accounts",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    provider: text("provider").notNull(),
    providerUserId: text("provider_user_id").notNull(),
    /** When someone last signed in with it. Null: not yet, or before this was recorded. */
    lastUsedAt: timestamp("last_used_at"),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("social_accounts_provider_unique").on(table.provider, table.providerUserId),
    // A user has one account with a provider: another one with their address may be another person's.
    uniqueIndex("social_accounts_user_unique").on(table.userId, table.provider),
  ],
);

/** Kept by triggers. Leave these out when copying rows: inserting the rows counts them again. */
export const KEPT_BY_TRIGGERS: readonly (SQLiteTable | SQLiteColumn)[] = [
  totals,
  dailyCounts,
  genres.bookCount,
];
