import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Listing, ListSearch } from "#app/core/lists/listing.ts";
import { readList } from "#app/core/lists/read-list.server.ts";
import { users } from "#app/schema.ts";
import { addUser } from "#tests/support/people.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const listing = {
  orders: { email: "email" },
  filters: { role: ["admin", "user"], name: null },
} as const satisfies Listing;

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
  for (const [n, letter] of [..."abcdef"].entries())
    await addUser(worker, {
      email: `${letter}@example.com`,
      role: n % 2 === 0 ? "user" : "admin",
      name: n < 3 ? "Ada" : null,
    });
});
afterAll(() => worker.stop());

/** Opens a list. @returns the first letters of the addresses on the page */
async function read(search: ListSearch): Promise<string> {
  const list = readList(listing, users, search, 20);
  const found = await worker.db
    .select({
      email: users.email,
      keys: list.keys,
      isHidden: list.isHidden,
      words: sql<string>`''`.as("words"),
    })
    .from(users)
    .where(list.where)
    .orderBy(...list.orderBy)
    .limit(list.limit);
  return list
    .pageOf(found)
    .page.items.map(({ email }) => email[0])
    .join("");
}

test.each([
  ["nothing", {}, "abcdef"],
  ["one filter", { filters: { role: "user" } }, "ace"],
  [
    "two filters, of which nothing that is empty is let through",
    { filters: { role: "user", name: "Ada" } },
    "ac",
  ],
  ["where it begins", { from: "c@example.com" }, "cdef"],
  ["where it begins, in reverse", { from: "c@example.com", sort: "-email" }, "cba"],
  ["a size", { size: 2 }, "ab"],
])("a list that is asked for %s", async (_, search, letters) => {
  expect(await read(search)).toBe(letters);
});
