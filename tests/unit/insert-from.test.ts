import { readdirSync, readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { integer, type SQLiteInsertValue, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, expect, expectTypeOf, test } from "vitest";
import type { Database } from "#app/core/db/client.server.ts";
import { id, timestamps } from "#app/core/db/columns.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { insertNewUser } from "#app/identity/user/insert-new-user.server.ts";
import { openMigrated } from "#tests/support/database.ts";

/** The users table as a product might extend it. */
const extendedUsers = sqliteTable("users", {
  id: id(),
  email: text("email").notNull(),
  name: text("name"),
  plan: text("plan").notNull().default("free"),
  invitedBy: text("invited_by"),
  referralCode: text("referral_code").$defaultFn(() => "drawn"),
  preferences: text("preferences", { mode: "json" }).$type<{ digest: boolean }>(),
  newsletter: integer("newsletter", { mode: "boolean" }).notNull().default(false),
  ...timestamps,
});

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ db, close } = await openMigrated([
    "ALTER TABLE users ADD plan text NOT NULL DEFAULT 'free'",
    "ALTER TABLE users ADD invited_by text",
    "ALTER TABLE users ADD referral_code text",
    "ALTER TABLE users ADD preferences text",
    "ALTER TABLE users ADD newsletter integer NOT NULL DEFAULT false",
  ]));
});
afterAll(() => close());

const rowOf = async (email: string) =>
  (await db.select().from(extendedUsers).where(eq(extendedUsers.email, email)))[0];

test("insertFrom() writes the given values, and defaults in new columns", async () => {
  await insertFrom(db, extendedUsers, { email: "left-out@example.com" }, {});
  expect(await rowOf("left-out@example.com")).toMatchObject({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    name: null,
    plan: "free",
    invitedBy: null,
    referralCode: "drawn",
    preferences: null,
    newsletter: false,
    createdAt: expect.any(Number),
    updatedAt: expect.any(Number),
  });
  const given = {
    plan: "paid",
    referralCode: null,
    preferences: { digest: true },
    newsletter: true,
    createdAt: 1,
    updatedAt: 2,
  };
  await insertFrom(db, extendedUsers, { email: "given@example.com", ...given }, {});
  expect(await rowOf("given@example.com")).toMatchObject(given);
});

test("insertFrom() inserts one row for each row that its query finds, with values computed from it", async () => {
  const copies = { id: sql`'copy'`, email: sql`'copy-' || ${extendedUsers.email}`, plan: "copied" };
  const from = (email: string) => ({ from: extendedUsers, where: eq(extendedUsers.email, email) });
  await insertFrom(db, extendedUsers, { email: "source@example.com" }, {});
  await insertFrom(db, extendedUsers, copies, from("nobody@example.com"));
  expect(await db.select().from(extendedUsers).where(eq(extendedUsers.plan, "copied"))).toEqual([]);
  await insertFrom(db, extendedUsers, copies, from("source@example.com"));
  expect(await rowOf("copy-source@example.com")).toMatchObject({ id: "copy", plan: "copied" });
});

test("a user can sign up while the table has columns that the code does not know", async () => {
  const given = { email: "signs-up@example.com", now: 7, where: undefined };
  const signUp = () => insertNewUser(db, given).returning({ id: extendedUsers.id });
  expect(await signUp()).toHaveLength(1);
  expect(await signUp(), "the address is in use").toHaveLength(0);
  expect(await rowOf("signs-up@example.com")).toMatchObject({ plan: "free", createdAt: 7, updatedAt: 7 });
});

test("a call without a value for a required column does not compile", () => {
  const table = sqliteTable("users", { email: text("email").notNull(), plan: text("plan").notNull() });
  expectTypeOf<{ email: string; plan: string }>().toExtend<SQLiteInsertValue<typeof table>>();
  expectTypeOf<{ email: string }>().not.toExtend<SQLiteInsertValue<typeof table>>();
});

test("no other file lists the columns of an INSERT ... SELECT", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".server.ts") && file !== "core/db/insert-from.server.ts")
    .filter((file) => /\.insert\([\w.]+\)\s*\.select\(/.test(readFileSync(`app/${file}`, "utf8")));
  expect(files, "use insertFrom() of app/core/db/insert-from.server.ts").toEqual([]);
});
