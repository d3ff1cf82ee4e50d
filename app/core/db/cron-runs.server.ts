import { cronRuns } from "#app/core/db/tables/cron-runs.ts";
import { logError } from "#app/core/lib/log.ts";
import type { Database } from "./client.server.ts";

/** One run of a cron. A part that fails does not stop the others. */
export class CronRun {
  /** The parts that failed, under their names in the log. */
  readonly failed: string[] = [];

  /** Waits for a part, and logs its error if it fails. @returns the part's result, or undefined after an error */
  async attempt<Result>(failure: string, part: Promise<Result>): Promise<Result | undefined> {
    try {
      return await part;
    } catch (error) {
      logError(failure, error);
      this.failed.push(failure);
    }
  }

  /** Records this run. @param cron the cron expression in wrangler.toml */
  async note(db: Database, cron: string, ranAt: number): Promise<void> {
    const run = { ranAt, failed: this.failed };
    const noted = db
      .insert(cronRuns)
      .values({ cron, ...run })
      .onConflictDoUpdate({ target: cronRuns.cron, set: run });
    await this.attempt("cron not noted", noted);
  }
}
