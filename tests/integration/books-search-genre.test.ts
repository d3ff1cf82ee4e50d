import { afterAll, beforeAll, expect, test } from "vitest";
import { newRowId } from "#app/core/forms/row-id.ts";
import type { FindResult } from "#app/core/lists/search/finder.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests searches by genre and publisher, with 20,000 books, nearly all of one genre.

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
  await worker.d1.batch([
    worker.d1.prepare(
      `with recursive n(i) as (select 0 union all select i + 1 from n where i < 299)
       insert into genres (id, name, name_key, created_at, updated_at)
       select 'g' || i, 'Kind ' || i, printf('kind %03d', i), 0, 0 from n`,
    ),
    worker.d1.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
       insert into books (id, title, title_key, author_key, publisher_key, genre_id, created_at, updated_at)
       select 'b' || i, 'Title ' || i, printf('title %06d', i), '', 'press', iif(i % 100, 'g7', 'g' || (i / 100)), 0, 0
       from n`,
    ),
  ]);
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());

/** Searches the reader's and the manager's list of books. @returns the ids of the first results */
async function search(searchTerm: string): Promise<string[]> {
  const [managers = [], readers = []] = await Promise.all(
    ["/manager/books", "/app/books"].map(async (list) => {
      const page = await admin.get(`${list}?${new URLSearchParams({ searchTerm })}`);
      expect(databaseCost(page).roundTrips).toBe(1);
      expect(databaseCost(page).rowsRead, searchTerm).toBeLessThanOrEqual(1150);
      const html = await page.text();
      return [...html.matchAll(new RegExp(`href="${list}/([\\w-]+)[?"]`, "g"))].flatMap(([, id = ""]) =>
        ["new", "import", "export"].includes(id) ? [] : id,
      );
    }),
  );
  expect(managers).toEqual(readers);
  return managers;
}

/** Creates a row by its form. @returns the row's fields, with its id */
async function create<Fields extends Record<string, string>>(plural: "books" | "genres", fields: Fields) {
  const formId = crypto.randomUUID();
  await admin.post(`/manager/${plural}/new`, { id: formId, ...fields });
  return { id: newRowId.parse(formId), ...fields };
}

test("a search finds a book by its publisher and genre, combined with other words", async () => {
  const genre = await create("genres", { name: "Récits de voyage" });
  const book = await create("books", {
    title: "Wind, Sand and Stars",
    publisher: "Éditions Gallimard",
    genreId: genre.id,
  });
  for (const term of ["gallimard", "editions stars", "voyage", "recits", "SAND voy", "ré"]) {
    expect(await search(term), term).toContain(book.id);
  }
  for (const term of ["voyage press", "gallimard kind"]) expect(await search(term), term).toEqual([]);

  const update = `/manager/books/${book.id}/update`;
  await admin.post(update, { title: book.title, publisher: "Reynal", genreId: "g3" });
  expect(await search("gallimard")).toEqual([]);
  expect(await search("voyage")).toEqual([]);
  expect(await search("reynal kind")).toEqual([book.id]);
});

test("the genre of nearly all books is renamed in one step, and the search finds its books by the new name", async () => {
  expect(await search("kind 007")).toHaveLength(20);
  expect(await search("kind 005 000500")).toEqual(["b500"]);
  const renamed = await worker.d1.prepare("update genres set name_key = 'romance' where id = 'g7'").run();
  expect(renamed.meta.rows_written).toBeLessThan(20);
  expect(await search("romance 010001")).toEqual(["b10001"]);
  expect(await search("kind 007")).toEqual([]);
  await expect(await admin.get("/manager/books?searchTerm=romance")).toShow(
    t("common:list.manyResults", { limit: "1,000", term: "romance" }),
  );
});

test("the command palette finds genres by name, in the same round trip", async () => {
  const genre = await create("genres", { name: "Nouvelles à chute" });
  const response = await admin.get("/manager/find?term=nouvelle");
  expect(databaseCost(response).roundTrips).toBe(1);
  expect(((await response.json()) as FindResult).groups).toEqual([
    { entity: "genre", found: [{ to: `/manager/genres/${genre.id}`, name: genre.name, detail: null }] },
  ]);
  const many = (await (await admin.get("/manager/find?term=kind")).json()) as FindResult;
  expect(many.groups.find(({ entity }) => entity === "genre")?.found).toHaveLength(5);
});
