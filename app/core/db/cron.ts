import type { PLAN_LIMITS } from "#app/plan-limits.ts";
import type { Settings } from "#app/settings.ts";
import type { Database } from "./client.server.ts";
import type { KeyValueStore } from "./key-value.server.ts";

// The cron expressions of wrangler.toml, which Cloudflare passes to `scheduled` unchanged.

/** Carries out due tasks and runs jobs. */
export const CARRY_OUT = "*/15 * * * *";
/** Deletes expired and old data. */
export const PURGE = "17 3 * * *";

/** What a cron run passes to a due task. */
interface DueRun {
  /** Milliseconds since 1970. */
  now: number;
  /** How much of each kind of work one run may do. */
  eachRun: (typeof PLAN_LIMITS)[keyof typeof PLAN_LIMITS]["eachRun"];
  settings: Settings;
  kv: KeyValueStore;
}

/** A task that a slice carries out in each run. */
export interface Due {
  /** The log message if the task fails. */
  failure: string;
  carryOut: (db: Database, run: DueRun) => Promise<unknown>;
}

/** Deletes expired data. @returns how many rows */
export type Purge = (db: Database, now: number) => Promise<number>;
