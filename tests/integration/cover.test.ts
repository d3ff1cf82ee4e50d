import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import { auditLog, books, deletedRows, files } from "#app/schema.ts";
import { bookshelf } from "#tests/support/books-shelf.ts";
import { DAILY, EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
import { csvOf } from "#tests/support/csv.ts";
import { textsIn } from "#tests/support/texts.ts";
import { keptObjects, pictureAddresses, pictureFile, postFile } from "#tests/support/upload-files.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
let worker: TestWorker;
let admin: Visitor;
let reader: Visitor;
let book: { id: string; page: string; restore: string; title: string };

beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
  reader = await Visitor.signedIn(worker);
});
afterAll(() => worker.stop());

const { addBook, find } = bookshelf(() => ({ worker, admin }));

beforeEach(async () => {
  const title = `The Waves ${crypto.randomUUID()}`;
  book = { ...(await addBook(title, { author: "Virginia Woolf" })), title };
});

const send = (visitor = admin, file = "plain.png", page = book.page) =>
  postFile(visitor, pictureFile(file), { path: `${page}/cover`, name: "cover.png" });

const covers = async (path: string, visitor = reader) => pictureAddresses(await visitor.get(path));

const filesOfBook = () => worker.db.$count(files, eq(files.rowId, book.id));

const logged = async () =>
  (
    await worker.db
      .select({ action: auditLog.action, label: auditLog.subjectLabel })
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, book.id), inArray(auditLog.action, ["cover.set", "cover.remove"])))
      .orderBy(auditLog.at)
  ).map(({ action, label }) => `${action} ${label}`);

/** The pages that show the book, each with a visitor who may open it. */
const pages = (): [string, Visitor][] => [
  [`/app/books?searchTerm=${book.title.split(" ").at(-1)}`, reader],
  [`/app/books/${book.id}`, reader],
  ["/app", reader],
  [`/manager/books?searchTerm=${book.title.split(" ").at(-1)}`, admin],
  [book.page, admin],
];

test("a cover that a manager uploads is on the pages of its book, at the same cost, until it is removed", async () => {
  const bare = new Map<string, ReturnType<typeof databaseCost>>();
  for (const [path, visitor] of pages()) {
    // What a page costs depends on which pages the browser has opened before.
    await visitor.get(path);
    const page = await visitor.get(path);
    bare.set(path, databaseCost(page));
    expect(await pictureAddresses(page), path).toEqual([]);
  }
  expect(await send()).toRedirectTo(book.page);
  await expect(await admin.get(book.page)).toShow(t("upload:picture.saved"));
  for (const [path, visitor] of pages()) {
    const page = await visitor.get(path);
    const { roundTrips, rowsRead } = databaseCost(page);
    expect({ roundTrips, rowsRead }, path).toEqual({
      roundTrips: 1,
      rowsRead: bare.get(path)?.rowsRead,
    });
    const addresses = await pictureAddresses(page);
    expect(addresses.length, path).toBeGreaterThan(0);
    for (const address of addresses) {
      const picture = await visitor.get(address);
      expect(picture.headers.get("Content-Type"), path).toBe("image/webp");
      expect(databaseCost(picture).queries || 0).toBe(0);
    }
  }
  expect(await admin.post(`${book.page}/cover`, { intent: "remove-file" })).toRedirectTo(book.page);
  for (const [path, visitor] of pages()) expect(await covers(path, visitor), path).toEqual([]);
  expect(await find(book.id)).toMatchObject({ coverId: null });
  expect(await filesOfBook()).toBe(0);
  expect(await logged()).toEqual([`cover.set ${book.title}`, `cover.remove ${book.title}`]);
});

test("the list and the page of a book show one picture in the sizes that pages need", async () => {
  await send();
  const [inList] = await covers(`/app/books?searchTerm=${book.title.split(" ").at(-1)}`);
  const [onPage] = await covers(`/app/books/${book.id}`);
  expect(inList).toBe(onPage);
  const { coverId } = (await find(book.id)) ?? {};
  const drawn = (await keptObjects(worker)).filter((key) => key.includes(coverId ?? "none"));
  expect(drawn.sort()).toEqual([`files/${coverId}/large`, `files/${coverId}/small`]);
});

test("a second cover replaces the first one, at another address, and the first file is deleted", async () => {
  await send();
  const [first = ""] = await covers(`/app/books/${book.id}`);
  expect(await send(admin, "plain.webp")).toRedirectTo(book.page);
  const [second = ""] = await covers(`/app/books/${book.id}`);
  expect(second).not.toBe(first);
  expect(await filesOfBook()).toBe(1);
  await runCron(worker, EVERY_15_MINUTES);
  expect((await reader.get(first)).status).toBe(404);
  expect((await reader.get(second)).status).toBe(200);
});

test("of two covers that are uploaded at the same time, one stays and is shown", async () => {
  await Promise.all([send(), send(admin, "plain.webp")]);
  const [row] = await worker.db.select().from(files).where(eq(files.rowId, book.id));
  expect(await filesOfBook()).toBe(1);
  expect(await find(book.id)).toMatchObject({ coverId: row?.id });
});

describe("access to a cover", () => {
  test("is not offered to a reader or a visitor, who can't change it", async () => {
    await send();
    const before = await find(book.id);
    const visitor = new Visitor(worker);
    for (const path of [`${book.page}/cover`, `${book.page}/cover/file`]) {
      const answer = await postFile(reader, pictureFile("plain.png"), { path });
      expect(answer.status, path).toBe(403);
      expect((await postFile(visitor, pictureFile("plain.png"), { path })).status, path).toBe(302);
    }
    await reader.post(`${book.page}/cover`, { intent: "remove-file" });
    expect(await find(book.id)).toEqual(before);
    expect(await (await reader.get(`/app/books/${book.id}`)).text()).not.toContain(`${book.page}/cover`);
    expect(await (await admin.get(book.page)).text()).toContain(`href="${book.page}/cover"`);
  });

  test("is refused to a visitor, for whom the cover stays hidden whatever the book contains", async () => {
    await send();
    const visitor = new Visitor(worker);
    expect((await visitor.get(`/app/books/${book.id}`)).status).toBe(302);
    const [address = ""] = await covers(`/app/books/${book.id}`);
    const guesses = [
      address.replace(/[^/]+$/, ""),
      address.replace(/[^/]+$/, "x".repeat(43)),
      address.replace("/large/", "/small/"),
      address.replace(/\/files\/[^/]+/, `/files/${book.id}`),
    ];
    for (const guess of guesses) expect((await visitor.get(guess)).status, guess).toBe(404);
  });
});

test("a file that is not a picture is refused, and the cover stays", async () => {
  await send();
  const before = await find(book.id);
  const path = `${book.page}/cover`;
  const refused = await postFile(admin, new Uint8Array(9), { path, name: "cover.png" });
  expect(refused.status).toBe(400);
  await expect(refused).toShow(t("upload:errors.noPicture"));
  expect(await find(book.id)).toEqual(before);
  expect(await filesOfBook()).toBe(1);
});

test("a form that was opened before the cover changed saves the book and keeps the new cover", async () => {
  const form = await (await admin.get(`${book.page}/update`)).text();
  const original = (/name="original" value="([^"]*)"/.exec(form)?.[1] ?? "").replaceAll("&quot;", '"');
  expect(JSON.parse(original)).toMatchObject({ title: book.title });
  await send();
  const fields = { title: book.title, author: "Virginia Woolf", publisher: "Hogarth Press", original };
  expect(await admin.post(`${book.page}/update`, fields)).toRedirectTo(book.page);
  expect(await find(book.id)).toMatchObject({ publisher: "Hogarth Press", coverId: expect.any(String) });
});

test("the exported list does not mention covers", async () => {
  await send();
  const { rows } = await csvOf(
    await admin.get(`/manager/books/export?searchTerm=${book.title.split(" ").at(-1)}`),
  );
  expect(Object.keys(rows[0] ?? {}).filter((column) => column.includes("cover"))).toEqual([]);
});

test("without a store for files, all covers are drawn and none can be uploaded", async () => {
  const bare = await startTestWorker({ overrides: { r2Buckets: {} } });
  const manager = await Visitor.signedIn(bare, { role: "admin" });
  const id = crypto.randomUUID();
  await bare.db
    .insert(books)
    .values({ id, title: "Flush", titleKey: "flush", authorKey: "", coverId: "kept" });
  const page = await manager.get(`/manager/books/${id}`);
  expect(await pictureAddresses(page.clone())).toEqual([]);
  expect(await page.text()).not.toContain(`/manager/books/${id}/cover`);
  expect((await manager.get(`/manager/books/${id}/cover`)).status).toBe(404);
  await bare.stop();
});

// This test runs last, because it ends all sessions.
test("a cover is restored with its book, and deleted once the book can't be restored", async () => {
  await send();
  const before = await find(book.id);
  await admin.post(book.page, {});
  expect((await admin.get(`${book.page}/cover`)).status).toBe(404);
  expect((await send()).status).toBe(404);
  await admin.post(book.restore, {});
  expect(await find(book.id)).toEqual(before);
  expect((await covers(`/app/books/${book.id}`))[0]).toContain(before?.coverId);

  await admin.post(book.page, {});
  await runCron(worker, DAILY, 29 * DAY);
  expect(await filesOfBook()).toBe(1);
  await runCron(worker, DAILY, 31 * DAY);
  expect(await filesOfBook()).toBe(0);
  expect(await worker.db.$count(deletedRows, eq(deletedRows.id, book.id))).toBe(0);
});
