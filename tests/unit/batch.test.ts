import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runBatch } from "#app/core/db/batch.server.ts";
import { users } from "#app/schema.ts";
import { openMigrated } from "#tests/support/database.ts";

let opened: Awaited<ReturnType<typeof openMigrated>>;
beforeAll(async () => {
  opened = await openMigrated();
});
afterAll(() => opened.close());

const id = "a";
const add = () => opened.db.insert(users).values({ id, email: "a@example.com", nameKey: "" });
const rename = (name: string) => opened.db.update(users).set({ name }).where(eq(users.id, id));
const changes = () => opened.db.select({ count: sql<number>`changes()`.as("count") }).from(sql`(select 1)`);

test("a batch runs in the order of its names and returns the result of each name's first statement", async () => {
  const { added, nothing, renamed, found } = await runBatch(opened.db, {
    added: add().returning({ id: users.id }),
    nothing: [],
    renamed: [rename("Ada").returning({ name: users.name }), rename("Grace")],
    found: opened.db.select({ name: users.name }).from(users),
  });
  expect(added).toEqual([{ id }]);
  expect(nothing).toBeUndefined();
  expect(renamed).toEqual([{ name: "Ada" }]);
  expect(found).toEqual([{ name: "Grace" }]);
});

test("a statement that is refused undoes the whole batch, and the statements of a group run in a row", async () => {
  await expect(runBatch(opened.db, { renamed: rename("Joan"), added: add() })).rejects.toThrow();
  const { found, counted } = await runBatch(opened.db, {
    found: opened.db.select({ name: users.name }).from(users),
    renamed: rename("Joan"),
    counted: [changes(), rename("Mary")],
  });
  expect(found).toEqual([{ name: "Grace" }]);
  expect(counted).toEqual([{ count: 1 }]);
});
