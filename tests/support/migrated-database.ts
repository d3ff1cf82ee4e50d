import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { applyMigrations, readMigrations } from "#scripts/lib/apply-migrations.ts";
import { startBuiltWorker } from "#scripts/lib/built-worker.ts";

const ORIGINALS = "build/test-databases";

/**
 * Makes a folder for `persistTo` with an empty, migrated database of the built worker. It is a copy, which takes much
 * less time than the migrations.
 * @returns the folder, and a function that removes it once the worker has stopped
 */
export async function makeMigratedDatabase(): Promise<{ folder: string; remove: () => void }> {
  const hash = createHash("sha256").update(JSON.stringify(readMigrations())).digest("hex");
  const original = path.join(ORIGINALS, hash);
  if (!existsSync(original)) await migrateInto(original);
  const folder = mkdtempSync(path.join(tmpdir(), "deckle-test-"));
  cpSync(original, folder, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

async function migrateInto(original: string): Promise<void> {
  mkdirSync(ORIGINALS, { recursive: true });
  const folder = mkdtempSync(path.join(ORIGINALS, "unfinished-"));
  const miniflare = await startBuiltWorker({ settings: {}, persistTo: folder });
  const { DB } = await miniflare.getBindings<{ DB: D1Database }>();
  await applyMigrations(DB);
  await miniflare.dispose();
  try {
    renameSync(folder, original);
  } catch (error) {
    // Another process has made the folder first.
    rmSync(folder, { recursive: true });
    if (!existsSync(original)) throw error;
  }
}
