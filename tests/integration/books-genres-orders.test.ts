import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
  await worker.d1.batch([
    worker.d1.prepare(
      `insert into genres (id, name, name_key, created_at, updated_at)
       values ('a', 'Alpha', 'alpha', 0, 3000), ('b', 'Beta', 'beta', 0, 1000), ('c', 'Gamma', 'gamma', 0, 2000)`,
    ),
    worker.d1.prepare(
      `insert into books (id, title, title_key, author_key, genre_id, created_at, updated_at)
       values ('1', 'One', 'one', '', 'b', 0, 0), ('2', 'Two', 'two', '', 'b', 0, 0), ('3', 'Three', 'three', '', 'c', 0, 0)`,
    ),
  ]);
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());

test.each([
  ["", "abc", "ascending"],
  ["name", "abc", "ascending"],
  ["-name", "cba", "descending"],
  ["books", "acb", "ascending"],
  ["-books", "bca", "descending"],
  ["updated", "bca", "ascending"],
  ["-updated", "acb", "descending"],
  ["nonsense", "abc", "ascending"],
])("genres in the order %j", async (sort, ids, direction) => {
  const page = await admin.get(`/manager/genres?${new URLSearchParams({ sort })}`);
  expect(databaseCost(page).roundTrips).toBe(1);
  const html = await page.text();
  const links = [...html.matchAll(/href="\/manager\/genres\/(\w)\/update/g)];
  expect(links.map(([, id]) => id).join("")).toBe(ids);
  expect(html.match(/aria-sort="\w+"/g)).toEqual([`aria-sort="${direction}"`]);
});
