import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { deleteRows } from "#app/core/db/delete-rows.server.ts";
import { jobs } from "#app/core/db/tables/jobs.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { logError, logEvent } from "#app/core/lib/log.ts";
import { claim, type DueJob, findDue, type JobRow, TRIES } from "./due-jobs.server.ts";
import type { JobDone, JobKind, JobTry } from "./job-kind.ts";

/** How long a job that was given up is kept (docs/product.md, Numbers). */
const KEPT = 30 * DAY;

/** How many are done at the same time. A Worker has six connections: a seventh request would wait, and its time run out. */
const AT_ONCE = 6;

/** How many queries one job takes at most, with those that claim and settle it. */
const QUERIES_A_JOB = 8;

/** How much a run may do. */
export interface JobLimits {
  /** How many tries (app/plan-limits.ts). */
  tries: number;
  /** How many queries are left. */
  queriesLeft: () => number;
}

/** What a run came to. */
export interface JobRun {
  done: number;
  failed: number;
  /** Whether some that are due were left for another run. */
  hasMore: boolean;
}

type Runtime = Pick<
  JobTry,
  "settings" | "kv" | "emailBinding" | "files" | "mailStop" | "mailFailed" | "now" | "retries"
>;

/** What became of a try. "lost": somebody else has the job by now, or it is gone. */
type Tried =
  | { row: JobRow; result: "done" | "written" | "goes on" | "lost" }
  | { row: JobRow; result: "failed"; error: string };

/** Does the jobs that a request has written. @param runtime.now when it came: the time of its jobs */
export const runJobsOf = (
  db: Database,
  kinds: readonly JobKind<unknown>[],
  runtime: Runtime,
  limits: JobLimits,
): Promise<JobRun> =>
  findDue(db, runtime.now, eq(jobs.nextAttemptAt, runtime.now)).then(inTurn(db, kinds, runtime, limits));

/**
 * Does the jobs that are due: urgent ones first, then one of each lane, then those that were tried less often, then the most overdue.
 * A lane in which one fails has no more in this run, so it holds up no other. Nothing is retried at once, as a later run does it.
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
 * Does jobs, six at a time. Each six are claimed first, by moving their next try, so that nobody else does them, too. What a job writes
 * is written once, with its end; what else it does happens twice only if its answer or D1's was lost, or the platform ended the run
 * between the two.
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

/** Tries one job that was claimed. What it writes, it has written when this returns. */
async function tryJob(
  db: Database,
  kinds: readonly JobKind<unknown>[],
  { now, ...runtime }: Runtime,
  row: JobRow,
): Promise<Tried> {
  try {
    const kind = kinds.find(({ name }) => name === row.kind);
    // A later version wrote it, or its slice was taken out.
    if (!kind) throw new UnknownKind(row.kind);
    const about = kind.about.parse(JSON.parse(row.about));
    const attempt = { ...runtime, id: row.id, attempt: row.attempts, now };
    const done = await kind.run(db, about, attempt);
    if (done === undefined) return { row, result: "done" };
    await finish(db, row, done, now);
    return { row, result: done.next === undefined ? "written" : "goes on" };
  } catch (cause) {
    if (!(await isHeld(db, row))) {
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

/** The condition that a job is still as it was claimed. */
const asClaimed = ({ id, turn }: JobRow) => and(eq(jobs.id, id), eq(jobs.turn, turn));

/** Whether a job is still ours. If D1 does not answer, it is: then it is tried again. */
async function isHeld(db: Database, row: JobRow): Promise<boolean> {
  try {
    return (await db.$count(jobs, asClaimed(row))) > 0;
  } catch {
    return true;
  }
}

/** Writes what a job does, and ends it or what of it is done, in one transaction. @throws if the job is no longer ours */
async function finish(db: Database, row: JobRow, { writes = [], next }: JobDone<unknown>, now: number) {
  const held = sql`exists (select 1 from ${jobs} where ${asClaimed(row)})`;
  await runBatch(db, {
    // What is no JSON is an error to SQLite, and ends the transaction before anything is written.
    held: db
      .select({ held: sql`case when ${held} then 1 else json('this job is no longer ours') end`.as("held") })
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
 * Notes what became of tries that have written nothing.
 * @returns the jobs that go on, and the lanes in which one failed
 */
async function settle(
  db: Database,
  results: Tried[],
  now: number,
): Promise<{ goesOn: DueJob[]; failedLanes: Set<string> }> {
  const ended = results.filter(({ result }) => result === "done");
  const failed = results.filter((one) => one.result === "failed");
  const given = (rows: unknown[]) => sql`json_each(${JSON.stringify(rows)}) as given`;
  const isGiven = sql`${jobs.id} = given.value ->> 0 and ${jobs.turn} = given.value ->> 1`;
  if (ended.length > 0) {
    const rows = ended.map(({ row: { id, turn } }) => [id, turn]);
    const ids = ended.map(({ row: { id } }) => id);
    const isEnded = sql`exists (select 1 from ${given(rows)} where ${isGiven})`;
    await db.delete(jobs).where(and(inArray(jobs.id, ids), isEnded));
  }
  if (failed.length > 0) {
    const rows = failed.map(({ row: { id, turn }, error }) => [id, turn, error]);
    const givenUpAt = sql`iif(${jobs.attempts} >= ${TRIES}, ${now}, null)`;
    await db.run(
      sql`update ${jobs} set error = given.value ->> 2, given_up_at = ${givenUpAt} from ${given(rows)} where ${isGiven}`,
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
