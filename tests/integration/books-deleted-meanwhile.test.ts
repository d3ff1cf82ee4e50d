import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deletedRows, genres } from "#app/schema.ts";
import { bookshelf } from "#tests/support/books-shelf.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
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

describe("the form of a book that was deleted in the meantime", () => {
  test("keeps the typed values, says so, and restores the book when saved again", async () => {
    const book = await addBook("Half Typed", { author: "Somebody" });
    const original = JSON.stringify({
      title: "Half Typed",
      author: "Somebody",
      genreId: null,
      publisher: null,
    });
    const typed = { title: "Wholly Typed", author: "Somebody", original };
    await admin.post(book.page, {});

    const refused = await admin.post(`${book.page}/update`, typed);
    expect(refused.status).toBe(409);
    expect(refused.headers.get("X-Error-Code")).toBe("ROW_DELETED");
    await expect(refused).toShow(t("code:ROW_DELETED"));
    await expect(refused).toShow(t("manager:deletedMeanwhile"));
    const html = await refused.text();
    expect(html).toContain('value="Wholly Typed"');
    expect(html).toContain('name="restore"');
    expect(await find(book.id)).toBeUndefined();

    expect(await admin.post(`${book.page}/update`, { ...typed, restore: "on" })).toRedirectTo(book.page);
    expect(await find(book.id)).toMatchObject({ title: "Wholly Typed", author: "Somebody" });
  });

  test("checks the typed title and not the old title, which another book may have now", async () => {
    const book = await addBook("Taken Title", { author: "Somebody" });
    const before = await find(book.id);
    await admin.post(book.page, {});
    const other = await addBook("Taken Title", { author: "Somebody" });
    const typed = { author: "Somebody", restore: "on", original: "{}" };

    const refused = await admin.post(`${book.page}/update`, { ...typed, title: "Taken Title" });
    await expect(refused).toShow(t("code:BOOK_ALREADY_EXISTS"));
    await expect(refused).toShow(t("manager:deletedMeanwhile"));
    expect(await find(book.id), "a refused form writes nothing").toBeUndefined();
    expect(await worker.db.$count(deletedRows, eq(deletedRows.id, book.id))).toBe(1);
    expect(await entries(book.id, "row.restore")).toEqual([]);

    expect(await admin.post(`${book.page}/update`, { ...typed, title: "Free Title" })).toRedirectTo(
      book.page,
    );
    const now = await find(book.id);
    expect(now).toMatchObject({ title: "Free Title", author: "Somebody", createdAt: before?.createdAt });
    expect(now?.updatedAt).toBeGreaterThan(before?.updatedAt ?? Number.NaN);
    expect(await find(other.id)).toMatchObject({ title: "Taken Title" });
    expect(await worker.db.$count(deletedRows, eq(deletedRows.id, book.id))).toBe(0);
    expect(await entries(book.id, "row.restore")).toMatchObject([{ subjectLabel: "Taken Title" }]);
    expect(await entries(book.id, "book.update")).toMatchObject([
      { subjectLabel: "Free Title", changes: [["title", "Taken Title", "Free Title"]] },
    ]);
  });

  test("works like this for a genre, too", async () => {
    const { id } = await addGenre("Fleeting");
    const path = `/manager/genres/${id}/update`;
    await admin.post(path, { intent: "delete" });
    await expect(await admin.get("/manager/genres")).toShow(t("undo"));
    expect((await admin.get(`/manager/books/${id}/update`)).status, "a genre is not a book").toBe(404);
    const refused = await admin.post(path, { intent: "save", name: "Lasting" });
    await expect(refused).toShow(t("manager:deletedMeanwhile"));
    expect(await refused.text()).toContain('value="Lasting"');
    expect(await admin.post(path, { intent: "save", name: "Lasting", restore: "on" })).toRedirectTo(
      "/manager/genres",
    );
    expect((await worker.db.select().from(genres).where(eq(genres.id, id)))[0]?.name).toBe("Lasting");
  });
});
