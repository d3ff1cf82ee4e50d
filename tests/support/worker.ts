import type { D1Database, KVNamespace } from "@cloudflare/workers-types";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { Miniflare, WorkerOptions } from "miniflare";
import { parseSettings, type Settings } from "#app/settings.ts";
import { applyMigrations } from "#scripts/lib/apply-migrations.ts";
import { startBuiltWorker } from "#scripts/lib/built-worker.ts";
import { markAsDemo } from "#scripts/seed/demo-mark.ts";
import { seed } from "#scripts/seed/seed.ts";
import { makeMigratedDatabase } from "./migrated-database.ts";
import { accessStorage, storageAccess } from "./storage-access.ts";

/** Settings for tests: those of a developer's machine, with known secrets and no wait between two codes. */
export const TEST_SETTINGS = {
  LOCAL: "true",
  COOKIE_SECRETS: "a-secret-for-tests-which-is-long-enough",
  LOGIN_CODE_SECRET: "another-secret-for-tests-of-some-length",
  SECOND_STEP_SECRETS: "a-third-secret-for-tests-of-enough-length",
  LOGIN_CODE_INTERVAL_SECONDS: "0",
};

/** A built worker with a separate database and KV. */
export interface TestWorker {
  url: string;
  settings: Settings;
  db: DrizzleD1Database;
  d1: D1Database;
  kv: KVNamespace;
  miniflare: Miniflare;
  /** The log of the worker so far, one line per entry. */
  logs: string[];
  stop: () => Promise<void>;
}

export interface StartOptions {
  settings?: Record<string, string>;
  /** Settings of any kind, even ones that the worker must refuse. */
  unchecked?: Record<string, string>;
  overrides?: Partial<WorkerOptions>;
  /** Additional workers, for bindings that need one. */
  beside?: WorkerOptions[];
  /** The names of the bindings through which the test reads D1 and KV, if they differ from the worker's. */
  storage?: { d1: string; kv: string };
  /** As for startBuiltWorker(). */
  inFront?: (main: string) => string;
  inspect?: boolean;
  /** As for startBuiltWorker(). */
  dataCentre?: string;
  /** A folder that holds a migrated database. */
  persistTo?: string;
  /** As for startBuiltWorker(). */
  config?: string;
  /** Whether to seed the database as `npm start` does. */
  seeded?: boolean;
}

/** Starts the built worker with an empty, migrated database. */
export async function startTestWorker(options: StartOptions = {}): Promise<TestWorker> {
  // With READ_CACHE=true in the environment, any test runs with cached reads.
  const { READ_CACHE = "false" } = process.env;
  const settings = { ...TEST_SETTINGS, READ_CACHE, ...options.settings };
  const logs: string[] = [];
  const ownDatabases = options.overrides?.d1Databases;
  const database = options.persistTo || ownDatabases ? undefined : await makeMigratedDatabase();
  const persistTo = options.persistTo ?? database?.folder;
  const miniflare = await startBuiltWorker({
    settings: { ...settings, ...options.unchecked },
    onLog: (line) => logs.push(line),
    ...(options.overrides && { overrides: options.overrides }),
    beside: (storage) => [...(options.beside ?? []), storageAccess(storage)],
    ...(options.inFront && { inFront: options.inFront }),
    ...(options.inspect && { inspect: true }),
    ...(options.dataCentre && { dataCentre: options.dataCentre }),
    ...(persistTo && { persistTo }),
    ...(options.config && { config: options.config }),
  });
  const { storage = { d1: "DB", kv: "KV" } } = options;
  const { d1, kv } = accessStorage(miniflare, storage);
  if (ownDatabases && options.storage) await applyMigrations(d1);
  const checked = parseSettings(settings);
  if (options.seeded) await seed(d1);
  if (options.seeded && checked.DEMO) await markAsDemo(d1);
  return {
    url: (await miniflare.ready).origin,
    settings: checked,
    db: drizzle(d1),
    d1,
    kv,
    miniflare,
    logs,
    stop: async () => {
      await miniflare.dispose();
      database?.remove();
    },
  };
}
