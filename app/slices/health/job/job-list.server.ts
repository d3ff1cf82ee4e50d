import { and, asc, desc, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { jobs } from "#app/core/db/tables/jobs.ts";
import { MAX_RESULTS_COUNTED } from "#app/core/lists/max-results.ts";
import { type Page, pageOf } from "#app/core/lists/page.ts";
import type { JobState } from "./job.schema.ts";

const JOBS_PER_PAGE = 25;

/** A job in the list. */
export type ListedJob = Pick<
  typeof jobs.$inferSelect,
  "id" | "kind" | "lane" | "createdAt" | "attempts" | "nextAttemptAt" | "error" | "givenUpAt"
>;

/**
 * One page of the given-up jobs, the latest first, or of the pending jobs, the next one first. Also counts
 * the jobs of both kinds, up to MAX_RESULTS_COUNTED + 1 of each. One round trip.
 * @param after the keys of the previous page's last job; null for the first page
 */
export async function listJobs(
  db: Database,
  state: JobState,
  after: [at: number, id: string] | null,
): Promise<{ page: Page<ListedJob>; counts: Record<JobState, number> }> {
  const { id, kind, lane, createdAt, attempts, nextAttemptAt, error, givenUpAt } = jobs;
  const isGivenUp = state === "failed";
  const [at, which, order] = isGivenUp
    ? [givenUpAt, isNotNull(givenUpAt), desc]
    : [nextAttemptAt, isNull(givenUpAt), asc];
  const beyond = isGivenUp ? sql`<` : sql`>`;
  const { rows, counted } = await runBatch(db, {
    rows: db
      .select({ id, kind, lane, createdAt, attempts, nextAttemptAt, error, givenUpAt })
      .from(jobs)
      .where(and(which, after ? sql`(${at}, ${id}) ${beyond} (${after[0]}, ${after[1]})` : undefined))
      .orderBy(order(at), order(id))
      .limit(JOBS_PER_PAGE + 1),
    counted: db
      .select({
        givenUp: countOf(db, isNotNull(givenUpAt)).as("given_up"),
        waiting: countOf(db, isNull(givenUpAt)).as("waiting"),
      })
      .from(sql`(select 1)`),
  });
  const { givenUp = 0, waiting = 0 } = counted[0] ?? {};
  return {
    page: pageOf(
      rows,
      JOBS_PER_PAGE,
      (row) => [(isGivenUp ? row.givenUpAt : row.nextAttemptAt) ?? 0, row.id],
      (row) => row,
    ),
    counts: { failed: givenUp, waiting },
  };
}

const countOf = (db: Database, which: SQL) => {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(jobs)
    .where(which)
    .limit(MAX_RESULTS_COUNTED + 1);
  return sql<number>`(select count(*) from ${some.as("some")})`;
};
