import { getTableName, is, sql } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { RouterContextProvider } from "react-router";
import { afterAll, expect, test, vi } from "vitest";
import {
  platformContext,
  queryStatsContext,
  replicatedDatabaseContext,
  settingsContext,
} from "#app/context.ts";
import { QueryStats } from "#app/core/db/query-stats.ts";
import { ReplicatedDatabase } from "#app/core/db/replicated-database.server.ts";
import { type SharedTable, sharedTable, sharedTableNames } from "#app/core/db/shared-table.ts";
import { tenantColumnOf } from "#app/core/db/tenant.ts";
import { cacheUseContext, readCached } from "#app/core/read-cache/read-cached.server.ts";
import { personalTables } from "#app/identity/hooks/personal-tables.server.ts";
import { sessions } from "#app/identity/tables/sessions.ts";
import { users } from "#app/identity/tables/users.ts";
import * as schema from "#app/schema.ts";
import { parseSettings } from "#app/settings.ts";
import { TEST_SETTINGS } from "#tests/support/worker.ts";

const tables = Object.values<unknown>(schema).filter((one): one is SQLiteTable => is(one, SQLiteTable));

// The build inserts this value.
vi.stubGlobal("__BUILD__", { version: "1.0.0", commit: null });
afterAll(() => vi.unstubAllGlobals());

test("no shared table holds rows about people, or refers to one that does", () => {
  const personal = new Set(["users", ...personalTables().map(({ table }) => getTableName(table))]);
  const shared = tables.filter((table) => sharedTableNames.has(getTableName(table)));
  const aboutPeople = shared.flatMap((table) =>
    [table, ...getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable)]
      .map(getTableName)
      .filter((name) => personal.has(name))
      .map((name) => `${getTableName(table)}: ${name}`),
  );
  expect(aboutPeople).toEqual([]);
});

/** The shared tables whose rows belong to a tenant, or to another row that does. */
const ofTenants = (shared: readonly SQLiteTable[]) =>
  shared.filter((table) =>
    [table, ...getTableConfig(table).foreignKeys.map((key) => key.reference().foreignTable)].some(
      tenantColumnOf,
    ),
  );

test("no shared table belongs to organisations, or refers to one that does", () => {
  expect(
    ofTenants(tables.filter((table) => sharedTableNames.has(getTableName(table)))).map(getTableName),
  ).toEqual([]);
  // A product without the slice of organisations has no such table.
  const [owned] = tables.filter(tenantColumnOf);
  if (owned) expect(ofTenants([owned])).toEqual([owned]);
});

/** Reads through the cache. The database must not be asked. */
function read(query: Parameters<typeof readCached>[2]) {
  const stats = new QueryStats();
  const notAsked = () => {
    throw new Error("The database was asked");
  };
  const binding = { withSession: () => ({ prepare: notAsked, batch: notAsked, getBookmark: () => null }) };
  const context = new RouterContextProvider();
  context.set(settingsContext, parseSettings(TEST_SETTINGS));
  context.set(queryStatsContext, stats);
  context.set(replicatedDatabaseContext, new ReplicatedDatabase(binding as never, stats));
  context.set(platformContext, {
    now: 0,
    origin: new URL("https://deckle.test"),
    openCache: async () => ({ match: async () => undefined, put: async () => {} }),
    inBackground: () => {},
  } as never);
  context.set(cacheUseContext, {
    floors: { dataCentre: null, isolate: null },
    start: "first-primary",
    confirmedAt: 0,
  });
  return readCached(context, { name: "test", key: {}, tables: [ALIKE] }, query);
}

const ALIKE: SharedTable = sharedTable(schema.totals);

test("a cached read that asks for rows of other tables fails before the database is asked", async () => {
  await expect(read((db) => db.select().from(schema.totals))).rejects.toThrow("The database was asked");
  const own = "also reads users";
  await expect(read((db) => db.select().from(users))).rejects.toThrow(own);
  await expect(
    read((db) => db.select().from(schema.totals).where(sql`exists (select 1 from users)`)),
  ).rejects.toThrow(own);
  await expect(
    read((db) =>
      db.select({ value: schema.totals.value }).from(schema.totals).innerJoin(sessions, sql`true`),
    ),
  ).rejects.toThrow("also reads sessions");
  await expect(read((db) => db.insert(users).values({ email: "a@example.com" }))).rejects.toThrow(own);
});
