import type { D1Database } from "@cloudflare/workers-types";
import { drizzle } from "drizzle-orm/d1";
import { getTableConfig, type SQLiteColumn, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { unstable_splitSqlQuery } from "wrangler";
import { dailyCounts, users } from "#app/schema.ts";
import { applyMigrations } from "#scripts/lib/apply-migrations.ts";
import { sqlName } from "#scripts/lib/sql-literal.ts";
import { tablesInOrder } from "#scripts/lib/table-order.ts";
import { seed } from "#scripts/seed/seed.ts";
import { seedSql } from "#scripts/seed/seed-sql.ts";
import { openDatabase } from "#tests/support/database.ts";

const nameOf = (table: Parameters<typeof getTableConfig>[0]) => getTableConfig(table).name;

/** Every row of every table, without ids and times, which differ on each run. */
async function contents(fill: (d1: D1Database) => Promise<unknown>) {
  const { d1, close } = await openDatabase();
  try {
    await applyMigrations(d1);
    await fill(d1);
    const tables = tablesInOrder().map(async (table) => {
      const { name, columns } = getTableConfig(table);
      const lasting = columns.filter(
        (column) => !/^id$|_id$|^part_of$|^at$|_at$|^day$|^last_seen_key$/.test(column.name),
      );
      const names = lasting.length > 0 ? lasting.map((column) => sqlName(column.name)) : "1";
      const { results } = await d1.prepare(`SELECT ${names} FROM ${sqlName(name)}`).all();
      return [name, results.map((row) => JSON.stringify(row)).sort()] as const;
    });
    return Object.fromEntries(await Promise.all(tables));
  } finally {
    await close();
  }
}

test("the SQL of the seed fills a database as the seed does, and counts each row once", async () => {
  const sql = await seedSql();
  const loaded = await contents((d1) =>
    d1.batch(unstable_splitSqlQuery(sql).map((statement) => d1.prepare(statement))),
  );
  expect(loaded).toEqual(await contents(seed));
});

test("the seed counts the sign-ups of its users, and sign-ins only of people who had signed up", async () => {
  const { d1, close } = await openDatabase();
  await applyMigrations(d1);
  await seed(d1);
  const db = drizzle(d1);
  const counts = await db.select().from(dailyCounts);
  const signUps = counts.filter(({ name }) => name === "sign-ups");
  expect(signUps.map(({ value }) => value)).toEqual([await db.$count(users)]);
  const first = signUps[0]?.day as string;
  const signIns = counts.filter(({ name }) => name === "sign-ins");
  expect(signIns).toHaveLength(29);
  for (const { day, value } of signIns) {
    expect(day >= first, day).toBe(true);
    expect(value).toBeGreaterThan(0);
  }
  await close();
});

describe("the order of tables", () => {
  const parents = sqliteTable("parents", {
    id: text("id").primaryKey(),
    next: text("next").references((): SQLiteColumn => parents.id),
  });
  const children = sqliteTable("children", { parent: text("parent").references(() => parents.id) });

  test("puts each table after those that it refers to", () => {
    expect(tablesInOrder({ children, parents, other: "no table" }).map(nameOf)).toEqual([
      "parents",
      "children",
    ]);
  });

  test("refuses a circle of references", () => {
    const ones = sqliteTable("ones", {
      id: text("id"),
      other: text("other").references((): SQLiteColumn => others.id),
    });
    const others = sqliteTable("others", { id: text("id"), one: text("one").references(() => ones.id) });
    expect(() => tablesInOrder({ ones, others })).toThrow("ones, others, ones");
  });
});
