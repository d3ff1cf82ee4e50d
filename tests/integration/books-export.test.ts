import { afterAll, beforeAll, expect, test } from "vitest";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { books, genres } from "#app/schema.ts";
import { csvOf } from "#tests/support/csv.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
/** More books than an export gets in two reads. */
const MANY = 1300;

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
  await worker.db
    .insert(genres)
    .values(["Verse", "Prose"].map((name) => ({ id: name, name, nameKey: comparisonKey(name) })));
  await worker.d1
    .prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MANY})
       insert into books (id, title, author, title_key, author_key, genre_id, created_at, updated_at)
       select 'many-' || i, 'Title ' || i, 'Author', printf('title %05d', 99999 - i), 'author',
         case i % 4 when 0 then 'Verse' else 'Prose' end, 0, i from n`,
    )
    .run();
});
afterAll(() => worker.stop());

const numbers = Array.from({ length: MANY }, (_, n) => n + 1);
const exported = async (search = "") => csvOf(await admin.get(`/manager/books/export${search}`));

test("the file of books has each book once, in the order in which they were added", async () => {
  const { text, rows } = await exported();
  expect(text.startsWith("\uFEFFid,title,author,genre,publisher,created_at,updated_at\r\nmany-1,")).toBe(
    true,
  );
  expect(rows.map(({ id }) => id)).toEqual(numbers.map((n) => `many-${n}`));
  expect(rows[3]).toEqual({
    id: "many-4",
    title: "Title 4",
    author: "Author",
    genre: "Verse",
    publisher: "",
    created_at: "1970-01-01T00:00:00.000Z",
    updated_at: "1970-01-01T00:00:00.004Z",
  });
});

test.each([
  ["a genre", "?genre=Verse&sort=-updated", numbers.filter((n) => n % 4 === 0)],
  ["a search", "?searchTerm=title", numbers],
  ["a search in a genre", "?searchTerm=title&genre=Verse", numbers.filter((n) => n % 4 === 0)],
  ["a search without results", "?searchTerm=nothinglikethis", []],
])("the file of %s has each book of the list once", async (_, search, found) => {
  const page = await admin.get(`/manager/books${search}`);
  await expect(page).toShow(t("manager:list.exportFound"));
  const link = /href="(\/manager\/books\/export[^"]*)"/
    .exec(await page.text())?.[1]
    ?.replaceAll("&amp;", "&");
  const response = await admin.get(link as string);
  expect(response.headers.get("Content-Disposition")).toContain('filename="books-filtered-');
  expect((await csvOf(response)).rows.map(({ id }) => id)).toEqual(found.map((n) => `many-${n}`));
});

test("a sign-in before a download with script returns to the list instead of the file", async () => {
  const visitor = new Visitor(worker);
  const login = (await visitor.get("/manager/books/export?genre=Verse")).headers.get("Location") ?? "";
  expect(new URLSearchParams(login.split("?")[1]).get("redirect")).toBe("/manager/books/export?genre=Verse");
  // The browser sends this request after its code was accepted.
  const data = await (await admin.get("/manager/books/export.data?genre=Verse")).text();
  expect(data).toContain('"/manager/books?genre=Verse"');
  expect(data).not.toContain("many-4");
});

test("the file keeps every text, and no spreadsheet reads one as a formula", async () => {
  const texts = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "'=1+1",
    "＝1",
    'a "b", c;\nd',
    "موسم الهجرة إلى الشمال",
    "é 日本",
  ];
  await worker.db
    .insert(books)
    .values(
      texts.map((title, n) => ({ title, titleKey: `texts ${n}`, authorKey: `${n}`, publisher: title })),
    );
  const { rows } = await exported("?searchTerm=texts");
  expect(rows.map(({ title, publisher }) => [title, publisher])).toEqual(
    texts.map((text) => {
      const defused = /^'*[=+\-@＝]/.test(text) ? `'${text}` : text.replace("\t=", "'\t'=");
      return [defused, defused];
    }),
  );
  for (const { title = "" } of rows) expect(title).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/);
});

test("anyone who may list books in the manager can export them", async () => {
  const reader = await Visitor.signedIn(worker);
  const response = await reader.get("/manager/books/export");
  expect(response.status).toBe(403);
  expect(await response.text()).not.toContain("many-1");
});
