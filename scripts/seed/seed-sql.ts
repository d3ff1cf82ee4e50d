import type { D1Database } from "@cloudflare/workers-types";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { Miniflare } from "miniflare";
import { dailyCounts, KEPT_BY_TRIGGERS } from "#app/schema.ts";
import { applyMigrations } from "#scripts/lib/apply-migrations.ts";
import { sqlLiteral, sqlName } from "#scripts/lib/sql-literal.ts";
import { tablesInOrder } from "#scripts/lib/table-order.ts";
import { seed } from "./seed.ts";

/** The seed as SQL, for a deployed database, which must be migrated and empty. */
export async function seedSql(): Promise<string> {
  const miniflare = new Miniflare({ modules: true, script: "export default {}", d1Databases: ["DB"] });
  try {
    const { DB } = await miniflare.getBindings<{ DB: D1Database }>();
    await applyMigrations(DB);
    await seed(DB);
    const tables = tablesInOrder().filter((table) => !KEPT_BY_TRIGGERS.some((kept) => kept === table));
    const statements = await Promise.all(tables.map((table) => inserts(DB, table)));
    // Triggers count the sign-ups when the users are inserted. Sign-ins have no rows to count, so their
    // counts are inserted.
    const activity = await inserts(DB, dailyCounts, "name = 'sign-ins'");
    return [...statements.flat(), ...activity].join("\n");
  } finally {
    await miniflare.dispose();
  }
}

/** One INSERT per row of a table, without the columns that triggers fill. */
async function inserts(db: D1Database, table: SQLiteTable, where = "true"): Promise<string[]> {
  const { name, columns } = getTableConfig(table);
  const names = columns.filter((column) => !KEPT_BY_TRIGGERS.includes(column)).map(({ name }) => name);
  const list = names.map(sqlName).join(", ");
  const { results } = await db
    .prepare(`select ${list} from ${sqlName(name)} where ${where} order by rowid`)
    .all();
  return results.map(
    (row) =>
      `INSERT INTO ${sqlName(name)} (${list}) VALUES (${names.map((column) => sqlLiteral(row[column])).join(", ")});`,
  );
}
