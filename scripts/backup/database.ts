import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { readEnvironment } from "#scripts/lib/environments.ts";
import { openLocalDatabase } from "#scripts/lib/local-database.ts";
import { wrangler } from "#scripts/lib/wrangler.ts";

/** A database to back up or restore: the local one, or a deployed one. */
export interface BackupDatabase {
  /** The name of the database in wrangler.toml. */
  name: string;
  query(sql: string): Promise<Record<string, unknown>[]>;
  /**
   * Runs several queries in one call, because each call for a deployed database starts wrangler again.
   * @returns the rows of each query
   */
  queries(sqls: readonly string[]): Promise<Record<string, unknown>[][]>;
  /** Runs statements in order. At most one transaction's statements are in memory. */
  run(statements: AsyncIterable<string>): Promise<void>;
  /** Whether `run` undoes everything if a statement fails. */
  undoes: boolean;
  close(): Promise<void>;
}

/**
 * Opens the database of an environment in wrangler.toml.
 * @param environment undefined for the local one
 * @throws {Error} if wrangler.toml has no such environment
 */
export async function openDatabase(environment: string | undefined): Promise<BackupDatabase> {
  const name = readEnvironment(environment).d1_databases[0]?.database_name;
  if (!name) throw new Error("wrangler.toml names no database");
  if (environment) return deployedDatabase(name, environment);
  const { db, close } = await openLocalDatabase();
  return localDatabase(name, db, close);
}

/** The size of a transaction in a local database, in bytes of SQL. */
const TRANSACTION_SIZE = 2_000_000;

/** A local database, in Miniflare. */
export function localDatabase(
  name: string,
  d1: D1Database,
  close: () => Promise<void>,
  transactionSize = TRANSACTION_SIZE,
): BackupDatabase {
  return {
    name,
    undoes: false,
    close,
    query: async (sql) => (await d1.prepare(sql).all()).results,
    queries: async (sqls) => Promise.all(sqls.map(async (sql) => (await d1.prepare(sql).all()).results)),
    run: async (statements) => {
      let batch: string[] = [];
      let size = 0;
      const commit = async () => {
        if (batch.length > 0) await d1.batch(batch.map((sql) => d1.prepare(sql)));
        batch = [];
        size = 0;
      };
      for await (const sql of statements) {
        batch.push(sql);
        size += sql.length;
        if (size > transactionSize) await commit();
      }
      await commit();
    },
  };
}

/** A deployed database, through wrangler, which handles the sign-in and Cloudflare's API. */
function deployedDatabase(name: string, environment: string): BackupDatabase {
  const execute = (...args: string[]) =>
    wrangler(["d1", "execute", "DB", "--remote", "--env", environment, "--yes", ...args], { built: false });
  type Answers = { results: Record<string, unknown>[] }[];
  const queries = async (sqls: readonly string[]) =>
    (JSON.parse(execute("--json", "--command", sqls.join("; "))) as Answers).map(({ results }) => results);
  return {
    name,
    // Cloudflare says about importing a file: "if the execution fails to complete, your DB will return to its original
    // state".
    undoes: true,
    close: async () => {},
    query: async (sql) => (await queries([sql]))[0] ?? [],
    queries,
    run: async (statements) => {
      const folder = mkdtempSync(path.join(tmpdir(), "restore-"));
      const file = path.join(folder, "restore.sql");
      try {
        await writeFile(file, linesOf(statements), { mode: 0o600 });
        execute("--file", file);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

async function* linesOf(statements: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const sql of statements) yield `${sql};\n`;
}
