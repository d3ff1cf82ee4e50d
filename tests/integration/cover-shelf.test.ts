import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newRowId } from "#app/core/forms/row-id.ts";
import { books, readings } from "#app/schema.ts";
import { addHolding } from "#tests/support/holdings.ts";
import { organisationWithPeople } from "#tests/support/organisation-people.ts";
import { someone } from "#tests/support/someone.ts";
import { pictureAddresses, pictureFile, postFile } from "#tests/support/upload-files.ts";
import { databaseCost, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests uploaded covers on the shelves of readers and organisations, and behind the links that share a shelf.

const allReadings = readings as unknown as SQLiteTable;

let worker: TestWorker;
let admin: Visitor;
let owner: Awaited<ReturnType<typeof someone>>;

beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());
beforeEach(async () => {
  owner = await someone(worker, { name: "Leonard Woolf" });
});

const send = (id: string) =>
  postFile(admin, pictureFile("plain.png"), { path: `/manager/books/${id}/cover`, name: "cover.png" });

/** Puts a new book on the owner's shelf. */
async function shelve() {
  const id = crypto.randomUUID();
  const title = `Orlando ${id}`;
  await worker.db.insert(books).values({ id, title, titleKey: id, authorKey: "" });
  const readingId = crypto.randomUUID();
  await owner.visitor.post("/app/shelf", { bookId: id, state: "reading", id: readingId });
  return { id, title, page: `/app/shelf/${newRowId.parse(readingId)}` };
}

async function shareWith(bookId: string): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  const fields = { id: crypto.randomUUID(), bookId, email, language: "en" };
  expect(await owner.visitor.post("/app/shares/new", fields)).toRedirectTo("/app/shares");
  const [mail] = await mailsTo(worker, email);
  const url = new URL(/https?:\S+\/shared\/\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  return url.pathname + url.search;
}

const covers = async (visitor: Visitor, path: string) => pictureAddresses(await visitor.get(path));

test("a reader's shelf and a search of it show the uploaded cover, and a drawn one after the book is deleted", async () => {
  const book = await shelve();
  const paths = ["/app", "/app/shelf", "/app/shelf?searchTerm=orlando", book.page];
  for (const path of paths) expect(await covers(owner.visitor, path), path).toEqual([]);
  await send(book.id);
  for (const path of paths) {
    const [address = "", ...others] = await covers(owner.visitor, path);
    // The welcome page shows the cover twice: on the shelf and among the latest books.
    expect(others.length, path).toBe(path === "/app" ? 1 : 0);
    expect((await owner.visitor.get(address)).headers.get("Content-Type"), path).toBe("image/webp");
  }
  await admin.post(`/manager/books/${book.id}`, {});
  for (const path of paths) {
    const page = await owner.visitor.get(path);
    expect(await pictureAddresses(page.clone()), path).toEqual([]);
    await expect(page).toShow(book.title);
  }
});

test("anyone with the link of a book or a shelf sees its covers without an account", async () => {
  const book = await shelve();
  await send(book.id);
  const anybody = new Visitor(worker);
  for (const link of [await shareWith(book.id), await shareWith("")]) {
    const [address = ""] = await covers(anybody, link);
    expect((await anybody.get(address)).headers.get("Content-Type"), link).toBe("image/webp");
  }
});

test("a shelf full of covers costs one round trip and 60 rows at most, with or without a search", async () => {
  for (let n = 0; n < 30; n++) {
    const id = crypto.randomUUID();
    const row = { title: `Common ${n}`, titleKey: `common ${n}` };
    await worker.db.insert(books).values({ id, ...row, authorKey: owner.id, coverId: crypto.randomUUID() });
    await worker.db.insert(allReadings).values({ userId: owner.id, bookId: id, ...row, state: "reading" });
  }
  const link = await shareWith("");
  const shown: [Visitor, string, number][] = [
    [owner.visitor, "/app/shelf", 20],
    [owner.visitor, "/app/shelf?searchTerm=common", 15],
    [new Visitor(worker), link, 20],
  ];
  for (const [visitor, path, count] of shown) {
    const page = await visitor.get(path);
    const { roundTrips, rowsRead } = databaseCost(page);
    expect(await pictureAddresses(page), path).toHaveLength(count);
    expect(roundTrips, path).toBe(1);
    expect(rowsRead, path).toBeLessThanOrEqual(60);
  }
});

test("an organisation's shelf full of covers costs one round trip and 60 rows at most, with or without a search", async () => {
  const { id: organisationId, path, owner } = await organisationWithPeople(worker);
  for (let n = 0; n < 30; n++) {
    const row = { id: crypto.randomUUID(), title: `Common ${n}`, titleKey: `common ${n}` };
    const coverId = crypto.randomUUID();
    await worker.db.insert(books).values({ ...row, authorKey: organisationId, coverId });
    await addHolding(worker, organisationId, { title: row.title, bookId: row.id });
  }
  for (const [search, count] of [
    ["", 20],
    ["?searchTerm=common", 15],
  ] as const) {
    const page = await owner.visitor.get(`${path}/holdings${search}`);
    const { roundTrips, rowsRead } = databaseCost(page);
    expect(await pictureAddresses(page), search).toHaveLength(count);
    expect(roundTrips, search).toBe(1);
    expect(rowsRead, search).toBeLessThanOrEqual(60);
  }
});
