import { cronRuns } from "#app/core/db/tables/cron-runs.ts";
import { logError } from "#app/core/lib/log.ts";
import type { Database } from "./client.server.ts";

/** A run of a cron, whose parts may fail without keeping the others from being done. */
export class CronRun {
  /** What failed, as the log calls it. */
  readonly failed: string[] = [];

  /** Waits for a part. If it fails, logs the error. @returns undefined then */
  async attempt<Result>(failure: string, part: Promise<Result>): Promise<Result | undefined> {
    try {
      return await part;
    } catch (error) {
      logError(failure, error);
      this.failed.push(failure);
    }
  }

  /** Notes that it has run. @param cron as wrangler.toml has it */
  async note(db: Database, cron: string, ranAt: number): Promise<void> {
    const run = { ranAt, failed: this.failed };
    const noted = db
      .insert(cronRuns)
      .values({ cron, ...run })
      .onConflictDoUpdate({ target: cronRuns.cron, set: run });
    await this.attempt("cron not noted", noted);
  }
}
