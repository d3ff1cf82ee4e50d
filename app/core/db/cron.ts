import type { PLAN_LIMITS } from "#app/plan-limits.ts";
import type { Database } from "./client.server.ts";

/** What a cron carries out, in a run that may do so much of each kind. */
export interface Due {
  /** What the log says if it fails. */
  failure: string;
  /** @param logged whether the audit log has entries of it */
  carryOut: (
    db: Database,
    now: number,
    logged: boolean,
    eachRun: (typeof PLAN_LIMITS)[keyof typeof PLAN_LIMITS]["eachRun"],
  ) => Promise<unknown>;
}

/** Deletes what has expired. @returns how many rows */
export type Purge = (db: Database, now: number) => Promise<number>;
