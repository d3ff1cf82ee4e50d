import { eq } from "drizzle-orm";
import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  dbContext,
  i18nContext,
  platformContext,
  requestIdContext,
  settingsContext,
  viewerContext,
} from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { id, timestamp, timestamps } from "#app/core/db/columns.ts";
import { owned, rowsOf, writable } from "#app/core/db/owned.ts";
import { i18nIn } from "#app/core/i18n/instance.server.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { readLink, readLinked } from "#app/identity/link/link.server.ts";
import { users } from "#app/schema.ts";
import { parseSettings } from "#app/settings.ts";
import { openMigrated } from "#tests/support/database.ts";

// Tests links to owned rows (identity/link) with a table like one of a product. tests/support/links.ts has
// the tests that the recipe uses.

const NOW = 1_800_000_000_000;
const SETTINGS = parseSettings({
  COOKIE_SECRETS: "c".repeat(32),
  LOGIN_CODE_SECRET: "l".repeat(32),
  SECOND_STEP_SECRETS: "s".repeat(32),
  LOCAL: "true",
});

const trips = owned(
  sqliteTable("linked_trips", {
    id: id(),
    userId: text("user_id").notNull(),
    title: text("title").notNull(),
    sharedAt: timestamp("shared_at"),
    ...timestamps,
  }),
  "userId",
);

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ db, close } = await openMigrated([
    "CREATE TABLE linked_trips (id text PRIMARY KEY, user_id text, title text, shared_at int, created_at int, updated_at int)",
  ]));
});
afterAll(() => close());

let ownerId: string;
beforeEach(async () => {
  ownerId = crypto.randomUUID();
  await db.insert(users).values({ id: ownerId, email: `${ownerId}@example.com`, name: "Ada", role: "user" });
});

const tripsOf = (userId: string) => writable(rowsOf(trips, userId));

async function addTrip(title: string, sharedAt: number | null = NOW): Promise<string> {
  const row = { id: crypto.randomUUID(), userId: ownerId, title, sharedAt };
  await db.insert(tripsOf(ownerId).table).values(row);
  return row.id;
}

/** The arguments of the loader of a trip's page. */
function pageOf(tripId: string, { url = "", now = NOW, viewer = ownerId } = {}) {
  const context = new RouterContextProvider();
  context.set(dbContext, db);
  context.set(settingsContext, SETTINGS);
  context.set(platformContext, { now, origin: new URL("https://deckle.test") } as never);
  context.set(requestIdContext, "request");
  context.set(i18nContext, i18nIn("en"));
  context.set(viewerContext, Promise.resolve({ id: viewer } as never));
  return { context, url: new URL(url || "https://deckle.test/"), params: { id: tripId } };
}

const linkOf = async (tripId: string, given = {}) =>
  (await readLink(pageOf(tripId, given), trips, { label: "title", path: `/shared/trips/${tripId}` })).url ??
  "";

/** The data that a link shows; null if it shows nothing. */
async function seen(url: string, tripId: string, now = NOW) {
  const { data, init } = await readLinked(pageOf(tripId, { url, now }), trips, {
    // This query has no condition, so it selects every row that a link lets it read.
    find: async (db, rows) => (await db.select({ title: rows.title }).from(rows)).map(({ title }) => title),
    show: (titles) => titles,
  });
  expect(init?.status).toBe(data ? 200 : 404);
  return data;
}

test("a link shows its row, whatever the page's query selects, and no other row of its owner", async () => {
  const tripId = await addTrip("Shared");
  await addTrip("Shared as well");
  expect(await seen(await linkOf(tripId), tripId)).toEqual({ by: "Ada", row: ["Shared"] });
});

test("a link shows no other row, and nothing with a forged time or proof", async () => {
  const [tripId, otherId] = [await addTrip("Shared"), await addTrip("Another")];
  const link = await linkOf(tripId);
  expect(await seen(link, otherId)).toBeNull();
  expect(await seen(link.replace(tripId, otherId), otherId)).toBeNull();
  expect(await seen(link.replace(/since=\d+/, `since=${NOW - 1}`), tripId)).toBeNull();
  expect(await seen(link.replace(/&proof=.*/, ""), tripId)).toBeNull();
  expect(await seen(link, tripId)).not.toBeNull();
});

test("a link works for a year, until its row is no longer shared or is shared again", async () => {
  const tripId = await addTrip("Shared");
  const link = await linkOf(tripId);
  const year = 365 * DAY;
  expect(await seen(link, tripId, NOW + year - 1)).not.toBeNull();
  expect(await seen(link, tripId, NOW + year)).toBeNull();
  expect(await linkOf(tripId, { now: NOW + year })).toBe("");
  const { table, isOwn } = tripsOf(ownerId);
  await db
    .update(table)
    .set({ sharedAt: NOW + 1 })
    .where(isOwn);
  expect(await seen(link, tripId)).toBeNull();
  await db.update(table).set({ sharedAt: null }).where(isOwn);
  expect(await seen(link, tripId)).toBeNull();
  expect(await linkOf(tripId)).toBe("");
});

test("a link shows nothing while its owner is banned", async () => {
  const tripId = await addTrip("Shared");
  const link = await linkOf(tripId);
  await db.update(users).set({ bannedAt: 1 }).where(eq(users.id, ownerId));
  expect(await seen(link, tripId)).toBeNull();
});

test("only its owner can get the link of a row", async () => {
  const tripId = await addTrip("Shared");
  await expect(linkOf(tripId, { viewer: "somebody" })).rejects.toMatchObject({ init: { status: 404 } });
});
