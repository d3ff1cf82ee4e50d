import type { D1Database } from "@cloudflare/workers-types";
import { Miniflare } from "miniflare";
import { applyMigrations } from "#scripts/lib/apply-migrations.ts";
import { seed } from "./seed.ts";

/** What the seed fills, a table after those it refers to. */
const TABLES = ["users", "genres", "books"];

/** The seed as SQL, for a database that is not on this machine. It has to be migrated and empty. */
export async function seedSql(): Promise<string> {
  const miniflare = new Miniflare({ modules: true, script: "export default {}", d1Databases: ["DB"] });
  try {
    const { DB } = await miniflare.getBindings<{ DB: D1Database }>();
    await applyMigrations(DB);
    await seed(DB);
    const tables = await Promise.all(TABLES.map((table) => inserts(DB, table)));
    return tables.join("\n");
  } finally {
    await miniflare.dispose();
  }
}

async function inserts(db: D1Database, table: string): Promise<string> {
  const { results } = await db.prepare(`select * from ${table}`).all();
  return results
    .map((row) => {
      const columns = Object.keys(row).join(", ");
      return `INSERT INTO ${table} (${columns}) VALUES (${Object.values(row).map(literal).join(", ")});`;
    })
    .join("\n");
}

function literal(value: unknown): string {
  if (value === null || typeof value === "number") return String(value);
  return `'${String(value).replaceAll("'", "''")}'`;
}
