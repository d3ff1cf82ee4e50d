import { and, eq } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { jobs } from "#app/core/db/tables/jobs.ts";
import type { JobName } from "./job-kind.ts";

/** The progress of a job, for the page about its subject. */
interface JobProgress<About> {
  about: About;
  /**
   * When the next attempt is due, if the last one failed. Milliseconds since 1970; null if no attempt has
   * failed.
   */
  failedUntil: number | null;
  /** Whether the job was given up. */
  isGivenUp: boolean;
}

/** Finds the job of a kind for a key; null if it is done, or never existed. */
export async function findJob<About>(
  db: Database,
  kind: JobName<About>,
  key: string,
): Promise<JobProgress<About> | null> {
  const { about, error, nextAttemptAt, givenUpAt } = jobs;
  const [job] = await db
    .select({ about, error, nextAttemptAt, givenUpAt })
    .from(jobs)
    .where(and(eq(jobs.kind, kind.name), eq(jobs.key, key)));
  return (
    (job && {
      about: kind.about.parse(JSON.parse(job.about)),
      failedUntil: job.error === null ? null : job.nextAttemptAt,
      isGivenUp: job.givenUpAt !== null,
    }) ??
    null
  );
}
