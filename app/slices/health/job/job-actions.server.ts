import { eq, exists, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { jobs } from "#app/core/db/tables/jobs.ts";
import { type Actor, auditEntry } from "#app/identity/audit/audit.server.ts";

/** The most jobs that "Try all again" restarts, the latest first. */
const RETRIED_AT_ONCE = 1000;

/** The result of an action on a job. `isGone`: the job was done in the meantime. */
interface JobChange {
  ok: true;
  isGone: boolean;
}

/** Restarts a job now, with as many attempts as a new one. A runner that is working on it loses its claim. */
export async function retryJob(db: Database, id: string, actor: Actor): Promise<JobChange> {
  const isIt = eq(jobs.id, id);
  const { retried } = await runBatch(db, {
    entry: auditEntry(db, actor, "job.retry", subjectOf(isIt)),
    retried: putBack(db, isIt, actor.at),
  });
  if (retried.length > 0) actor.runJobs?.();
  return { ok: true, isGone: retried.length === 0 };
}

/** Restarts the given-up jobs, with one entry in the log. @returns how many */
export async function retryAllJobs(db: Database, actor: Actor): Promise<{ ok: true; count: number }> {
  const some = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(isNotNull(jobs.givenUpAt))
    .orderBy(sql`${jobs.givenUpAt} desc`, sql`${jobs.id} desc`)
    .limit(RETRIED_AT_ONCE);
  const { retried } = await runBatch(db, {
    entry: auditEntry(db, actor, "job.retryAll", {
      from: sql`(select 1)`,
      where: exists(some),
      id: null,
      label: null,
    }),
    retried: putBack(db, inArray(jobs.id, some), actor.at),
  });
  if (retried.length > 0) actor.runJobs?.();
  return { ok: true, count: retried.length };
}

/** Drops a job: it will never run. A runner that is working on it can't write anything. */
export async function dropJob(db: Database, id: string, actor: Actor): Promise<JobChange> {
  const isIt = eq(jobs.id, id);
  const { dropped } = await runBatch(db, {
    entry: auditEntry(db, actor, "job.drop", subjectOf(isIt)),
    dropped: db.delete(jobs).where(isIt).returning({ id: jobs.id }),
  });
  return { ok: true, isGone: dropped.length === 0 };
}

/** The log names the job's kind, because nothing else about it may be shown to everybody. */
const subjectOf = (where: SQL) => ({ from: jobs, where, id: sql`${jobs.id}`, label: sql`${jobs.kind}` });

const putBack = (db: Database, where: SQL, now: number) =>
  db
    .update(jobs)
    .set({
      attempts: 0,
      turn: sql`${jobs.turn} + 1`,
      createdAt: now,
      nextAttemptAt: now,
      error: null,
      givenUpAt: null,
    })
    .where(where)
    .returning({ id: jobs.id });
