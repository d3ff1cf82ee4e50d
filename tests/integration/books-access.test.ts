import { afterAll, beforeAll } from "vitest";
import { books, genres } from "#app/db/schema.ts";
import { describeCreateForm, describePermissions, type Operation } from "#tests/support/manager-rules.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

interface Target {
  bookId: string;
  genreId: string;
  secret: string;
}

const OPERATIONS: Operation<Target>[] = [
  { permission: "book:list", path: () => "/manager/books" },
  { permission: "book:read", path: ({ bookId }) => `/manager/books/${bookId}` },
  {
    permission: "book:create",
    path: () => "/manager/books/new",
    post: ({ secret }) => ({ title: `New ${secret}` }),
  },
  {
    permission: "book:update",
    path: ({ bookId }) => `/manager/books/${bookId}/update`,
    post: ({ secret }) => ({ title: `Changed ${secret}` }),
  },
  { permission: "book:delete", path: ({ bookId }) => `/manager/books/${bookId}`, post: () => ({}) },
  { permission: "genre:list", path: () => "/manager/genres" },
  {
    permission: "genre:create",
    path: () => "/manager/genres/new",
    post: ({ secret }) => ({ name: `New ${secret}` }),
  },
  {
    permission: "genre:update",
    path: ({ genreId }) => `/manager/genres/${genreId}/update`,
    post: ({ secret }) => ({ intent: "save", name: `Changed ${secret}` }),
  },
  {
    permission: "genre:delete",
    path: ({ genreId }) => `/manager/genres/${genreId}/update`,
    post: () => ({ intent: "delete" }),
  },
];

let made = 0;

describePermissions<Target>({
  worker: () => worker,
  operations: OPERATIONS,
  makeTarget: async () => {
    made += 1;
    const secret = `Secret ${made}`;
    const [genre] = await worker.db
      .insert(genres)
      .values({ name: secret, nameKey: `secret ${made}` })
      .returning();
    const [book] = await worker.db
      .insert(books)
      .values({ title: secret, titleKey: `secret ${made}`, authorKey: "" })
      .returning();
    return { bookId: book?.id as string, genreId: genre?.id as string, secret };
  },
});

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
