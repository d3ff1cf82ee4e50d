import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { books } from "#app/schema.ts";
import { letPass } from "#tests/support/movable-clock.ts";
import { A_MINUTE, copyOf, queriesOf, readerWithScript, servedBy } from "#tests/support/replica-readers.ts";
import { type ReplicatedD1, startReplicatedWorker } from "#tests/support/replicated-database.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import type { TestWorker } from "#tests/support/worker.ts";

// Copies of the catalogue in two data centres. books-claim.test.ts tests who may read them without being looked up.

const CACHED = { READ_CACHE: "true" };

/** Two data centres that are far from each other and from the database. */
let nairobi: TestWorker;
let paris: TestWorker;
let replication: ReplicatedD1;

beforeAll(async () => {
  ({ worker: nairobi, replication } = await startReplicatedWorker({ settings: CACHED, dataCentre: "NBO" }));
  ({ worker: paris } = await startReplicatedWorker({ settings: CACHED, dataCentre: "CDG", of: replication }));
});
afterAll(async () => {
  await nairobi.stop();
  await paris.stop();
});
beforeEach(() => replication.reset());

let number = 0;

/** Adds a book directly to the database, so that no data centre knows about it. */
async function addBook(title = `Kintu ${++number}`) {
  const keys = { titleKey: comparisonKey(title), authorKey: comparisonKey("Jennifer Nansubuga Makumbi") };
  const [book] = await nairobi.db
    .insert(books)
    .values({ title, author: "Jennifer Nansubuga Makumbi", ...keys })
    .returning();
  return { id: book?.id as string, title, path: `/app/books/${book?.id}` };
}

const rename = ({ id }: { id: string }, title: string) =>
  nairobi.db
    .update(books)
    .set({ title, titleKey: comparisonKey(title) })
    .where(eq(books.id, id));

/** Signs in a reader whose browser runs script. */
const reader = (worker = nairobi, given: Parameters<typeof readerWithScript>[1] = {}) =>
  readerWithScript(worker, given);

/** Copies a browser whose requests now reach another data centre. */
const movedTo = (worker: TestWorker, visitor: Visitor): Visitor =>
  Object.assign(new Visitor(worker), { cookies: visitor.cookies, userId: visitor.userId });

describe("the catalogue", () => {
  test("asks the database once for each page, then for none, whoever reads", async () => {
    const book = await addBook();
    const paths = ["/app/books", "/app/books?sort=author", book.path];
    const first = await reader();
    for (const path of paths) expect(await queriesOf(first, path), path).toBeGreaterThan(0);
    for (const path of [...paths, `${book.path}?from=list`])
      expect(await queriesOf(first, path), path).toBe(0);
    const second = await reader();
    const admitted = await second.get(paths[0] as string);
    expect(databaseCost(admitted), "the session only").toMatchObject({ queries: 1, roundTrips: 1 });
    for (const path of paths) {
      const page = await second.get(path);
      expect(databaseCost(page), path).toMatchObject({ queries: 0, rowsRead: 0 });
      if (path !== paths[0]) await expect(page).toShow(book.title);
    }
    expect(await queriesOf(await reader(paris), book.path), "another data centre").toBeGreaterThan(0);
  });

  test("costs one round trip where a data centre has no copy", async () => {
    const { path } = await addBook();
    const visitor = await reader();
    expect(databaseCost(await visitor.get(path)).roundTrips).toBe(1);
    expect(databaseCost(await visitor.get((await addBook()).path)).roundTrips).toBe(1);
  });

  test("comes from the cache for 19 of 20 requests of a reader who pages through it", async () => {
    const all = await Promise.all(Array.from({ length: 3 }, () => addBook()));
    const visitor = await reader();
    const paths = ["/app/books", ...all.map(({ path }) => path)];
    let missed = 0;
    for (let n = 0; n < 80; n++) {
      missed += (await queriesOf(visitor, paths[n % paths.length] as string)) > 0 ? 1 : 0;
    }
    expect(missed).toBeLessThanOrEqual(4);
  });

  test("always asks the database for a search, for a form, and for a user who may enter the manager", async () => {
    const visitor = await reader();
    await visitor.get("/app/books");
    expect(await queriesOf(visitor, "/app/books?searchTerm=kintu")).toBeGreaterThan(0);
    expect(databaseCost(await visitor.post("/app/books", {})).queries).toBeGreaterThan(0);
    const admin = await reader(nairobi, { role: "admin" });
    for (let n = 0; n < 2; n++) expect(await queriesOf(admin, "/app/books")).toBeGreaterThan(0);
    expect(admin.cookies.has("claim")).toBe(false);
  });

  test("shows a change immediately in the data centre of the administrator who made it, and elsewhere within minutes", async () => {
    const book = await addBook();
    const [here, there] = [await reader(nairobi), await reader(paris)];
    for (const visitor of [here, there]) await expect(await visitor.get(book.path)).toShow(book.title);
    const admin = await reader(nairobi, { role: "admin" });
    const title = `${book.title}, second edition`;
    const written = await admin.post(`/manager/books/${book.id}/update`, { title, author: "Makumbi" });
    expect(written.status).toBe(302);
    // Shorter than a minute, after which any copy is read again.
    const soon = { timeout: A_MINUTE / 2 };
    await expect.poll(async () => (await here.get(book.path)).text(), soon).toContain(title);
    await expect(await there.get(book.path), "its copy is less than a minute old").not.toShow(title);
  });

  test("never goes back in time when a reader moves to another data centre", async () => {
    const book = await addBook();
    await expect(await (await reader(paris)).get(book.path)).toShow(book.title);
    const title = `${book.title}, renamed`;
    await rename(book, title);
    const traveller = await reader(nairobi);
    await expect(await traveller.get(book.path)).toShow(title);
    const arrived = movedTo(paris, traveller);
    await expect(await arrived.get(book.path), "its copy is older").toShow(title);
    expect(await queriesOf(arrived, book.path)).toBe(0);
    await expect(await (await reader(paris)).get(book.path), "for others, too, from now on").toShow(title);
  });

  test("shows the same in two tabs, and never shows another device an older state than before", async () => {
    const book = await addBook();
    const tab = await reader();
    await expect(await tab.get(book.path)).toShow(book.title);
    const other = copyOf(tab);
    await rename(book, `${book.title}, renamed`);
    for (const visitor of [tab, other]) await expect(await visitor.get(book.path)).not.toShow("renamed");
    const device = movedTo(paris, await reader());
    for (let n = 0; n < 2; n++) await expect(await device.get(book.path)).toShow("renamed");
  });
});

test("a browser that has lagged for five minutes asks the primary again", async () => {
  const { path } = await addBook();
  const visitor = await reader();
  await visitor.get(path);
  await letPass(5 * A_MINUTE, nairobi);
  visitor.cookies.delete("claim");
  expect(servedBy(await visitor.get((await addBook()).path)).regions).toContain("ENAM");
});

test.each([
  ["a replica is as old as what the primary last confirmed to that browser", "APAC", true],
  ["the primary is new", "ENAM", false],
] as const)("a copy that was read from %s", async (_, nearest, isOutdated) => {
  const book = await addBook();
  const visitor = await reader();
  await visitor.get("/app/books");
  await replication.catchUp();
  replication.nearest = nearest;
  await letPass(4.5 * A_MINUTE, nairobi);
  const page = await visitor.get(book.path);
  // The claim is too old, so the primary looks up the session. The copy of the page is no newer for that.
  expect(new Set(servedBy(page).regions?.split(" "))).toEqual(new Set([nearest, "ENAM"]));
  await rename(book, `${book.title}, renamed`);
  await letPass(A_MINUTE / 2, nairobi);
  const shown = expect(await (await reader()).get(book.path));
  await (isOutdated ? shown : shown.not).toShow(`${book.title}, renamed`);
});
