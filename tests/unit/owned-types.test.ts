import { eq } from "drizzle-orm";
import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { expectTypeOf, test } from "vitest";
import type { Database } from "#app/core/db/client.server.ts";
import { id } from "#app/core/db/columns.ts";
import { owned, rowsOf } from "#app/core/db/owned.ts";
import { users } from "#app/identity/tables/users.ts";
import { createRow } from "#app/identity/write/create-row.server.ts";
import { deleteRow } from "#app/identity/write/deleted-rows.server.ts";
import { updateRow } from "#app/identity/write/update-row.server.ts";

// A statement about owned rows without their owner does not compile. The type checker is the test. It fails at a line
// that should be refused and is not. Nothing here runs.

const samples = owned(
  sqliteTable("samples_of_types", { id: id(), userId: text("user_id").notNull(), name: text("name") }),
  "userId",
);

/** Mistakes that people make. @param given whatever else a function takes */
const MISTAKES = [
  // @ts-expect-error a query
  (db: Database) => db.select().from(samples),
  // @ts-expect-error a query of another table that joins it
  (db: Database) => db.select().from(users).innerJoin(samples, eq(users.name, "Ada")),
  // @ts-expect-error a count
  (db: Database) => db.$count(samples),
  // @ts-expect-error an update
  (db: Database) => db.update(samples).set({ name: "x" }),
  // @ts-expect-error a deletion
  (db: Database) => db.delete(samples),
  // @ts-expect-error a new row
  (db: Database, given: never) => db.insert(samples).values(given),
  // @ts-expect-error a new row with an entry in the audit log
  (db: Database, given: never) => createRow(db, samples, given, given),
  // @ts-expect-error a change with an entry in the audit log
  (db: Database, given: never) => updateRow(db, samples, "1", given),
  // @ts-expect-error a deletion with an entry in the audit log
  (db: Database, given: never) => deleteRow(db, samples, "1", given),
  // @ts-expect-error the rows of nobody
  () => rowsOf(samples),
];

/** The same calls, but with an owner. */
const RIGHT = [
  (db: Database) => db.select().from(rowsOf(samples, "ada").rows),
  (db: Database, given: never) => createRow(db, rowsOf(samples, "ada"), given, given),
  (db: Database, given: never) => updateRow(db, rowsOf(samples, "ada"), "1", given),
  (db: Database, given: never) => deleteRow(db, rowsOf(samples, "ada"), "1", given),
];

test("a statement about owned rows compiles only with their owner", () => {
  expectTypeOf(MISTAKES).toBeArray();
  expectTypeOf(RIGHT).toBeArray();
});
