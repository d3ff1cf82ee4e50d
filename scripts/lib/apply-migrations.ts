import { readdirSync, readFileSync } from "node:fs";
import type { D1Database } from "@cloudflare/workers-types";
import { unstable_splitSqlQuery } from "wrangler";

/** A migration: its file name and its SQL. */
export interface Migration {
  file: string;
  sql: string;
}

/** All migrations, in order. */
export function readMigrations(): Migration[] {
  return readdirSync("migrations")
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => ({ file, sql: readFileSync(`migrations/${file}`, "utf8") }));
}

/**
 * Applies migrations like wrangler: each in one transaction.
 * @param migrations defaults to all of them
 */
export async function applyMigrations(d1: D1Database, migrations = readMigrations()): Promise<void> {
  for (const { sql } of migrations) {
    await d1.batch(unstable_splitSqlQuery(sql).map((statement) => d1.prepare(statement)));
  }
}
