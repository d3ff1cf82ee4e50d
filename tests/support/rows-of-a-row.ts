import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createDatabase } from "#app/core/db/client.server.ts";
import { id, timestamps } from "#app/core/db/columns.ts";
import { idOf, owned, rowsOf } from "#app/core/db/owned.ts";
import { QueryStats } from "#app/core/db/query-stats.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { createRow } from "#app/identity/write/create-row.server.ts";
import { deleteRow } from "#app/identity/write/deleted-rows.server.ts";
import { restoreFrom } from "#app/identity/write/restore-rows.server.ts";
import type { OwnedEntity } from "#app/owned-entities.ts";
import { users } from "#app/schema.ts";
import { applyMigrations } from "#scripts/lib/apply-migrations.ts";
import { openDatabase } from "./database.ts";

// Trips and their stops, as tables of a product that is built on this one. This product has no entity whose rows belong
// to a row of another.

export const ownerColumns = () => ({
  id: id(),
  userId: text("user_id")
    .notNull()
    .references(() => users.id),
  name: text("name").notNull(),
  ...timestamps,
});

export const trips = owned(sqliteTable("test_trips", ownerColumns()), "userId");
export const stops = owned(
  sqliteTable(
    "test_stops",
    {
      ...ownerColumns(),
      tripId: text("trip_id")
        .notNull()
        .references(() => idOf(trips)),
    },
    (table) => [index("test_stops_trip").on(table.userId, table.tripId, table.id)],
  ),
  "userId",
  { parent: "tripId" },
);

const COLUMNS = `id text primary key, user_id text not null references users (id), name text not null,
  created_at integer not null, updated_at integer not null`;

/** The names of these entities in the audit log and among the deleted rows. */
export const TRIP = "test_trip" as OwnedEntity;
export const STOP = "test_stops" as OwnedEntity;

/** The refusal of a second stop with the same name. The test could use any code. */
export const TAKEN = { code: "ROW_IN_USE", field: "name" } as const;

let at = 0;
/** An actor with a new time on each call, as requests have. */
export const actor = (): Actor => {
  at += 1;
  const request = { requestId: `request ${at}`, at, logged: true };
  return { id: null, label: null, asUser: null, language: "en", site: "https://example.com", ...request };
};

/** A database with trips and stops, and the actions on them. Each takes the actor's id first. */
export async function openTrips() {
  const { d1, close } = await openDatabase();
  await applyMigrations(d1);
  const stats = new QueryStats();
  const db = createDatabase(d1, stats);
  for (const statement of [
    `CREATE TABLE test_trips (${COLUMNS})`,
    `CREATE TABLE test_stops (${COLUMNS}, trip_id text not null references test_trips (id))`,
    "CREATE UNIQUE INDEX test_stops_name ON test_stops (user_id, trip_id, name)",
  ]) {
    await db.run(statement);
  }

  const addUser = async () => {
    const id = crypto.randomUUID();
    await db.insert(users).values({ id, email: `${id}@example.com` });
    return id;
  };
  const addTrip = async (ownerId: string, name = "North") => {
    const id = crypto.randomUUID();
    await createRow(
      db,
      rowsOf(trips, ownerId),
      { id, name },
      { actor: actor(), action: "user.create", uniqueBy: [] },
    );
    return id;
  };
  const createStop = (ownerId: string, tripId: string, name: string, id: string = crypto.randomUUID()) =>
    createRow(
      db,
      rowsOf(stops, ownerId),
      { id, tripId, name },
      { actor: actor(), action: "user.create", uniqueBy: ["tripId", "name"], rules: { UNIQUE: TAKEN } },
    );
  return {
    db,
    stats,
    close,
    addUser,
    addTrip,
    createStop,
    addStop: async (ownerId: string, tripId: string, name: string) => {
      const created = await createStop(ownerId, tripId, name);
      if (!created.ok) throw new Error(`refused: ${created.code}`);
      return created.id;
    },
    deleteTrip: (ownerId: string, id: string) =>
      deleteRow(db, rowsOf(trips, ownerId), id, { entity: TRIP, actor: actor(), label: "name" }),
    deleteStop: (ownerId: string, id: string) =>
      deleteRow(db, rowsOf(stops, ownerId), id, { entity: STOP, actor: actor(), label: "name" }),
    restoreTrip: (ownerId: string, id: string) =>
      restoreFrom(db, rowsOf(trips, ownerId), { entity: TRIP, id, ownerId }, actor()),
    restoreStop: (ownerId: string, id: string) =>
      restoreFrom(db, rowsOf(stops, ownerId), { entity: STOP, id, ownerId }, actor()),
    /** The stops in the order of their names. */
    stopsOf: async (ownerId: string) => {
      const { rows } = rowsOf(stops, ownerId);
      return db.select({ id: rows.id, name: rows.name, tripId: rows.tripId }).from(rows).orderBy(rows.name);
    },
    /** Adds `count` stops, as that many forms would. */
    addStops: (tripId: string, ownerId: string, count: number) =>
      db.run(sql`insert into test_stops (id, user_id, trip_id, name, created_at, updated_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
        select ${tripId} || i, ${ownerId}, ${tripId}, 'Stop ' || i, 1, 1 from n`),
  };
}
