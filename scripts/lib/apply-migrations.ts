import { readdirSync, readFileSync } from "node:fs";
import type { D1Database } from "@cloudflare/workers-types";
import { unstable_splitSqlQuery } from "wrangler";

/** Applies every migration to an empty database. */
export async function applyMigrations(d1: D1Database): Promise<void> {
  const files = readdirSync("migrations").filter((file) => file.endsWith(".sql"));
  for (const file of files.sort()) {
    const statements = unstable_splitSqlQuery(readFileSync(`migrations/${file}`, "utf8"));
    await d1.batch(statements.map((statement) => d1.prepare(statement)));
  }
}
