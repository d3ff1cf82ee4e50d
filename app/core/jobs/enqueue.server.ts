import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { jobs } from "#app/core/db/tables/jobs.ts";
import type { JobName } from "./job-kind.ts";

/** The properties of every new job. */
interface NewJob<Text> {
  /** When the job is added and due. Milliseconds since 1970. */
  at: number;
  /**
   * What the job is about. A newer job of the same kind and key replaces this job, even while it is running.
   */
  key?: Text;
  /** The user on whose behalf the job runs. Deleting the user deletes the job. */
  userId?: Text;
  /** Lanes take turns, and a failure delays only the jobs of its own lane. */
  lane?: Text;
  /** Whether somebody may lose something if the job runs late. */
  urgent?: boolean;
}

/**
 * A statement that adds a job, for the batch of the change that it follows from:
 *
 * ```ts
 * await runBatch(db, { changed: update, indexed: enqueue(db, indexBook, { about: { id }, at: actor.at, key: id }) });
 * actor.runJobs?.();
 * ```
 *
 * @param where a condition: `changes() > 0` right after a write adds the job only if that wrote a row
 */
export const enqueue = <About>(
  db: Database,
  kind: JobName<About>,
  { about, ...job }: NewJob<string> & { about: About },
  where?: SQL,
) => insert(db, kind, { ...job, id: crypto.randomUUID(), about: JSON.stringify(about) }, { where });

/**
 * A statement that adds a job for each row of a query, even for thousands.
 * @param job.about makes JSON of a row: `json_object('id', books.id)`
 */
export const enqueueEach = <About>(
  db: Database,
  kind: JobName<About>,
  job: NewJob<SQL> & { about: SQL },
  rows: { from: SQLiteTable; where: SQL | undefined },
) => insert(db, kind, { ...job, id: sql`lower(hex(randomblob(16)))` }, rows);

function insert<About>(
  db: Database,
  kind: JobName<About>,
  { at, ...job }: NewJob<SQL | string> & { id: SQL | string; about: SQL | string },
  rows: { from?: SQLiteTable; where?: SQL | undefined },
) {
  const inserted = insertFrom(db, jobs, { ...job, kind: kind.name, createdAt: at, nextAttemptAt: at }, rows);
  return inserted.onConflictDoUpdate({
    target: [jobs.kind, jobs.key],
    targetWhere: sql`key is not null`,
    set: {
      about: sql`excluded.about`,
      createdAt: at,
      nextAttemptAt: at,
      attempts: 0,
      turn: sql`${jobs.turn} + 1`,
      error: null,
      givenUpAt: null,
    },
  });
}

/** A statement that cancels the pending job for a key, for the batch that makes the job unnecessary. */
export const cancelJobs = (db: Database, kind: Pick<JobName<unknown>, "name">, key: string, where?: SQL) =>
  db.delete(jobs).where(and(eq(jobs.kind, kind.name), eq(jobs.key, key), where));
