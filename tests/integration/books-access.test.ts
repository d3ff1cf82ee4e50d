import { afterAll, beforeAll } from "vitest";
import { books, genres } from "#app/schema.ts";
import { describeCreateForm } from "#tests/support/manager-rules.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

describeCreateForm({
  entity: "book",
  worker: () => worker,
  table: books,
  path: "/manager/books/new",
  fields: (name) => ({ title: name, author: "Nobody" }),
  refusal: "BOOK_ALREADY_EXISTS",
});

describeCreateForm({
  entity: "genre",
  worker: () => worker,
  table: genres,
  path: "/manager/genres/new",
  fields: (name) => ({ name }),
  refusal: "GENRE_ALREADY_EXISTS",
});
