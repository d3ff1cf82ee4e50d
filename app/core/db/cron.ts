import type { PLAN_LIMITS } from "#app/plan-limits.ts";
import type { Settings } from "#app/settings.ts";
import type { Database } from "./client.server.ts";
import type { KeyValueStore } from "./key-value.server.ts";

// The crons of wrangler.toml, which Cloudflare hands over as they are written there.

/** Carries out what is due, and does the jobs. */
export const CARRY_OUT = "*/15 * * * *";
/** Deletes what has grown old. */
export const PURGE = "17 3 * * *";

/** A run of the cron that carries out what is due. */
interface DueRun {
  /** Milliseconds since 1970. */
  now: number;
  /** How much of each kind it may do. */
  eachRun: (typeof PLAN_LIMITS)[keyof typeof PLAN_LIMITS]["eachRun"];
  settings: Settings;
  kv: KeyValueStore;
}

/** What a slice carries out in each run. */
export interface Due {
  /** What the log says if it fails. */
  failure: string;
  carryOut: (db: Database, run: DueRun) => Promise<unknown>;
}

/** Deletes what has expired. @returns how many rows */
export type Purge = (db: Database, now: number) => Promise<number>;
