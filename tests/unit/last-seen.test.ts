import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#app/core/db/client.server.ts";
import { listUserRows } from "#app/identity/manage-users/user-list.server.ts";
import { users } from "#app/schema.ts";
import { openMigrated } from "#tests/support/database.ts";

// In the starter, every role that may list users may also list sessions. In a product, a role may list users
// only.

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ db, close } = await openMigrated());
  await db.insert(users).values([
    { id: "ada", email: "ada@example.com", lastSeenAt: 2 },
    { id: "bob", email: "bob@example.com", lastSeenAt: 1 },
    { id: "zoe", email: "zoe@example.com" },
  ]);
});
afterAll(() => close());

const EVERYBODY = { role: null, banned: null, createdFrom: null, createdBefore: null };

/** The users in the order of a list, each with the time when they were last seen. */
async function list(sort: string | null, showsLastSeen: false | Promise<boolean>) {
  const search = { term: "", filter: EVERYBODY, sort, after: null };
  const { page, ...list } = await listUserRows(db, search, { now: 3, showsLastSeen });
  return { sort: list.sort, seen: page.items.map(({ id, lastSeenAt }) => [id, lastSeenAt]) };
}

test("a viewer who may list sessions sees when each user was last here, and can sort by that time", async () => {
  const may = Promise.resolve(true);
  const seen = [
    ["zoe", null],
    ["bob", 1],
    ["ada", 2],
  ];
  expect(await list("lastSeen", may)).toEqual({ sort: "lastSeen", seen });
  expect(await list("-lastSeen", may)).toEqual({ sort: "-lastSeen", seen: seen.toReversed() });
});

test.each([["lastSeen"], ["-lastSeen"], ["email"], [null]])(
  "any other viewer learns it neither from the rows nor from the order %s",
  async (sort) => {
    for (const mayNot of [false, Promise.resolve(false)] as const) {
      expect(await list(sort, mayNot)).toEqual({
        sort: "email",
        seen: [
          ["ada", null],
          ["bob", null],
          ["zoe", null],
        ],
      });
    }
  },
);
