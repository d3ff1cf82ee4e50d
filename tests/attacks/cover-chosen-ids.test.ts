import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import { files } from "#app/schema.ts";
import { bookshelf } from "#tests/support/books-shelf.ts";
import { DAILY, runCron } from "#tests/support/cron.ts";
import { pictureFile, postFile } from "#tests/support/upload-files.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// A cover is found by the id of its book. Deleted rows with that id, of any table, must not take it with them.

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());
beforeEach(async () => {
  admin = await Visitor.signedIn(worker, { role: "admin" });
});

const { addBook } = bookshelf(() => ({ worker, admin }));

const sendCover = (page: string) =>
  postFile(admin, pictureFile("plain.png"), { path: `${page}/cover`, name: "cover.png" });

const filesOf = (id: string) => worker.db.$count(files, eq(files.rowId, id));

test("a reader who shares their shelf under the id of a book, and ends the link, does not delete its cover", async () => {
  const { id, page } = await addBook(`The Voyage Out ${crypto.randomUUID()}`);
  await sendCover(page);
  const reader = await Visitor.signedIn(worker);
  const email = `${crypto.randomUUID()}@example.com`;
  await reader.post("/app/shares/new", { id, bookId: "", email, language: "en" });
  await reader.post("/app/shares", { id });
  await runCron(worker, DAILY, 31 * DAY);
  expect(await filesOf(id)).toBe(1);
});

test("a form that is sent again after its book was deleted creates another book, which keeps its cover", async () => {
  const form = { id: crypto.randomUUID(), title: `Night and Day ${crypto.randomUUID()}` };
  const create = async () => (await admin.post("/manager/books/new", form)).headers.get("Location") ?? "";
  const page = await create();
  await admin.post(page, {});
  const again = await create();
  expect(again).not.toBe(page);
  await sendCover(again);
  await runCron(worker, DAILY, 31 * DAY);
  expect(await filesOf(again.split("/").at(-1) ?? "")).toBe(1);
});
