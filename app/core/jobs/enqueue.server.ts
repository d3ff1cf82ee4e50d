import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { jobs } from "#app/core/db/tables/jobs.ts";
import type { JobName } from "./job-kind.ts";

/** What every job has. */
interface NewJob<Text> {
  /** When it is added, and due. Milliseconds since 1970. */
  at: number;
  /** What it is for: a newer one of its kind for the same replaces it, also one that is being done. */
  key?: Text;
  /** On whose behalf it is done: it goes with them. */
  userId?: Text;
  /** Those of one lane take turns with those of others, and a failure holds up its lane only. */
  lane?: Text;
  /** Whether somebody may lose something if it is done late. */
  urgent?: boolean;
}

/**
 * A statement that adds a job, for the batch of what it follows from:
 *
 * ```ts
 * await runBatch(db, { changed: update, indexed: enqueue(db, indexBook, { about: { id }, at: actor.at, key: id }) });
 * actor.runJobs?.();
 * ```
 *
 * @param where a condition: `changes() > 0` right behind a write adds it only if that wrote a row
 */
export const enqueue = <About>(
  db: Database,
  kind: JobName<About>,
  { about, ...job }: NewJob<string> & { about: About },
  where?: SQL,
) => insert(db, kind, { ...job, id: crypto.randomUUID(), about: JSON.stringify(about) }, { where });

/**
 * A statement that adds a job for each row of a query, thousands too.
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

/** A statement that cancels what waits for something, for the batch in which that ends. */
export const cancelJobs = (db: Database, kind: Pick<JobName<unknown>, "name">, key: string, where?: SQL) =>
  db.delete(jobs).where(and(eq(jobs.kind, kind.name), eq(jobs.key, key), where));
