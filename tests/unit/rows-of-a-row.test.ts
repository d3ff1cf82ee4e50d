import { and, eq, sql } from "drizzle-orm";
import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { idOf, owned, rowsOf } from "#app/core/db/owned.ts";
import { updateRow } from "#app/identity/write/update-row.server.ts";
import { auditLog, deletedRows } from "#app/schema.ts";
import {
  actor,
  openTrips,
  ownerColumns,
  STOP,
  stops,
  TAKEN,
  TRIP,
  trips,
} from "#tests/support/rows-of-a-row.ts";

let kit: Awaited<ReturnType<typeof openTrips>>;
beforeAll(async () => {
  kit = await openTrips();
});
afterAll(() => kit.close());

let ada: string;
let bob: string;
beforeEach(async () => {
  [ada, bob] = [await kit.addUser(), await kit.addUser()];
});

/** How many round trips to the database a task takes. */
async function roundTripsOf(work: () => Promise<unknown>): Promise<number> {
  const before = kit.stats.roundTrips;
  await work();
  return kit.stats.roundTrips - before;
}

test("the child rows of a row are deleted and restored with it, unchanged, in one round trip each", async () => {
  const [north, south] = [await kit.addTrip(ada), await kit.addTrip(ada, "South")];
  for (const name of ["Bergen", "Oslo"]) await kit.addStop(ada, north, name);
  await kit.addStop(ada, south, "Rome");
  const before = await kit.stopsOf(ada);

  const deletion = async () =>
    expect(await kit.deleteTrip(ada, north)).toEqual({ ok: true, id: north, name: "North" });
  expect(await roundTripsOf(deletion)).toBe(1);
  expect((await kit.stopsOf(ada)).map(({ name }) => name)).toEqual(["Rome"]);
  const undo = async () =>
    expect(await kit.restoreTrip(ada, north)).toMatchObject({ ok: true, label: "North" });
  expect(await roundTripsOf(undo)).toBe(1);
  expect(await kit.stopsOf(ada)).toEqual(before);
  // A second request finds that the row is already restored.
  expect(await kit.restoreTrip(ada, north)).toMatchObject({ ok: true, id: north });
  expect(await kit.stopsOf(ada)).toEqual(before);
  expect(await kit.db.$count(deletedRows, eq(deletedRows.userId, ada))).toBe(0);
});

test("the audit log records that the row was deleted and restored, and nothing about its child rows", async () => {
  const trip = await kit.addTrip(ada);
  const stop = await kit.addStop(ada, trip, "Oslo");
  await kit.deleteTrip(ada, trip);
  await kit.restoreTrip(ada, trip);
  const actions = (subjectId: string) =>
    kit.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.subjectId, subjectId))
      .orderBy(auditLog.at);
  expect((await actions(trip)).slice(1)).toEqual([{ action: "test_trip.delete" }, { action: "row.restore" }]);
  expect(await actions(stop)).toHaveLength(1);
});

test("a child row that was deleted before its parent stays deleted when the parent is restored, and can be restored afterwards", async () => {
  const trip = await kit.addTrip(ada);
  const [oslo, bergen] = [await kit.addStop(ada, trip, "Oslo"), await kit.addStop(ada, trip, "Bergen")];
  await kit.deleteStop(ada, oslo);
  await kit.deleteTrip(ada, trip);
  for (const stop of [oslo, bergen]) {
    expect(await kit.restoreStop(ada, stop)).toEqual({ ok: false, code: "REFERENCE_NOT_FOUND" });
  }
  await kit.restoreTrip(ada, trip);
  expect((await kit.stopsOf(ada)).map(({ id }) => id)).toEqual([bergen]);
  expect(await kit.restoreStop(ada, oslo)).toMatchObject({ ok: true, id: oslo });
  expect((await kit.stopsOf(ada)).map(({ id }) => id)).toEqual([bergen, oslo]);
});

test("nothing is restored if another row conflicts with one of the child rows", async () => {
  await kit.db.run("CREATE UNIQUE INDEX test_trips_name ON test_trips (user_id, name)");
  const trip = await kit.addTrip(ada);
  await kit.addStop(ada, trip, "Oslo");
  await kit.deleteTrip(ada, trip);
  await kit.addTrip(ada);
  expect(await kit.restoreTrip(ada, trip)).toEqual({ ok: false, code: "ROW_NOT_RESTORED" });
  expect(await kit.stopsOf(ada)).toEqual([]);
  expect(await kit.db.$count(deletedRows, eq(deletedRows.userId, ada))).toBe(2);
  await kit.db.run("DROP INDEX test_trips_name");
});

test("a form that restores a row also restores its child rows", async () => {
  const trip = await kit.addTrip(ada);
  const stop = await kit.addStop(ada, trip, "Oslo");
  await kit.deleteTrip(ada, trip);
  const values = { name: "North again" };
  const saved = await updateRow(kit.db, rowsOf(trips, ada), trip, {
    values,
    typed: values,
    original: { name: "North" },
    restore: TRIP,
    actor: actor(),
    action: "user.update",
  });
  expect(saved).toEqual({ ok: true, id: trip });
  expect((await kit.stopsOf(ada)).map(({ id }) => id)).toEqual([stop]);
});

test("nobody adds a row to somebody else's row, which is answered as if it did not exist", async () => {
  const trip = await kit.addTrip(ada);
  expect(await kit.createStop(bob, trip, "Oslo")).toEqual({ ok: false, code: null });
  expect(await kit.createStop(bob, crypto.randomUUID(), "Oslo")).toEqual({ ok: false, code: null });
  await kit.addStop(ada, trip, "Oslo");
  expect(await kit.createStop(bob, trip, "Oslo")).toEqual({ ok: false, code: null });
  expect(await kit.createStop(ada, trip, "Oslo")).toEqual({ ok: false, ...TAKEN });
  await kit.deleteTrip(ada, trip);
  expect(await kit.createStop(ada, trip, "Bergen")).toEqual({ ok: false, code: null });
  expect(await kit.stopsOf(bob)).toEqual([]);
});

test("nobody deletes or restores somebody else's row and its child rows", async () => {
  const trip = await kit.addTrip(ada);
  const stop = await kit.addStop(ada, trip, "Oslo");
  expect(await kit.deleteTrip(bob, trip)).toEqual({ ok: false, code: null });
  expect(await kit.stopsOf(ada)).toHaveLength(1);
  await kit.deleteTrip(ada, trip);
  expect(await kit.restoreTrip(bob, trip)).toEqual({ ok: false, code: null });
  expect(await kit.restoreStop(bob, stop)).toEqual({ ok: false, code: null });
  expect([...(await kit.stopsOf(ada)), ...(await kit.stopsOf(bob))]).toEqual([]);
  await kit.restoreTrip(ada, trip);
  expect(await kit.stopsOf(ada)).toHaveLength(1);
});

test("a restore reads only the rows that were deleted at the same moment, not everything that the owner has deleted", async () => {
  const trip = await kit.addTrip(ada);
  await kit.addStop(ada, trip, "Oslo");
  await kit.db.run(sql`insert into deleted_rows (id, entity, user_id, row, deleted_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
    select ${ada} || i, ${STOP}, ${ada}, ${JSON.stringify({ tripId: trip })}, 0 from n`);
  await kit.deleteTrip(ada, trip);
  const before = kit.stats.rowsRead;
  await kit.restoreTrip(ada, trip);
  expect(kit.stats.rowsRead - before).toBeLessThan(60);
  expect(await kit.stopsOf(ada)).toHaveLength(1);
});

test("a row keeps its owner and its parent", async () => {
  const [trip, other] = [await kit.addTrip(ada), await kit.addTrip(ada, "South")];
  const stop = await kit.addStop(ada, trip, "Oslo");
  for (const values of [{ tripId: other }, { userId: bob }]) {
    const change = updateRow(kit.db, rowsOf(stops, ada), stop, {
      values,
      typed: {},
      original: undefined,
      actor: actor(),
      action: "user.update",
    });
    await expect(change).rejects.toThrow("keeps its");
  }
  expect(await kit.stopsOf(ada)).toEqual([{ id: stop, name: "Oslo", tripId: trip }]);
});

test("a row has 200 child rows at most, restored ones included", async () => {
  const [trip, other] = [await kit.addTrip(ada), await kit.addTrip(ada, "South")];
  const first = await kit.addStop(ada, trip, "First");
  await kit.deleteStop(ada, first);
  await kit.addStops(trip, ada, 199);
  const last = crypto.randomUUID();
  expect(await kit.createStop(ada, trip, "Last", last)).toEqual({ ok: true, id: last });
  const full = { ok: false, code: "TOO_MANY_ROWS" };
  expect(await kit.createStop(ada, trip, "One too many")).toEqual(full);
  expect(await kit.createStop(ada, trip, "Last", last)).toEqual({ ok: true, id: last, repeated: true });
  expect(await kit.restoreStop(ada, first)).toEqual(full);
  const values = { name: "First again" };
  const restored = updateRow(kit.db, rowsOf(stops, ada), first, {
    values,
    typed: values,
    original: undefined,
    restore: STOP,
    actor: actor(),
    action: "user.update",
  });
  expect(await restored).toEqual(full);
  await kit.addStop(ada, other, "Elsewhere");

  await kit.deleteTrip(ada, trip);
  expect(await kit.stopsOf(ada)).toHaveLength(1);
  await kit.restoreTrip(ada, trip);
  expect(await kit.stopsOf(ada)).toHaveLength(201);
  await kit.deleteStop(ada, last);
  expect(await kit.restoreStop(ada, first)).toMatchObject({ ok: true });
  const { rows } = rowsOf(stops, ada);
  expect(await kit.db.$count(rows, and(eq(rows.tripId, trip)))).toBe(200);
});

test("a row needs a reference to its parent, and can't be a parent itself", () => {
  const photos = sqliteTable("test_photos", {
    ...ownerColumns(),
    stopId: text("stop_id")
      .notNull()
      .references(() => idOf(stops)),
  });
  const lost = sqliteTable("test_lost", { ...ownerColumns(), stopId: text("stop_id").notNull() });
  for (const table of [photos, lost]) {
    expect(() => owned(table, "userId", { parent: "stopId" })).toThrow("without a parent");
  }
});
