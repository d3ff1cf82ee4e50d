import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import { books, deletedRows } from "#app/schema.ts";
import { bookshelf } from "#tests/support/books-shelf.ts";
import { DAILY, runCron } from "#tests/support/cron.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;

beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin", email: "boss@example.com" });
});
afterAll(() => worker.stop());

const { addGenre, addBook, find, entries } = bookshelf(() => ({ worker, admin }));

describe("a deleted book", () => {
  test("is restored unchanged by Undo: the search finds it, and its genre counts it", async () => {
    const genre = await addGenre("Epics");
    const book = await addBook("The Conference of the Birds", { author: "Attar", genreId: genre.id });
    const before = await find(book.id);

    expect(await admin.post(book.page, {})).toRedirectTo("/manager/books");
    const list = await admin.get("/manager/books");
    await expect(list).toShow(t("book:success.deleted"));
    expect(await list.text()).toContain(`action="${book.restore}"`);
    expect(await find(book.id)).toBeUndefined();
    expect((await admin.get(book.page)).status).toBe(404);
    await expect(await admin.get("/manager/books?searchTerm=conference")).toShow(t("noResults"));
    expect((await addGenre("Epics")).bookCount).toBe(0);

    expect(await admin.post(book.restore, {})).toRedirectTo(`/manager/books#row-${book.id}`);
    await expect(await admin.get("/manager/books")).toShow(
      t("manager:success.restored", { name: "The Conference of the Birds" }),
    );
    expect(await find(book.id)).toEqual(before);
    await expect(await admin.get("/manager/books?searchTerm=conference")).toShow("of the Birds");
    expect((await addGenre("Epics")).bookCount).toBe(1);
    expect(await worker.db.$count(deletedRows, eq(deletedRows.id, book.id))).toBe(0);
  });

  test("keeps the time when it was created", async () => {
    const [old, ...newer] = await Promise.all(
      ["Old", "New 1", "New 2", "New 3", "New 4"].map((title) => addBook(title)),
    );
    await worker.db
      .update(books)
      .set({ createdAt: 0 })
      .where(eq(books.id, old?.id ?? ""));
    await admin.post(old?.page ?? "", {});
    await admin.post(old?.restore ?? "", {});
    const home = await admin.get("/app");
    for (const { id } of newer) expect(await home.clone().text()).toContain(`/app/books/${id}`);
    expect(await home.text()).not.toContain(`/app/books/${old?.id}`);
  });

  test("is restored once if two people undo at the same moment, and a repeated request does no harm", async () => {
    const book = await addBook("Twice");
    await admin.post(book.page, {});
    const answers = await Promise.all([admin.post(book.restore, {}), admin.post(book.restore, {})]);
    const place = `/manager/books#row-${book.id}`;
    for (const answer of answers) expect(answer).toRedirectTo(place);
    expect(await admin.post(book.restore, {})).toRedirectTo(place);
    await expect(await admin.get("/manager/books")).toShow(t("manager:success.restoredUnnamed"));
    expect(await entries(book.id, "row.restore")).toHaveLength(1);
  });

  test("stays deleted if another one like it now exists", async () => {
    const book = await addBook("The Stranger", { author: "Albert Camus" });
    await admin.post(book.page, {});
    const other = await addBook("The Stranger", { author: "Albert Camus" });
    expect(await admin.post(book.restore, {})).toRedirectTo("/manager/books");
    await expect(await admin.get("/manager/books")).toShow(t("code:ROW_NOT_RESTORED"));
    expect(await find(book.id)).toBeUndefined();
    expect(await find(other.id)).toBeDefined();
    expect(await worker.db.$count(deletedRows, eq(deletedRows.id, book.id))).toBe(1);
    expect(await entries(book.id, "row.restore")).toHaveLength(0);
  });

  test("gets the default of a column that was added after its deletion", async () => {
    const book = await addBook("Before the column");
    await admin.post(book.page, {});
    await worker.d1.prepare("update deleted_rows set row = json_remove(row, '$.publisherKey')").run();
    await admin.post(book.restore, {});
    expect(await find(book.id)).toMatchObject({ title: "Before the column", publisherKey: "" });
  });

  test("is restored without its genre if the genre is gone", async () => {
    const genre = await addGenre("Passing");
    const book = await addBook("Orphaned", { genreId: genre.id });
    await admin.post(book.page, {});
    await admin.post(`/manager/genres/${genre.id}/update`, { intent: "delete" });
    await admin.post(book.restore, {});
    expect(await find(book.id)).toMatchObject({ title: "Orphaned", genreId: null });
  });

  test("is restored from the list, which keeps its filters and order, alone or with others", async () => {
    const genre = await addGenre("Filtered");
    const [one, ...many] = [
      await addBook("Filtered 1", { genreId: genre.id }),
      await addBook("Filtered 2", { genreId: genre.id }),
      await addBook("Filtered 3", { genreId: genre.id }),
    ];
    const list = `/manager/books?genre=${genre.id}&sort=-title`;
    const undoIn = async () =>
      /action="(\/manager\/deleted\/book\/[^"]*)"/
        .exec(await (await admin.get(list)).text())?.[1]
        ?.replaceAll("&amp;", "&") ?? "";
    const from = new URLSearchParams({ list: list.split("?")[1] as string });
    expect(await admin.post(`${one?.page}?${from}`, {})).toRedirectTo(list);
    const undo = await undoIn();
    const referer = { Referer: new URL(list, worker.url).href };
    const elsewhere = await admin.post(undo, {});
    expect(elsewhere).toRedirectTo(`${list}#row-${one?.id}`);
    expect(elsewhere.headers.has("X-Remix-Replace")).toBe(false);
    const here = await admin.post(undo, {}, { headers: referer });
    expect(here.headers.has("X-Remix-Replace"), "the list on the screen keeps its length").toBe(true);
    await admin.get(list);

    const body = new URLSearchParams({ intent: "delete" });
    for (const { id } of many) body.append("selected", id);
    expect(await admin.post(list, {}, { body })).toRedirectTo(list);
    const restored = (await admin.post(await undoIn(), {})).headers.get("Location");
    expect(many.map(({ id }) => `${list}#row-${id}`)).toContain(restored);
    await expect(await admin.get(list)).toShow(t("selection:success.restored", { count: 2 }));
  });

  test("is shown after its restore from the audit log, and so is a genre", async () => {
    const book = await addBook("Shown again");
    await admin.post(book.page, {});
    await admin.get("/manager/books");
    expect(await admin.post(`${book.restore}?show=row`, {})).toRedirectTo(book.page);
    await expect(await admin.get(book.page)).toShow(t("manager:success.restored", { name: "Shown again" }));

    const genre = await addGenre("Shown genre");
    const form = `/manager/genres/${genre.id}/update`;
    await admin.post(form, { intent: "delete" });
    await admin.get("/manager/genres");
    const restored = await admin.post(`/manager/deleted/genre/${genre.id}?show=row`, {});
    expect(restored).toRedirectTo(`/manager/genres/${genre.id}`);
    expect(await admin.get(`/manager/genres/${genre.id}`)).toRedirectTo(form);
    await expect(await admin.get(form)).toShow(t("manager:success.restored", { name: "Shown genre" }));
  });

  test("can be restored for 30 days", async () => {
    const book = await addBook("Kept for a while");
    await admin.post(book.page, {});
    // The next page shows the message, which also has an "Undo".
    await admin.get("/manager/books");
    const log = `/manager/audit?person=${book.id}`;
    const deletedAgo = (time: number) =>
      worker.db
        .update(deletedRows)
        .set({ deletedAt: Date.now() - time })
        .where(eq(deletedRows.id, book.id));
    await deletedAgo(30 * DAY - 60_000);
    await runCron(worker, DAILY);
    expect(await (await admin.get(log)).text()).toContain(`action="${book.restore}?show=row"`);
    await deletedAgo(30 * DAY + 60_000);
    await runCron(worker, DAILY);
    expect(await (await admin.get(log)).text()).not.toContain(`action="${book.restore}`);
    expect((await admin.post(book.restore, {})).status).toBe(404);
  });

  test("is not restored by a reader, and neither is a row of an unknown entity", async () => {
    const reader = await Visitor.signedIn(worker, { email: "reader@example.com" });
    const book = await addBook("Not yours");
    await admin.post(book.page, {});
    expect((await reader.post(book.restore, {})).status).toBe(403);
    expect(await find(book.id)).toBeUndefined();
    expect((await admin.post(`/manager/deleted/session/${book.id}`, {})).status).toBe(404);
    expect((await admin.post(`/manager/deleted/user/${book.id}`, {})).status).toBe(404);
    expect(await admin.get(book.restore)).toRedirectTo("/manager/audit");
  });
});

describe("the audit log", () => {
  test("shows each changed field with the form's label", async () => {
    const [old, now] = [await addGenre("Verse"), await addGenre("Prose")];
    const book = await addBook("Draft", { author: "Bashō", genreId: old.id });
    const fields = { title: "Fair Copy", author: "Bashō", genreId: now.id, publisher: "Iwanami" };
    await admin.post(`${book.page}/update`, fields);
    await admin.post(book.page, {});

    const page = await admin.get(`/manager/audit?person=${book.id}&action=book.update`);
    expect(databaseCost(page).roundTrips).toBe(1);
    for (const text of [
      "Title Before: Draft After: Fair Copy",
      "Genre Before: Verse After: Prose",
      "Publisher After: Iwanami",
    ]) {
      await expect(page).toShow(text);
    }
    await expect(page).not.toShow("Author");
    const added = await admin.get(`/manager/audit?person=${book.id}&action=book.create`);
    await expect(added).toShow("Title After: Draft Author After: Bashō Genre After: Verse");
    const gone = await admin.get(`/manager/audit?person=${book.id}&action=book.delete`);
    await expect(gone).toShow("Title Before: Fair Copy After: None");
    const arabic = await admin.get(`/manager/audit?person=${book.id}&action=book.update&lng=ar`);
    await expect(arabic).toShow(textsIn("ar")("book:fields.title"));
    await admin.get("/manager/audit?lng=en");
  });
});
