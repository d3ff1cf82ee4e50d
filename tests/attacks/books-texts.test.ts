import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { comparisonKey, MAX_KEY_LENGTH } from "#app/core/lib/comparison-key.ts";
import { formatCursor, MAX_CURSOR_LENGTH } from "#app/core/lists/cursor.ts";
import { books } from "#app/schema.ts";
import { bookSchema } from "#app/slices/book/book.schema.ts";
import { rowOf } from "#app/slices/book/book.server.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { confirm, emptyCatalogue, preview } from "#tests/support/books-import.ts";
import { anyText, KNOWN_TEXTS } from "#tests/support/text-samples.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Every text that a book may contain survives an export and an import. texts.test.ts tests forms and the API.

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());
beforeEach(() => emptyCatalogue(worker));

const texts = Object.keys(bookSchema.shape).filter((field) => field !== "genreId") as (
  | "title"
  | "author"
  | "publisher"
)[];

const shelf = async () => {
  const rows = await worker.db.select().from(books);
  return rows.map((row) => JSON.stringify(texts.map((field) => row[field]))).sort();
};

test("every text that a book can contain is the same after an export and an import", async () => {
  const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
  const made = fc.sample(fc.tuple(anyText, anyText, anyText), { numRuns: 200, seed });
  const known = KNOWN_TEXTS.map((text) => [text, text, text] as const);
  const rows = [...made, ...known].flatMap(([title, author, publisher]) => {
    const { data } = bookSchema.safeParse({ title, author, publisher });
    return data ? [rowOf(data)] : [];
  });
  expect(rows.length).toBeGreaterThan(50);
  const [first, ...others] = rows.map((row) => worker.db.insert(books).values(row).onConflictDoNothing());
  if (first) await worker.db.batch([first, ...others]);
  const before = await shelf();
  const file = await (await admin.get("/manager/books/export")).arrayBuffer();
  await emptyCatalogue(worker);
  await confirm(admin, await preview(admin, file));
  expect(await shelf()).toEqual(before);
});

test("titles that become eighteen times as long in their keys are imported, and the API lists them all", async () => {
  // One book more than a batch takes.
  const grown = Array.from({ length: 251 }, (_, n) => `${"\ufdfa".repeat(190)} ${n}`);
  await confirm(
    admin,
    await preview(admin, `title,author\n${grown.map((one) => `${one},${one}`).join("\n")}\n`),
  );
  expect(await worker.db.$count(books)).toBe(251);
  const program = await ApiCaller.of(worker, { role: "admin" }, ["read"]);
  const seen = new Set<string>();
  for (let page: string | null = "/books"; page !== null; ) {
    const { items, next } = (await program.read(page)) as { items: { id: string }[]; next: string | null };
    for (const { id } of items) seen.add(id);
    page = next;
  }
  expect(seen.size).toBe(251);
});

test("the longest cursor of an order by three keys, in the widest letters, fits into a request to the API", () => {
  const key = comparisonKey("字".repeat(MAX_KEY_LENGTH));
  expect(key).toHaveLength(MAX_KEY_LENGTH);
  expect(formatCursor(["-publisher", key, key, `${key}${"\ue000".repeat(14)}`]).length).toBeLessThanOrEqual(
    MAX_CURSOR_LENGTH,
  );
});
