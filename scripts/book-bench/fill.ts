import { randomBytes, randomUUID } from "node:crypto";
import { globSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { D1Database } from "@cloudflare/workers-types";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { applyMigrations } from "#scripts/lib/apply-migrations.ts";
import { startBuiltWorker } from "#scripts/lib/built-worker.ts";
import { GENRES } from "#scripts/seed/books/catalogue.ts";
import { TEST_SETTINGS } from "#tests/support/worker.ts";
import { bookNumber } from "./titles.ts";

/** Creates an empty, migrated D1 database in a folder. @returns its SQLite file */
export async function createDatabase(folder: string): Promise<string> {
  const miniflare = await startBuiltWorker({ settings: TEST_SETTINGS, persistTo: folder });
  const { DB } = await miniflare.getBindings<{ DB: D1Database }>();
  await applyMigrations(DB);
  await miniflare.dispose();
  const [file] = globSync("**/miniflare-D1DatabaseObject/*.sqlite", { cwd: folder }).filter(
    (name) => !path.basename(name).startsWith("metadata"),
  );
  if (!file) throw new Error(`Miniflare keeps its D1 elsewhere than in ${folder}/**/*.sqlite`);
  return path.join(folder, file);
}

/** How long it took to fill a database, and how much its file has grown. */
interface Growth {
  seconds: number;
  /** The CPU time of this process. On a busy machine, this is less than `seconds`. */
  cpuSeconds: number;
  bytes: number;
}

/**
 * Changes the SQLite file of a D1 database in one transaction. No worker may have the file open. D1's binding
 * would send each statement to workerd, with at most 100 values, so a million books would take many minutes.
 * Triggers run as in D1.
 */
async function change(file: string, task: (db: DatabaseSync) => Promise<void>): Promise<Growth> {
  const before = statSync(file).size;
  const start = performance.now();
  const cpu = process.cpuUsage();
  const db = new DatabaseSync(file);
  // This trades safety for speed, because nobody needs this file after a crash. 400 MB of memory are enough for the
  // indexes, whose keys come in random order.
  db.exec("PRAGMA synchronous = off; PRAGMA cache_size = -400000; BEGIN");
  await task(db);
  db.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  const { user, system } = process.cpuUsage(cpu);
  return {
    seconds: (performance.now() - start) / 1000,
    cpuSeconds: (user + system) / 1e6,
    bytes: statSync(file).size - before,
  };
}

/** Lets a signal stop the script, because SQLite can block the process for minutes. */
const pause = () => new Promise(setImmediate);

/** Adds users, each with one session. */
export function addUsers(file: string, count: number) {
  const now = Date.now();
  return change(file, async (db) => {
    const user = db.prepare(
      `INSERT INTO users (id, email, email_verified_at, name, name_key, onboarded_at, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    const session = db.prepare(
      `INSERT INTO sessions (id, token_hash, user_id, expires_at, user_agent, country, proven_at, created_at, updated_at)
       VALUES (?, ?, ?, ?, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0', 'KE', ?, ?, ?)`,
    );
    for (let n = 0; n < count; n++) {
      if (n % 1000 === 0) await pause();
      const [id, { author: name }] = [randomUUID(), bookNumber(n)];
      const joined = now - (n % 365) * DAY;
      const signedIn = now - (n % 30) * DAY;
      user.run(id, `person-${n}@example.com`, joined, name, comparisonKey(name), joined, joined, joined);
      const token = randomBytes(32).toString("base64url");
      session.run(randomUUID(), token, id, now + 30 * DAY, signedIn, signedIn, signedIn);
    }
  });
}

/**
 * Adds books until there are `to` of them. Adds genres first if there are no books yet.
 * @param from how many books there are already
 */
export function addBooks(file: string, from: number, to: number) {
  const now = Date.now();
  return change(file, async (db) => {
    if (from === 0) {
      const genre = db.prepare(
        "INSERT INTO genres (id, name, name_key, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
      );
      for (const name of GENRES) genre.run(randomUUID(), name, comparisonKey(name), now, now);
    }
    const genres = db.prepare("SELECT id FROM genres ORDER BY name_key").all() as { id: string }[];
    const book = db.prepare(
      `INSERT INTO books (id, title, author, publisher, publisher_key, genre_id, title_key, author_key, created_at,
         updated_at)
       VALUES (?, ?, ?, 'Deckle Press', 'deckle press', ?, ?, ?, ?, ?)`,
    );
    for (let n = from; n < to; n++) {
      if (n % 1000 === 0) await pause();
      const { title, author } = bookNumber(n);
      const genre = genres[n % genres.length]?.id ?? null;
      book.run(randomUUID(), title, author, genre, comparisonKey(title), comparisonKey(author), now, now);
    }
  });
}
