import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#app/core/db/client.server.ts";
import { sessions, users } from "#app/schema.ts";
import { openMigrated } from "#tests/support/database.ts";

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ db, close } = await openMigrated());
  await db.insert(users).values({ id: "ada", email: "ada@example.com", name: "Ada" });
});
afterAll(() => close());

const sessionCount = sql<number>`(select count(*) from ${sessions} where ${sessions.userId} = ${users.id})`;

test("a query whose columns have the same name throws, and says which column to alias", async () => {
  const repeated = db.select({ user: users.id, session: sessions.id }).from(users);
  await expect(async () => repeated.innerJoin(sessions, eq(users.id, sessions.userId))).rejects.toThrow(
    'Two columns named "id"',
  );
  await expect(async () =>
    db
      .select({ count: sessionCount, id: users.id, again: sql`lower(${users.name}, ',') as "id"` })
      .from(users),
  ).rejects.toThrow('Two columns named "id"');
  const some = db.$with("some").as(db.select({ id: users.id, name: users.name }).from(users));
  const others = db.$with("others").as(db.select({ id: users.id, name: users.name }).from(users));
  await expect(async () =>
    db
      .with(some, others)
      .select({ some: some.id, user: users.id })
      .from(some)
      .innerJoin(users, eq(users.id, some.id)),
  ).rejects.toThrow('Two columns named "id"');
  await expect(async () =>
    db.update(users).set({ name: "Ada" }).returning({ id: users.id, name: users.name, again: users.id }),
  ).rejects.toThrow('Two columns named "id"');
  await expect(async () => db.select({ id: users.id, one: sql`1` }).from(users)).rejects.toThrow(
    'A column named "1"',
  );
});

test("any other query returns each column in its place", async () => {
  const select = {
    count: sessionCount,
    id: users.id,
    name: sql<string>`coalesce(${users.name}, ' from (')`,
    least: sql`min(1, 2)`,
  };
  expect(await db.select(select).from(users)).toEqual([{ count: 0, id: "ada", name: "Ada", least: 1 }]);
  const some = db.$with("some").as(db.select({ id: users.id, name: users.name }).from(users));
  expect(await db.with(some).select({ name: some.name, id: some.id }).from(some)).toEqual([
    { name: "Ada", id: "ada" },
  ]);
  expect(await db.update(users).set({ name: "Ada" }).returning({ name: users.name, id: users.id })).toEqual([
    { name: "Ada", id: "ada" },
  ]);
  expect(await db.selectDistinct({ role: users.role, id: users.id }).from(users)).toEqual([
    { role: "user", id: "ada" },
  ]);
});
