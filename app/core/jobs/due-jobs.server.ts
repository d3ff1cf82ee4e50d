import { and, asc, desc, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { jobs } from "#app/core/db/tables/jobs.ts";
import { DAY, HOUR, MINUTE } from "#app/core/lib/durations.ts";

/** The wait after each attempt (docs/product.md, Numbers). After the last one, the job is given up. */
const WAITS = [15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY, DAY];

/** How many attempts a job gets. */
export const TRIES = WAITS.length;

/** How many due jobs are read to select the next ones. More are due only after an outage. */
const LOOKED_AT = 1000;

/** A job as it is stored. */
export type JobRow = typeof jobs.$inferSelect;
/** A due job, before it is claimed. */
export type DueJob = Pick<JobRow, "id" | "lane">;

/** Finds due jobs, in the order in which to run them. @param which a further condition */
export async function findDue(db: Database, now: number, which: SQL): Promise<DueJob[]> {
  const { id, lane, urgent, attempts, nextAttemptAt } = jobs;
  const due = db
    .select({ id, lane, urgent, attempts, nextAttemptAt })
    .from(jobs)
    .where(and(isNull(jobs.givenUpAt), lte(nextAttemptAt, now), which))
    .orderBy(asc(nextAttemptAt))
    .limit(LOOKED_AT)
    .as("due");
  const order = sql`${due.urgent} desc, ${due.attempts}, ${due.nextAttemptAt}, ${due.id}`;
  const turn = sql`row_number() over (partition by coalesce(${due.lane}, ${due.id}) order by ${order})`;
  return db
    .select({ id: due.id, lane: due.lane })
    .from(due)
    .orderBy(desc(due.urgent), turn, asc(due.attempts), asc(due.nextAttemptAt), asc(due.id));
}

/** Claims those of the jobs that are still due. Gives up a job whose last attempt never ended. */
export async function claim(db: Database, due: DueJob[], now: number): Promise<JobRow[]> {
  const ids = due.map(({ id }) => id);
  const isOver = sql`${jobs.attempts} >= ${TRIES}`;
  const claimed = await db
    .update(jobs)
    .set({
      attempts: sql`${jobs.attempts} + 1`,
      turn: sql`${jobs.turn} + 1`,
      nextAttemptAt: sql`${now} + ${waitAfter(jobs.attempts)}`,
      givenUpAt: sql`iif(${isOver}, ${now}, null)`,
      error: sql`iif(${isOver}, coalesce(${jobs.error}, 'Interrupted'), ${jobs.error})`,
    })
    .where(and(inArray(jobs.id, ids), isNull(jobs.givenUpAt), lte(jobs.nextAttemptAt, now)))
    .returning();
  return claimed.filter(({ givenUpAt }) => givenUpAt === null);
}

/** The wait after the next attempt, by the number of attempts before it. */
const waitAfter = (attempts: typeof jobs.attempts) =>
  sql`case ${attempts} ${sql.join(
    WAITS.slice(0, -1).map((wait, tried) => sql`when ${tried} then ${wait} `),
  )} else ${WAITS.at(-1)} end`;
