import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { books } from "#app/schema.ts";
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

test("a book keeps a genre beyond the 500 options of its form, even after a restore", async () => {
  await worker.d1
    .prepare(
      `insert into genres (id, name, name_key, created_at, updated_at)
       select 'many-' || value, 'Many ' || value, 'many ' || value, 0, 0 from json_each(?)`,
    )
    .bind(JSON.stringify(Array.from({ length: 500 }, (_, n) => n)))
    .run();
  await worker.d1.batch([
    worker.d1.prepare(
      `insert into genres (id, name, name_key, created_at, updated_at) values ('last', 'Zines', 'zines', 0, 0)`,
    ),
    worker.d1.prepare("update books set genre_id = 'last' where id = '1'"),
  ]);
  const path = "/manager/books/1/update";
  const selectedGenre = async () => {
    const page = await admin.get(path);
    expect(databaseCost(page).roundTrips).toBeLessThanOrEqual(2);
    const [, select = ""] = /<select[^>]* name="genreId"[^>]*>(.*?)<\/select>/s.exec(await page.text()) ?? [];
    return /<option value="([^"]*)" selected="">/.exec(select)?.[1] ?? "";
  };
  const stored = async () => (await worker.db.select().from(books).where(eq(books.id, "1")))[0]?.genreId;

  await admin.post(path, { title: "One", author: "Somebody", genreId: await selectedGenre() });
  expect(await stored()).toBe("last");
  await admin.post("/manager/books/1", {});
  await admin.post(path, { title: "One", genreId: await selectedGenre(), restore: "on" });
  expect(await stored()).toBe("last");
});
