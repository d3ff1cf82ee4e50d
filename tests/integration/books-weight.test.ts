import { afterAll, beforeAll, expect, test } from "vitest";
import { weighPage } from "#tests/support/page-weight.ts";
import { databaseCost, textOf, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests what pages cost and how large they are, with 20,000 books (docs/performance.md).

let worker: TestWorker;
let reader: Visitor;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  await worker.d1
    .prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
       insert into books (id, title, author, title_key, author_key, genre_id, created_at, updated_at)
       select i, 'The Long Title of ' || i, 'Author', printf('zz the long title of %06d', i), 'author',
         (select id from genres where rowid = 1 + i % 20), unixepoch() * 1000 + i, 0 from n`,
    )
    .run();
  reader = await Visitor.signedIn(worker);
  admin = await Visitor.signedIn(worker, { role: "admin" });
  // The first page that a browser opens contains the styles (tests/integration/styles.test.ts).
  for (const visitor of [reader, admin]) await visitor.get("/app");
});
afterAll(() => worker.stop());

// The limits are listed by path, so that a slice that is taken out takes its pages with it.
const PAGES = {
  // The reader's shelf needs one statement and one file: the buttons on the cards.
  "/app/books": { rows: 40, statements: 5, htmlKB: 8.7, scriptKB: 132.5, files: 10 },
  // The reader's shelf needs two statements and one file. One more file links to sharing the book.
  "/app/books/10000": { rows: 60, statements: 7, htmlKB: 5.4, scriptKB: 132.6, files: 11 },
  "/app/books?searchTerm=title": { rows: 1070, statements: 5, htmlKB: 7.2, scriptKB: 132.5, files: 10 },
  "/app/books?searchTerm=the+long+title": {
    rows: 1070,
    statements: 5,
    htmlKB: 7.2,
    scriptKB: 132.5,
    files: 10,
  },
  "/manager/books": { rows: 40, statements: 4, htmlKB: 10.3, scriptKB: 143.1, files: 11 },
  "/manager/users": { rows: 30, statements: 4, htmlKB: 5.7, scriptKB: 141.9, files: 11 },
  "/manager/dashboard": { rows: 80, statements: 6, htmlKB: 7, scriptKB: 142.7, files: 11 },
};

test.each(Object.entries(PAGES))("%s reads few rows in one round trip, and is small", async (path, bound) => {
  const page = await (path.startsWith("/manager") ? admin : reader).get(path);
  const cost = databaseCost(page);
  expect(cost.roundTrips).toBe(1);
  expect(cost.queries).toBeLessThanOrEqual(bound.statements);
  expect(cost.rowsRead).toBeLessThanOrEqual(bound.rows);
  const { htmlKB, scriptKB, scripts } = await weighPage(page);
  expect(htmlKB).toBeLessThan(bound.htmlKB);
  expect(scriptKB).toBeLessThan(bound.scriptKB);
  expect(scripts.length, scripts.join()).toBeLessThanOrEqual(bound.files);
});

test("a late page of the list reads as few rows as the first", async () => {
  const cursor = Buffer.from(JSON.stringify(["title", "zz the long title of 018000", "author"])).toString(
    "base64url",
  );
  const late = await reader.get(`/app/books?after=${cursor}`);
  expect(textOf(await late.clone().text())).toContain("The Long Title of 18001");
  expect(databaseCost(late).rowsRead).toBeLessThanOrEqual(60);
  expect(databaseCost(late).rowsRead).toBeGreaterThan(20);
});

test("the list has 20 covers, and a book that is opened from it is small", async () => {
  const html = await (await reader.get("/app/books")).text();
  expect(html.match(/<svg viewBox="0 0 120 180"/g)).toHaveLength(20);
  const [book = ""] = /\/app\/books\/[\w-]+/.exec(html) ?? [];
  const data = await reader.get(`${book}.data`);
  expect((await data.arrayBuffer()).byteLength).toBeLessThan(2000);
});
