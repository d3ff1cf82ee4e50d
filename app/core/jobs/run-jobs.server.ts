import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import { jobs } from "#app/core/db/tables/jobs.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { logError, logEvent } from "#app/core/lib/log.ts";
import { claim, type DueJob, findDue, type JobRow, TRIES } from "./due-jobs.server.ts";
import type { JobDone, JobKind, JobTry } from "./job-kind.ts";

/** How long a given-up job is kept (docs/product.md, Numbers). */
const KEPT = 30 * DAY;

/** How many jobs run at the same time. A Worker has six connections, so a seventh request would wait, and time out. */
const AT_ONCE = 6;

/** The most queries that one job takes, including those that claim and settle it. */
const QUERIES_A_JOB = 8;

/** How much a run may do. */
export interface JobLimits {
  /** How many attempts (app/plan-limits.ts). */
  tries: number;
  /** How many queries are left. */
  queriesLeft: () => number;
}

/** The result of a run. */
export interface JobRun {
  done: number;
  failed: number;
  /** Whether due jobs are left for another run. */
  hasMore: boolean;
}

type Runtime = Pick<
  JobTry,
  "settings" | "kv" | "emailBinding" | "files" | "mailStop" | "mailFailed" | "now" | "retries"
>;

/** The result of an attempt. "lost": another runner has taken the job, or it was deleted. */
type Tried =
  | { row: JobRow; result: "done" | "written" | "goes on" | "lost" }
  | { row: JobRow; result: "failed"; error: string };

/** Runs the jobs that a request has added. @param runtime.now the request's time, which is also its jobs' time */
export const runJobsOf = (
  db: Database,
  kinds: readonly JobKind<unknown>[],
  runtime: Runtime,
  limits: JobLimits,
): Promise<JobRun> =>
  findDue(db, runtime.now, eq(jobs.nextAttemptAt, runtime.now)).then(inTurn(db, kinds, runtime, limits));

/**
 * Runs due jobs: urgent ones first, then one of each lane, then those with fewer attempts, then the most overdue. A
 * lane with a failure gets no more jobs in this run, so it delays no other lane. Nothing is retried immediately,
 * because a later run does it.
 */
export async function runDueJobs(
  db: Database,
  kinds: readonly JobKind<unknown>[],
  runtime: Runtime,
  limits: JobLimits,
): Promise<JobRun> {
  const urgent = await findDue(db, runtime.now, sql`${jobs.urgent} = 1`);
  const others = await findDue(db, runtime.now, sql`${jobs.urgent} = 0`);
  return inTurn(db, kinds, { ...runtime, retries: 0 }, limits)([...urgent, ...others]);
}

/**
 * Runs jobs, six at a time. It first claims each group of six by postponing their next attempt, so that no other runner
 * takes them. A job's writes happen exactly once, together with its end. Its other effects happen twice only if a
 * response was lost or the platform stopped the run between the two.
 */
const inTurn =
  (db: Database, kinds: readonly JobKind<unknown>[], runtime: Runtime, { tries, queriesLeft }: JobLimits) =>
  async (due: DueJob[]): Promise<JobRun> => {
    let waiting = due;
    let done = 0;
    let failed = 0;
    let tried = 0;
    while (waiting.length > 0) {
      const room = Math.min(AT_ONCE, tries - tried, Math.floor(queriesLeft() / QUERIES_A_JOB));
      if (room <= 0) break;
      const rows = await claim(db, waiting.slice(0, room), runtime.now);
      const results = await Promise.all(rows.map((row) => tryJob(db, kinds, runtime, row)));
      const { goesOn, failedLanes } = await settle(db, results, runtime.now);
      waiting = [...goesOn, ...waiting.slice(room)].filter(
        ({ lane }) => lane === null || !failedLanes.has(lane),
      );
      tried += room;
      for (const { result } of results) {
        if (result === "done" || result === "written") done += 1;
        if (result === "failed") failed += 1;
      }
    }
    return { done, failed, hasMore: waiting.length > 0 };
  };

/** Runs one claimed job. Its writes are stored when this returns. */
async function tryJob(
  db: Database,
  kinds: readonly JobKind<unknown>[],
  { now, ...runtime }: Runtime,
  row: JobRow,
): Promise<Tried> {
  try {
    const kind = kinds.find(({ name }) => name === row.kind);
    // A later version added the job, or its slice was removed.
    if (!kind) throw new UnknownKind(row.kind);
    const about = kind.about.parse(JSON.parse(row.about));
    const attempt = { ...runtime, id: row.id, attempt: row.attempts, now };
    const done = await kind.run(db, about, attempt);
    if (done === undefined) return { row, result: "done" };
    await finish(db, row, done, now);
    return { row, result: done.next === undefined ? "written" : "goes on" };
  } catch (cause) {
    if (!(await hasClaim(db, row))) {
      logEvent("job lost", { kind: row.kind, job: row.id, attempt: row.attempts });
      return { row, result: "lost" };
    }
    const event = row.attempts < TRIES ? "job failed" : "job given up";
    logError(event, new Error(`${row.kind}, try ${row.attempts}, ${row.id}`, { cause }));
    return { row, result: "failed", error: cause instanceof Error ? cause.name : "Error" };
  }
}

class UnknownKind extends Error {
  override name = "UnknownKind";
}

/** SQL: whether nobody has changed or taken the job since this runner claimed it. */
const asClaimed = ({ id, turn }: JobRow) => and(eq(jobs.id, id), eq(jobs.turn, turn));

/** Whether we still have the claim to a job. True if D1 does not respond. The job is then tried again. */
async function hasClaim(db: Database, row: JobRow): Promise<boolean> {
  try {
    return (await db.$count(jobs, asClaimed(row))) > 0;
  } catch {
    return true;
  }
}

/**
 * Runs a job's writes and ends the job, or saves its next step, in one transaction. @throws if we have lost the claim
 * to the job
 */
async function finish(db: Database, row: JobRow, { writes = [], next }: JobDone<unknown>, now: number) {
  const isOurs = sql`exists (select 1 from ${jobs} where ${asClaimed(row)})`;
  await runBatch(db, {
    // Invalid JSON is an error in SQLite, which ends the transaction before anything is written.
    claimed: db
      .select({
        claimed: sql`case when ${isOurs} then 1 else json('this job is no longer ours') end`.as("claimed"),
      })
      .from(sql`(select 1)`),
    writes,
    ended:
      next === undefined
        ? db.delete(jobs).where(asClaimed(row))
        : db
            .update(jobs)
            .set({
              about: JSON.stringify(next),
              attempts: 0,
              turn: row.turn + 1,
              nextAttemptAt: now,
              error: null,
            })
            .where(asClaimed(row)),
  });
}

/**
 * Records the result of attempts without writes.
 * @returns the jobs that continue, and the lanes with a failure
 */
async function settle(
  db: Database,
  results: Tried[],
  now: number,
): Promise<{ goesOn: DueJob[]; failedLanes: Set<string> }> {
  const ended = results.filter(({ result }) => result === "done");
  const failed = results.filter((one) => one.result === "failed");
  const jsonRows = (rows: unknown[]) => sql`json_each(${JSON.stringify(rows)}) as given`;
  const isGiven = sql`${jobs.id} = given.value ->> 0 and ${jobs.turn} = given.value ->> 1`;
  if (ended.length > 0) {
    const rows = ended.map(({ row: { id, turn } }) => [id, turn]);
    const ids = ended.map(({ row: { id } }) => id);
    const isEnded = sql`exists (select 1 from ${jsonRows(rows)} where ${isGiven})`;
    await db.delete(jobs).where(and(inArray(jobs.id, ids), isEnded));
  }
  if (failed.length > 0) {
    const rows = failed.map(({ row: { id, turn }, error }) => [id, turn, error]);
    const givenUpAt = sql`iif(${jobs.attempts} >= ${TRIES}, ${now}, null)`;
    await db.run(
      sql`update ${jobs} set error = given.value ->> 2, given_up_at = ${givenUpAt} from ${jsonRows(rows)} where ${isGiven}`,
    );
  }
  return {
    goesOn: results.filter(({ result }) => result === "goes on").map(({ row }) => row),
    failedLanes: new Set(failed.flatMap(({ row: { lane } }) => lane ?? [])),
  };
}

/** Deletes jobs that were given up long ago. @returns how many */
export const purgeJobs = (db: Database, now: number): Promise<number> =>
  deleteRows(db, jobs, lte(jobs.givenUpAt, now - KEPT));
