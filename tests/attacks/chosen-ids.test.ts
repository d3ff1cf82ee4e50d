import { eq, getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as schema from "#app/schema.ts";
import { bookshelf } from "#tests/support/books-shelf.ts";
import { organisationWithPeople } from "#tests/support/organisation-people.ts";
import { someone } from "#tests/support/someone.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Forms for something new contain an id. Other tables have keys that are ids of rows of any table, such as the files and
// the deleted rows, so nobody may choose the id that a row gets.

let worker: TestWorker;
let admin: Visitor;
let reader: Awaited<ReturnType<typeof someone>>;
/** A book, whose id every reader knows. */
let book: Awaited<ReturnType<typeof addBook>>;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

const { addBook, find } = bookshelf(() => ({ worker, admin }));

beforeEach(async () => {
  admin = await Visitor.signedIn(worker, { role: "admin" });
  reader = await someone(worker);
  book = await addBook(`The Voyage Out ${crypto.randomUUID()}`);
});

const tables = Object.values<unknown>(schema).filter((table) => is(table, SQLiteTable)) as SQLiteTable[];

/** The tables that have a row with an id. */
async function tablesWith(id: string): Promise<string[]> {
  const found = tables.map(async (table) => {
    const { id: column } = getTableColumns(table);
    return column && (await worker.db.$count(table, eq(column, id))) > 0 ? [getTableName(table)] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Sends each form that creates something, with an id that its sender has chosen. */
const FORMS: Record<string, (id: string) => Promise<Response>> = {
  share: (id) => shareShelf(id),
  reading: (id) => reader.visitor.post("/app/shelf", { id, bookId: book.id, state: "read" }),
  token: (id) =>
    reader.visitor.post("/account/tokens", {
      intent: "create-token",
      id,
      name: "Nightly",
      scopes: "read",
      ends: "30",
    }),
  key: async (id) => {
    const { owner, slug } = await organisationWithPeople(worker);
    const form = { intent: "create-key", id, name: "Nightly", scopes: "read", ends: "30" };
    return owner.visitor.post(`/app/o/${slug}/keys`, form);
  },
  team: async (id) => {
    const { owner, slug } = await organisationWithPeople(worker);
    return owner.visitor.post(`/app/o/${slug}/teams`, { id, name: "Editors" });
  },
  genre: (id) => admin.post("/manager/genres/new", { id, name: `Letters ${id}` }),
  book: (id) => admin.post("/manager/books/new", { id, title: `Letters ${id}` }),
  user: (id) => admin.post("/manager/users/new", { id, email: `${id}@example.com`, role: "user" }),
};

const shareShelf = (id: string) =>
  reader.visitor.post("/app/shares/new", {
    id,
    bookId: "",
    email: `${crypto.randomUUID()}@example.com`,
    language: "en",
  });

test.each(Object.entries(FORMS))("nobody chooses the id of a new %s", async (_, send) => {
  const id = crypto.randomUUID();
  expect((await send(id)).status).toBeLessThan(400);
  expect(await tablesWith(id)).toEqual([]);
});

test("a reader who shares something under the id of a book, and ends the link, does not keep a manager from restoring the book", async () => {
  await shareShelf(book.id);
  await reader.visitor.post("/app/shares", { id: book.id });
  await admin.post(book.page, {});
  expect(await find(book.id)).toBeUndefined();
  await admin.post(book.restore, {});
  expect(await find(book.id)).toBeDefined();
});
