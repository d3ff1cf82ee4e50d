import { afterAll, beforeAll, expect, test } from "vitest";
import { books } from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { codeOf } from "#tests/support/api-problem.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests what the shelf adds to the operations on owned rows (api-own.test.ts).

let worker: TestWorker;
let reader: ApiCaller;
const book = { id: crypto.randomUUID(), title: "Middlemarch", author: "George Eliot" };

beforeAll(async () => {
  worker = await startTestWorker();
  await worker.db.insert(books).values({ ...book, titleKey: "middlemarch", authorKey: "george eliot" });
  reader = await ApiCaller.of(worker, {}, ["read", "write"]);
});
afterAll(() => worker.stop());

const add = (json: object) => reader.call("/readings", { method: "POST", json });

test("a program puts a book on its owner's shelf, once, with its rating and note, and moves it", async () => {
  const kept = { rating: 4, finishedOn: "2026-11-01", note: "Slow, then not" };
  const added = await add({ bookId: book.id, state: "reading", ...kept });
  expect(added.status).toBe(201);
  const { id, ...shown } = (await added.json()) as { id: string };
  const { title, author } = book;
  expect(shown).toEqual({ bookId: book.id, title, author, state: "reading", ...kept, inCatalogue: true });
  const again = await add({ bookId: book.id, state: "read" });
  expect(again.status).toBe(409);
  expect(await codeOf(again)).toBe("ALREADY_ON_SHELF");

  expect((await reader.call(`/readings/${id}`, { method: "PATCH", json: { state: "read" } })).status).toBe(
    200,
  );
  expect(await reader.read("/readings")).toEqual({ items: [], next: null });
  expect(await reader.read("/readings?state=read")).toEqual({
    items: [{ id, title, author, rating: 4, state: "read" }],
    next: null,
  });
});

test("a book outside the catalogue is refused, and so is a change of the book on the shelf", async () => {
  const unknown = await add({ bookId: crypto.randomUUID(), state: "read" });
  expect(unknown.status).toBe(400);
  expect(await unknown.json()).toMatchObject({ code: "BOOK_NOT_FOUND", errors: [{ field: "bookId" }] });
  const path = `/readings/${crypto.randomUUID()}`;
  expect((await reader.call(path, { method: "PATCH", json: { bookId: book.id } })).status).toBe(422);
});

test("a book that a program took off is restored unchanged, unless it was put on the shelf again", async () => {
  const other = { id: crypto.randomUUID(), title: "Persuasion", author: "Jane Austen" };
  await worker.db.insert(books).values({ ...other, titleKey: "persuasion", authorKey: "jane austen" });
  const read = { bookId: other.id, state: "read", rating: 5 };
  const { id } = (await (await add(read)).json()) as { id: string };
  const path = `/readings/${id}`;
  await reader.call(path, { method: "DELETE" });
  const restored = await reader.call(`${path}/restore`, { method: "POST" });
  expect(await restored.json()).toMatchObject(read);

  await reader.call(path, { method: "DELETE" });
  expect((await add(read)).status).toBe(201);
  const refused = await reader.call(`${path}/restore`, { method: "POST" });
  expect(refused.status).toBe(409);
  expect(await codeOf(refused)).toBe("ROW_NOT_RESTORED");
});
