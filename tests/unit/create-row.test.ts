import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type Database } from "#app/db/client.server.ts";
import { QueryStats } from "#app/db/query-stats.ts";
import { users } from "#app/db/schema.ts";
import type { Actor } from "#app/features/audit/audit.server.ts";
import { newUserSchema } from "#app/features/user/user.schema.ts";
import { createUser } from "#app/features/user/user-write.server.ts";
import { applyMigrations } from "#scripts/lib/apply-migrations.ts";
import { openDatabase } from "#tests/support/database.ts";

const actor: Actor = {
  id: null,
  label: null,
  asUser: null,
  requestId: "request",
  at: Date.now(),
  logged: true,
  language: "en",
  site: "https://example.com",
};

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  const database = await openDatabase();
  close = database.close;
  await applyMigrations(database.d1);
  db = createDatabase(database.d1, new QueryStats());
}, 60_000);
afterAll(() => close());

test("a form that is sent again says so, and one that is filled in again after Back does not", async () => {
  const id = crypto.randomUUID();
  const user = newUserSchema.parse({ id, email: "first@example.com", name: "Ada", role: "user" });
  expect(await createUser(db, user, actor)).toEqual({ ok: true, id });
  expect(await createUser(db, user, actor)).toEqual({ ok: true, id, repeated: true });
  const other = await createUser(db, { ...user, email: "second@example.com" }, actor);
  expect(other).toEqual({ ok: true, id: expect.not.stringMatching(id) });
  expect(await db.$count(users)).toBe(2);
});
