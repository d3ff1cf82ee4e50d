import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLog, books, readings } from "#app/schema.ts";
import { csvOf } from "#tests/support/csv.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const IMPORT = "/app/shelf/import";

let worker: TestWorker;
let reader: Awaited<ReturnType<typeof someone>>;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());
beforeEach(async () => {
  reader = await someone(worker);
});

function upload(content: string | Uint8Array<ArrayBuffer>, visitor: Visitor = reader.visitor) {
  const form = new FormData();
  form.set("file", new Blob([content]), "books.csv");
  return visitor.post(IMPORT, {}, { body: form });
}

/** Uploads a file. @returns the path of its preview */
async function preview(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const response = await upload(content);
  const path = response.headers.get("Location") ?? "";
  expect(path, await response.text()).toMatch(/^\/app\/shelf\/import\/[\w-]+$/);
  return path;
}

const add = (path: string, fields = {}) => reader.visitor.post(path, { intent: "add", ...fields });

async function importAll(content: string) {
  const path = await preview(content);
  await add(path);
  return path;
}

async function shelf(userId = reader.id) {
  const rows = (await worker.db.select().from(readings as unknown as SQLiteTable)) as {
    [column: string]: unknown;
    userId: string;
    title: string;
  }[];
  return rows.filter((row) => row.userId === userId).sort((a, b) => (a.title < b.title ? -1 : 1));
}

/** Reads the numbers that a preview shows, by their labels. */
async function counts(path: string) {
  const html = (await (await reader.visitor.get(path)).text()).replaceAll("<!-- -->", "");
  const found = html.matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>(\d+)<\/dd>/g);
  return Object.fromEntries([...found].map(([, label, count]) => [label, Number(count)]));
}

const GOODREADS = `Book Id,Title,Author,Author l-f,Additional Authors,ISBN,My Rating,Date Read,Bookshelves,Exclusive Shelf,My Review
1,"GR Test One (Series, #1)",Ursula  K. Le Guin,"Le Guin, Ursula K.",,"=""0439023483""",5,2020/01/02,favorites,read,"Nice <br/>""quoted"" text"
2,GR Test Two,José Saramago,"Saramago, José",Margaret Jull Costa,"=""""",0,,to-read,to-read,
3,GR Test Three,Somebody,,,,0,,,currently-reading,
`;
const STORYGRAPH = `Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Star Rating,Review,Tags,Owned?
SG Test One,"Ursula K. Le Guin, Italo Calvino",,9780000000001,paperback,read,2021/01/01,2021/02/02,4.5,,,No
SG Test Two,Somebody,,,paperback,did-not-finish,,,,,,No
`;

test("an export from Goodreads is imported with all its values, and the preview adds nothing", async () => {
  const path = await preview(GOODREADS);
  expect(await counts(path)).toMatchObject({ [t("import:counts.new")]: 3 });
  await expect(await reader.visitor.get(path)).toShow(t("reading:import.unlisted", { count: 3 }));
  expect(await shelf()).toEqual([]);
  expect(await add(path)).toRedirectTo(`${path}?added=3&there=0`);
  const none = { rating: null, finishedOn: null, note: null };
  expect(await shelf()).toMatchObject([
    {
      title: "GR Test One (Series, #1)",
      author: "Ursula K. Le Guin",
      state: "read",
      rating: 5,
      finishedOn: "2020-01-02",
      note: 'Nice \n"quoted" text',
    },
    { title: "GR Test Three", author: "Somebody", state: "reading", ...none },
    { title: "GR Test Two", author: "José Saramago, Margaret Jull Costa", state: "wanted", ...none },
  ]);
  await expect(await reader.visitor.get("/app/shelf?searchTerm=saramago")).toShow("GR Test Two");
});

test("an export from StoryGraph is imported, and the preview reports a row with an unknown state and a rating that it rounds", async () => {
  const path = await preview(STORYGRAPH);
  const page = await reader.visitor.get(path);
  await expect(page).toShow(t("reading:import.rounded", { count: 1 }));
  await expect(page).toShow(
    `${t("import:row", { row: 3 })} ${t("reading:fields.state")} · ${t("reading:errors.unknownState")} did-not-finish`,
  );
  await add(path);
  expect(await shelf()).toMatchObject([
    { author: "Ursula K. Le Guin, Italo Calvino", state: "read", rating: 5, finishedOn: "2021-02-02" },
  ]);
  const { rows } = await csvOf(await reader.visitor.get(`${path}/left-out?done=on`));
  expect(rows).toMatchObject([{ row: "3", title: "SG Test Two", state: "did-not-finish" }]);
});

test("our own export is imported unchanged on another shelf", async () => {
  await importAll(
    'title,author,state,rating,finished_on,note\n=1+1,\'Tis,read,3,2026-11-01,"=2+2\nsecond line"\nB,,wanted,,,\n',
  );
  const before = await shelf();
  const file = new Uint8Array(await (await reader.visitor.get("/app/shelf/export")).arrayBuffer());
  reader = await someone(worker);
  await add(await preview(file), { withoutAuthors: "on" });
  const kept = ["title", "author", "state", "rating", "finishedOn", "note", "bookId"];
  const keep = (row: Record<string, unknown>) => kept.map((name) => row[name]);
  expect((await shelf()).map(keep)).toEqual(before.map(keep));
  expect(before).toHaveLength(2);
});

test("a book is linked to the catalogue by title and author, whatever their spelling, and others are stored as text, once", async () => {
  const id = crypto.randomUUID();
  const keys = { titleKey: `emile ${id}`, authorKey: "jean-jacques rousseau" };
  await worker.db
    .insert(books)
    .values({ id, title: `Émile ${id}`, author: "Jean-Jacques Rousseau", ...keys });
  const path = await preview(
    `title,author,state\nEMILE ${id},Jean-Jacques  Rousseau,read\nUnlisted,A,read\nUNLISTED,a,wanted\nUnlisted,B,read\n`,
  );
  expect(await counts(path)).toEqual({
    [t("import:counts.new")]: 3,
    [t("import:counts.there")]: 0,
    [t("import:counts.repeated")]: 1,
    [t("import:counts.refused")]: 0,
  });
  await add(path);
  const rows = await shelf();
  expect(rows.map(({ bookId }) => bookId).sort()).toEqual(
    [id, '["unlisted","a"]', '["unlisted","b"]'].sort(),
  );
  await expect(await reader.visitor.get(`/app/books/${id}`)).toShow(t("shelf:details"));
});

test("books on the shelf stay unchanged, under any id", async () => {
  await importAll("title,author,state,note\nText,A,read,Mine\n");
  // A book whose title in the catalogue has changed since.
  const id = crypto.randomUUID();
  const linked = { id, title: `Linked ${id}`, author: "A", titleKey: `linked ${id}`, authorKey: "a" };
  await worker.db.insert(books).values(linked);
  await reader.visitor.post("/app/shelf", { bookId: id, state: "read" });
  await worker.d1.prepare("update readings set title_key = 'other' where book_id = ?").bind(id).run();
  const before = await shelf();
  const path = await preview(`title,author,state,note\ntext,a,wanted,Other\nLinked ${id},A,wanted,Other\n`);
  expect(await counts(path)).toMatchObject({ [t("import:counts.new")]: 0, [t("import:counts.there")]: 2 });
  await add(path);
  expect(await shelf()).toEqual(before);
});

test("a file that is sent twice, even at the same moment, adds each book once, each with its entry in the log", async () => {
  const rows = Array.from({ length: 400 }, (_, n) => `Book ${n},A,read`).join("\n");
  const path = await preview(`title,author,state\n${rows}\n`);
  await Promise.all([add(path), add(path)]);
  await add(path);
  await importAll(`title,author,state\n${rows}\n`);
  expect(await shelf()).toHaveLength(400);
  const entries = (await worker.db.select().from(auditLog)).filter(({ actorId }) => actorId === reader.id);
  expect(entries.filter(({ action }) => action === "reading.create")).toHaveLength(400);
  expect(entries.every(({ subjectLabel, changes }) => subjectLabel === null && changes === null)).toBe(true);
});

test("a book that is added to the catalogue later is linked when its reader puts it on the shelf from its page", async () => {
  const id = crypto.randomUUID();
  await importAll(`title,author,state,note\nLate ${id},A,read,Kept\n`);
  const late = { id, title: `Late ${id}`, author: "A", titleKey: `late ${id}`, authorKey: "a" };
  await worker.db.insert(books).values(late);
  expect(await (await reader.visitor.get(`/app/books/${id}`)).text()).toMatch(
    /value="read" aria-pressed="true"/,
  );
  await reader.visitor.post("/app/shelf", { bookId: id, state: "wanted", list: "?" });
  expect(await shelf()).toMatchObject([{ state: "read" }]);
  await reader.visitor.post("/app/shelf", { bookId: id, state: "reading" });
  expect(await shelf()).toMatchObject([{ bookId: id, state: "reading", note: "Kept" }]);
});

describe("a row", () => {
  test.each([
    [",A,read,,,", "title", t("book:errors.titleRequired")],
    [`${"x".repeat(201)},A,read,,,`, "title", t("validation:string.max", { count: 200 })],
    ["T,A,read,6,,", "rating", t("validation:number.max", { limit: 5 })],
    ["T,A,read,-3,,", "rating", t("validation:number.min", { limit: 1 })],
    ["T,A,read,good,,", "rating", t("validation:type.number")],
    ["T,A,read,,2026-13-01,", "finishedOn", t("validation:invalid")],
    [`T,A,read,,,${"x".repeat(2001)}`, "note", t("validation:string.max", { count: 2000 })],
    ["T,A,constructor,,,", "state", t("reading:errors.unknownState")],
    ["T,A,read,,,,more", "title", t("import:errors.beyond")],
  ] as const)("%s is left out, and the preview gives the reason", async (row, field, message) => {
    const labels = {
      title: t("book:fields.title"),
      rating: t("reading:fields.rating"),
      finishedOn: t("reading:fields.finishedOn"),
      note: t("reading:fields.note"),
      state: t("reading:fields.state"),
    };
    const path = await preview(`title,author,state,rating,finished on,note\n${row}\nRight,A,read,,,\n`);
    await expect(await reader.visitor.get(path)).toShow(`${labels[field]} · ${message}`);
    await add(path);
    expect(await shelf()).toMatchObject([{ title: "Right" }]);
  });
});

test.each([
  ["an empty file", "", t("import:errors.empty")],
  ["no title", "a,b\n1,2\n", t("import:errors.noTitle", { columns: "a, b" })],
  ["too many rows", `title\n${"x\n".repeat(2001)}`, t("reading:errors.tooManyRows")],
  ["an open quotation mark", 'title\n"x\n', t("import:errors.quotes", { row: 2 })],
])("%s is refused, and the form gives the reason", async (_, content, message) => {
  const response = await upload(content);
  expect(response.status).toBe(400);
  await expect(response).toShow(message);
});

test('a file without states is imported as "to read", and the preview says so', async () => {
  const path = await preview("title,author\nT,A\n");
  await expect(await reader.visitor.get(path)).toShow(t("reading:import.withoutState"));
  await add(path);
  expect(await shelf()).toMatchObject([{ state: "wanted" }]);
});

test("a file without a column for authors is imported only if its reader confirms it", async () => {
  const path = await preview("title,writer\nT,A\n");
  expect((await add(path)).status).toBe(400);
  expect(await shelf()).toEqual([]);
  await add(path, { withoutAuthors: "on" });
  expect(await shelf()).toMatchObject([{ title: "T", author: null }]);
});

test("nobody else finds a user's upload", async () => {
  const path = await preview("title,author\nVery private,A\n");
  const stranger = await someone(worker);
  for (const at of [path, `${path}/left-out`]) {
    expect(await stranger.visitor.get(at)).toRedirectTo(IMPORT);
  }
  expect(await stranger.visitor.post(path, { intent: "add" })).toRedirectTo(IMPORT);
  expect(await shelf(stranger.id)).toEqual([]);
});
