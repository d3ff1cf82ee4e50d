import { and, eq, inArray, isNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newRowId } from "#app/core/forms/row-id.ts";
import { rowAnchor } from "#app/core/lists/list-place.ts";
import { auditLog, books, deletedRows, genres } from "#app/schema.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests one action on the selected books of the manager's list, as a browser without script sends it.

const t = textsIn("en");
const LIST = "/manager/books";

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());

async function addBooks(...titles: string[]): Promise<string[]> {
  const ids = titles.map(() => crypto.randomUUID());
  for (const [n, title] of titles.entries()) {
    await admin.post("/manager/books/new", { title, id: ids[n] as string });
  }
  return ids.map((id) => newRowId.parse(id));
}

async function addGenre(name: string): Promise<string> {
  const id = crypto.randomUUID();
  await admin.post("/manager/genres/new", { name, id });
  return newRowId.parse(id);
}

/** Posts a form with selected rows. */
function postSelected(ids: string[], fields: Record<string, string>, path = LIST) {
  const body = new URLSearchParams(fields);
  for (const id of ids) body.append("selected", id);
  return admin.post(path, {}, { body });
}

const stored = (ids: string[]) => worker.db.select().from(books).where(inArray(books.id, ids));
/** Reads the log entries of single rows, without the entry that covers them all. */
const entriesOf = (response: Response) =>
  worker.db
    .select()
    .from(auditLog)
    .where(
      and(eq(auditLog.requestId, response.headers.get("X-Request-Id") as string), isNull(auditLog.parts)),
    );

test("the URL opens the confirmation before deleting, and keeps the list and the selection", async () => {
  const [id = ""] = await addBooks("Asked about");
  const page = await admin.get(`${LIST}?sort=-updated&selected=${id}&confirm=delete`);
  expect(databaseCost(page).roundTrips).toBe(1);
  const html = await page.clone().text();
  await expect(page).toShow(t("book:selected.deleteQuestion", { count: 1 }));
  expect(html).toMatch(new RegExp(`<input[^>]* type="hidden"[^>]* name="selected"[^>]* value="${id}"`));
  expect(html).toMatch(new RegExp(`<input[^>]* type="checkbox"[^>]* checked=""[^>]* value="${id}"`));
  const answer = await postSelected([id], { intent: "delete" }, `${LIST}?sort=-updated&selected=${id}`);
  expect(answer).toRedirectTo(`${LIST}?sort=-updated`);
});

test("a manager deletes the selected books, each with an entry, learns which were already deleted, and can undo it", async () => {
  const ids = await addBooks("First of three", "Second of three", "Third of three", "Not selected");
  const [first = "", second = "", third = "", other = ""] = ids;
  const before = await stored(ids);
  await admin.post(`/manager/books/${first}`, {});
  const answer = await postSelected([first, second, third, third], { intent: "delete" });
  expect((await stored(ids)).map(({ id }) => id)).toEqual([other]);
  const entries = await entriesOf(answer);
  expect(entries.map(({ subjectLabel }) => subjectLabel).sort()).toEqual([
    "Second of three",
    "Third of three",
  ]);
  for (const entry of entries) expect(entry).toMatchObject({ action: "book.delete" });

  const list = await admin.get(LIST);
  await expect(list.clone()).toShow(t("book:success.selected.deletedSome", { count: 2, total: 3 }));
  const [, undo = ""] = /action="(\/manager\/deleted\/book\/[^"]*)"/.exec(await list.text()) ?? [];
  const back = (await admin.post(undo, {})).headers.get("Location");
  expect([second, third].map((id) => `${LIST}#${rowAnchor(id)}`)).toContain(back);
  await expect(await admin.get(LIST)).toShow(t("selection:success.restored", { count: 2 }));
  // In the meantime, another request has deleted the first book.
  expect(await stored(ids)).toEqual(expect.arrayContaining(before.filter(({ id }) => id !== first)));
  expect(await stored([first])).toEqual([]);
});

test("a second undo says that the books are there, and a late one that they can't be restored", async () => {
  const ids = await addBooks("Sent", "Twice");
  await postSelected(ids, { intent: "delete" });
  const [, undo = ""] =
    /action="(\/manager\/deleted\/book\/[^"]*)"/.exec(await (await admin.get(LIST)).text()) ?? [];
  for (const said of [t("selection:success.restored", { count: 2 }), t("manager:success.restoredUnnamed")]) {
    const back = (await admin.post(undo, {})).headers.get("Location");
    expect([LIST, ...ids.map((id) => `${LIST}#${rowAnchor(id)}`)]).toContain(back);
    await expect(await admin.get(LIST)).toShow(said);
  }
  expect(await stored(ids)).toHaveLength(2);
  await postSelected(ids, { intent: "delete" });
  await worker.db.delete(deletedRows).where(inArray(deletedRows.id, ids));
  expect(await admin.post(undo, {})).toRedirectTo(LIST);
  await expect(await admin.get(LIST)).toShow(t("manager:errors.notRestorable"));
});

test("an undo leaves out a book that another one like it has replaced", async () => {
  const ids = await addBooks("Taken", "Free");
  await postSelected(ids, { intent: "delete" });
  const [, undo = ""] =
    /action="(\/manager\/deleted\/book\/[^"]*)"/.exec(await (await admin.get(LIST)).text()) ?? [];
  await addBooks("Taken");
  await admin.post(undo, {});
  await expect(await admin.get(LIST)).toShow(t("selection:success.restoredSome", { restored: 1, total: 2 }));
  expect((await stored(ids)).map(({ title }) => title)).toEqual(["Free"]);
});

test("a manager sets or clears the genre of the selected books, with an entry for each that changed", async () => {
  const genreId = await addGenre("Selected");
  const ids = await addBooks("Without one", "Also without");
  await postSelected(ids.slice(0, 1), { intent: "set-genre", genreId });
  const answer = await postSelected([...ids, "gone"], { intent: "set-genre", genreId });
  expect((await stored(ids)).map((book) => book.genreId)).toEqual([genreId, genreId]);
  const entries = await entriesOf(answer);
  expect(entries).toMatchObject([{ subjectLabel: "Also without", changes: [["genreId", null, "Selected"]] }]);
  await expect(await admin.get(LIST)).toShow(t("book:success.selected.movedSome", { count: 2, total: 3 }));
  const [genre] = await worker.db.select().from(genres).where(eq(genres.id, genreId));
  expect(genre?.bookCount).toBe(2);

  await postSelected(ids, { intent: "set-genre", genreId: "none" });
  expect((await stored(ids)).map((book) => book.genreId)).toEqual([null, null]);
  const none = await admin.get(`${LIST}?genre=none&searchTerm=without`);
  await expect(none.clone()).toShow("Also without");
  await expect(await admin.get(`${LIST}?genre=none`)).toShow("Without one");
});

test("a manager who sends a deleted genre, no genre, no book or too many gets a refusal, and nothing changes", async () => {
  const ids = await addBooks("Unchanged");
  const refused: [string[], Record<string, string>, string][] = [
    [ids, { intent: "set-genre", genreId: "gone" }, t("code:GENRE_NOT_FOUND")],
    [ids, { intent: "set-genre" }, t("book:errors.genreRequired")],
    [[], { intent: "delete" }, t("selection:errors.none")],
    [
      [...ids, ...Array.from({ length: 100 }, String)],
      { intent: "delete" },
      t("selection:tooMany", { limit: 100 }),
    ],
    [["gone"], { intent: "delete" }, t("book:errors.selectedGone")],
  ];
  for (const [selected, fields, message] of refused) {
    expect(await postSelected(selected, fields)).toRedirectTo(LIST);
    await expect(await admin.get(LIST)).toShow(message);
  }
  expect(await stored(ids)).toMatchObject([{ title: "Unchanged", genreId: null }]);
  expect((await postSelected(ids, { intent: "nonsense" })).status).toBe(400);
});

test("a hundred books are deleted in one round trip", async () => {
  await worker.d1
    .prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 100)
       insert into books (id, title, title_key, author_key, created_at, updated_at)
       select 'many-' || i, 'Many ' || i, 'many ' || i, '', 0, 0 from n`,
    )
    .run();
  const ids = Array.from({ length: 100 }, (_, n) => `many-${n + 1}`);
  const answer = await postSelected(ids, { intent: "delete" });
  // The guard takes one of the round trips, because it runs before a write.
  expect(databaseCost(answer).roundTrips).toBeLessThanOrEqual(2);
  expect(await stored(ids)).toEqual([]);
  expect(new Set((await entriesOf(answer)).map(({ id }) => id)).size).toBe(100);
});
