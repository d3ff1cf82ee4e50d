import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/core/db/columns.ts";

/**
 * Background jobs (core/jobs). A job is added in the same batch as the change it follows from, so that neither exists
 * without the other. It is deleted in the same batch as its effect.
 */
export const jobs = sqliteTable(
  "jobs",
  {
    id: id(),
    /** The name of the job's kind (app/jobs.server.ts). */
    kind: text("kind").notNull(),
    /** The job's data, as JSON. */
    about: text("about").notNull().default("{}"),
    /** The subject of the job. A newer job of the same kind and key replaces this job. */
    key: text("key"),
    /**
     * The user on whose behalf the job runs. Deleting the user deletes the job. No foreign key, so a job
     * never blocks a deletion.
     */
    userId: text("user_id"),
    /** Whether somebody may lose something if the job runs late. Urgent jobs run before all others. */
    urgent: integer("urgent", { mode: "boolean" }).notNull().default(false),
    /** Lanes take turns, and a failure delays only the jobs of its own lane. */
    lane: text("lane"),
    createdAt: timestamp("created_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** Grows whenever somebody claims or changes the job. A runner with an older turn has lost its claim. */
    turn: integer("turn").notNull().default(0),
    /**
     * When to try next. A runner first moves this time forward and then runs the job, so that no other runner takes it.
     */
    nextAttemptAt: timestamp("next_attempt_at").notNull(),
    /** The name of the last error. Its message is only in the log, because it may include an address. */
    error: text("error"),
    /** When the last attempt failed. Only an administrator can start the job again. */
    givenUpAt: timestamp("given_up_at"),
  },
  (table) => [
    // The indexes are partial, so that most jobs cost only three written rows when they are added, and three when they
    // are done.
    index("jobs_due").on(table.nextAttemptAt, table.id).where(sql`given_up_at is null`),
    index("jobs_urgent").on(table.nextAttemptAt).where(sql`given_up_at is null and urgent = 1`),
    index("jobs_given_up").on(table.givenUpAt, table.id).where(sql`given_up_at is not null`),
    uniqueIndex("jobs_kind_key").on(table.kind, table.key).where(sql`key is not null`),
    index("jobs_user_id").on(table.userId).where(sql`user_id is not null`),
    index("jobs_lane").on(table.lane).where(sql`lane is not null`),
  ],
);
