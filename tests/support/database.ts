import type { D1Database } from "@cloudflare/workers-types";
import { Miniflare } from "miniflare";
import { createDatabase, type Database } from "#app/core/db/client.server.ts";
import { QueryStats } from "#app/core/db/query-stats.ts";
import { applyMigrations } from "#scripts/lib/apply-migrations.ts";
import { accessStorage, storageAccess } from "./storage-access.ts";

/** An empty D1 database in memory, without a worker. */
export async function openDatabase(): Promise<{ d1: D1Database; close: () => Promise<void> }> {
  const miniflare = new Miniflare({ workers: [storageAccess({ d1Databases: ["DB"] })] });
  const { d1 } = accessStorage(miniflare, { d1: "DB", kv: "KV" });
  return { d1, close: () => miniflare.dispose() };
}

/**
 * A migrated database as the app uses it, without a worker. @param changes statements that change its tables further
 */
export async function openMigrated(
  changes: string[] = [],
): Promise<{ db: Database; close: () => Promise<void> }> {
  const { d1, close } = await openDatabase();
  await applyMigrations(d1);
  for (const change of changes) await d1.prepare(change).run();
  return { db: createDatabase(d1, new QueryStats()), close };
}
