import { afterAll, beforeAll, expect, test } from "vitest";
import { books } from "#app/schema.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Each call to D1 costs CPU time, however many statements it has (docs/performance.md).

const storage = gatedStorage();

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
  const now = Date.now();
  const made = { titleKey: "kintu", authorKey: "", createdAt: now, updatedAt: now };
  await worker.db.insert(books).values({ ...made, id: crypto.randomUUID(), title: "Kintu" });
});
afterAll(() => worker.stop());

/** Counts the statements in each call to D1 for a page, in ascending order. */
async function callsOf(visitor: Visitor, path: string): Promise<number[]> {
  await visitor.get(path);
  const before = storage.sent.length;
  expect((await visitor.get(path)).status).toBe(200);
  return storage.sent
    .slice(before)
    .map((statements) => statements.length)
    .sort();
}

test("a manager's list of books asks D1 twice: for the session, and for everything that it shows", async () => {
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  expect(await callsOf(admin, "/manager/books")).toEqual([1, 3]);
});

test("a book and its related books are read in one call", async () => {
  const [book] = await worker.db.select({ id: books.id }).from(books);
  const reader = await Visitor.signedIn(worker);
  expect(await callsOf(reader, `/app/books/${book?.id}`)).toContain(4);
});
