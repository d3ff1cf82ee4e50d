import { and, eq, ne } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KEYED_TABLES } from "#app/core/db/keyed-columns.ts";
import { comparisonKey, KEY_VERSION } from "#app/core/lib/comparison-key.ts";
import { books, deletedRows, equalRows, genres, keyVersions } from "#app/schema.ts";
import { DAILY, EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true, settings: { WORKERS_PLAN: "paid" } });
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());

/** Runs the cron until all keys are up to date. @returns in how many runs it checked rows */
async function computeAnew(): Promise<number> {
  await worker.db.delete(keyVersions);
  for (let runs = 0; runs < 10; runs++) {
    const left = await worker.db.$count(keyVersions, eq(keyVersions.version, KEY_VERSION));
    const open = await worker.db.select().from(keyVersions).where(ne(keyVersions.after, ""));
    if (left === KEYED_TABLES.length + 1 && open.length === 0) return runs;
    await runCron(worker, EVERY_15_MINUTES);
  }
  throw new Error("The cron does not come to an end");
}

/** Reads the rows of a table, each with the keys that it should have. */
async function keysIn({ table, columns }: (typeof KEYED_TABLES)[number]) {
  const rows: Record<string, unknown>[] = await worker.db.select().from(table);
  const textOf = (row: Record<string, unknown>, name: string) => row[name] as string | null;
  return {
    stored: rows.map((row) => columns.map(({ name }) => row[`${name}Key`])),
    wanted: rows.map((row) => columns.map(({ name }) => comparisonKey(textOf(row, name)))),
  };
}

test("the cron computes every key of every table that has keys, in limited steps", async () => {
  await worker.d1.exec(
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2100) INSERT INTO books (id, title, title_key, author_key, created_at, updated_at) SELECT 'book-' || i, 'L’Étranger ' || i, 'l’etranger ' || i, '', i, i FROM n",
  );
  for (const { name, columns } of KEYED_TABLES) {
    for (const { key } of columns) await worker.d1.exec(`UPDATE ${name} SET ${key.name} = 'old ' || id`);
  }
  // Checking all keys takes more than one run.
  expect(await computeAnew()).toBeGreaterThan(1);
  expect(KEYED_TABLES.map(({ name }) => name)).toEqual(expect.arrayContaining(["books", "genres", "users"]));
  for (const keyed of KEYED_TABLES) {
    const { stored, wanted } = await keysIn(keyed);
    expect(stored.length, keyed.name).toBeGreaterThan(0);
    expect(stored, keyed.name).toEqual(wanted);
  }
  const found = await admin.get(`/manager/books?${new URLSearchParams({ searchTerm: "l'etranger 2099" })}`);
  await expect(found).toShow("L’Étranger 2099");
  const logged = worker.logs.filter((line) => line.includes("keys computed anew"));
  expect(logged.join()).not.toContain("failed");
  expect(logged[0]).toContain('"books":2000');
});

test("a run after all keys are done reads no row", async () => {
  await computeAnew();
  const before = worker.logs.length;
  await runCron(worker, EVERY_15_MINUTES);
  expect(worker.logs.slice(before).filter((line) => line.includes("keys computed anew"))).toEqual([]);
});

test("a title stored with a line break becomes one line, so that saving another field does not change it", async () => {
  const id = crypto.randomUUID();
  const title = "Two\nlines\0";
  await worker.db.insert(books).values({ id, title, titleKey: "two lines", authorKey: "" });
  await computeAnew();
  const [book] = await worker.db.select().from(books).where(eq(books.id, id));
  expect(book).toMatchObject({ title: "Two lines", titleKey: "two lines" });
});

test("a deleted row is restored with its current key", async () => {
  const id = crypto.randomUUID();
  const row = {
    id,
    title: "Ça’",
    author: null,
    titleKey: "ca’",
    authorKey: "",
    publisherKey: "",
    createdAt: 1,
    updatedAt: 1,
  };
  await worker.db
    .insert(deletedRows)
    .values({ id, entity: "book", label: "Ça’", row, deletedAt: Date.now() });
  await computeAnew();
  expect((await admin.post(`/manager/deleted/book/${id}`, {})).status).toBe(302);
  const [book] = await worker.db.select().from(books).where(eq(books.id, id));
  expect(book).toMatchObject({ title: "Ça’", titleKey: "ca'", author: null, createdAt: 1 });
});

describe("two rows whose keys have become equal", () => {
  const ids = ["equal-1", "equal-2", "equal-3"];
  const keys = () =>
    Promise.all(
      ids.map(async (id) => (await worker.db.select().from(books).where(eq(books.id, id)))[0]?.titleKey),
    );

  beforeAll(async () => {
    await worker.db.insert(books).values(
      ["Rock 'n' Roll", "Rock ’n’ Roll", "Rock ‘n’ Roll"].map((title, n) => ({
        id: ids[n] as string,
        title,
        titleKey: title.toLowerCase(),
        author: "B. Lee",
        authorKey: "b. lee",
      })),
    );
    await worker.db
      .insert(genres)
      .values(
        ["Sci-Fi", "Sci–Fi"].map((name, n) => ({ id: `genre-${n}`, name, nameKey: name.toLowerCase() })),
      );
    await computeAnew();
  });

  test("stay, are listed, are found by the same words, and are next to each other", async () => {
    const plain = (await keys()).filter((key) => key === "rock 'n' roll");
    expect([plain.length, new Set(await keys()).size]).toEqual([1, 3]);
    const listed = await worker.db.select().from(equalRows);
    expect(listed.map(({ tableName }) => tableName).sort()).toEqual(["books", "books", "genres"]);
    const found = await admin.get(`/manager/books?${new URLSearchParams({ searchTerm: "rock 'n' roll" })}`);
    const html = await found.text();
    for (const id of ids) expect(html).toContain(`/manager/books/${id}`);
    await runCron(worker, DAILY);
    expect(worker.logs.findLast((line) => line.includes("equal rows"))).toContain('"books":2,"genres":1');
  });

  test("stay equal when the keys are computed again", async () => {
    const before = await keys();
    await computeAnew();
    expect(await keys()).toEqual(before);
    expect(await worker.db.$count(equalRows)).toBe(3);
  });

  test("are refused when saved unchanged, and one can be renamed", async () => {
    const marked = ids[(await keys()).findIndex((key) => key !== "rock 'n' roll")] as string;
    const path = `/manager/books/${marked}/update`;
    const refused = await admin.post(path, { title: "Rock ’n’ Roll", author: "B. Lee", publisher: "New" });
    expect(refused.status).toBe(409);
    await expect(refused).toShow(t("code:BOOK_ALREADY_EXISTS"));
    const renamed = await admin.post(path, { title: "Rock, the second", author: "B. Lee" });
    expect(renamed).toRedirectTo(`/manager/books/${marked}`);
    await runCron(worker, DAILY);
    expect(await worker.db.$count(equalRows, eq(equalRows.tableName, "books"))).toBe(1);
  });

  test("become one ordinary row when the other is deleted", async () => {
    const plain = ids[(await keys()).indexOf("rock 'n' roll")] as string;
    await admin.post(`/manager/books/${plain}`, {});
    await runCron(worker, DAILY);
    expect((await keys()).filter((key) => key === "rock 'n' roll")).toHaveLength(1);
    expect(await worker.db.$count(equalRows, and(eq(equalRows.tableName, "books")))).toBe(0);
  });
});
