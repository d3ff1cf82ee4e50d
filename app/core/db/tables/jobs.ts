import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/core/db/columns.ts";

/**
 * Work that is done behind the page (core/jobs). A job is written in the batch of what it follows from, so that neither exists
 * without the other, and is deleted in the batch of what it does.
 */
export const jobs = sqliteTable(
  "jobs",
  {
    id: id(),
    /** The name of its kind (app/jobs.server.ts). */
    kind: text("kind").notNull(),
    /** What its kind needs to know, as JSON. */
    about: text("about").notNull().default("{}"),
    /** What it is for. A newer one of its kind for the same replaces it. */
    key: text("key"),
    /** On whose behalf it is done: it goes with them. No foreign key: nothing else ends because of it. */
    userId: text("user_id"),
    /** Whether somebody may lose something if it is done late: then it comes before all others. */
    urgent: integer("urgent", { mode: "boolean" }).notNull().default(false),
    /** Those of one lane take turns with those of others, and a failure holds up its lane only. */
    lane: text("lane"),
    createdAt: timestamp("created_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** Grows whenever somebody takes it or changes it: who holds an earlier turn has lost it. */
    turn: integer("turn").notNull().default(0),
    /** When to try next. Whoever does it moves this first, so that nobody else does it, too. */
    nextAttemptAt: timestamp("next_attempt_at").notNull(),
    /** Why the last try failed: the name of the error. What it says is in the log, as it may hold an address. */
    error: text("error"),
    /** When the last try failed: nobody tries it again unless an administrator says so. */
    givenUpAt: timestamp("given_up_at"),
  },
  (table) => [
    // Each is of some rows only: most jobs cost three rows written when they are added, and three when they are done.
    index("jobs_due").on(table.nextAttemptAt, table.id).where(sql`given_up_at is null`),
    index("jobs_urgent").on(table.nextAttemptAt).where(sql`given_up_at is null and urgent = 1`),
    index("jobs_given_up").on(table.givenUpAt, table.id).where(sql`given_up_at is not null`),
    uniqueIndex("jobs_kind_key").on(table.kind, table.key).where(sql`key is not null`),
    index("jobs_user_id").on(table.userId).where(sql`user_id is not null`),
    index("jobs_lane").on(table.lane).where(sql`lane is not null`),
  ],
);
