import { and, asc, desc, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { jobs } from "#app/core/db/tables/jobs.ts";
import { DAY, HOUR, MINUTE } from "#app/core/lib/durations.ts";

/** The wait after each try (docs/product.md, Numbers). After the last one it is given up. */
const WAITS = [15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR, DAY, DAY];

/** How often a job is tried. */
export const TRIES = WAITS.length;

/** How many of those that are due are looked at to choose those that are done. More are due only after an outage. */
const LOOKED_AT = 1000;

export type JobRow = typeof jobs.$inferSelect;
export type DueJob = Pick<JobRow, "id" | "lane">;

/** Finds jobs that are due, in the order in which they are to be done. @param which a further condition */
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

/** Claims those jobs that are still due. Those whose last try never ended are given up. */
export async function claim(db: Database, chosen: DueJob[], now: number): Promise<JobRow[]> {
  const ids = chosen.map(({ id }) => id);
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

/** The wait after the next try, by the number of those before it. */
const waitAfter = (attempts: typeof jobs.attempts) =>
  sql`case ${attempts} ${sql.join(
    WAITS.slice(0, -1).map((wait, tried) => sql`when ${tried} then ${wait} `),
  )} else ${WAITS.at(-1)} end`;
