import { and, eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog, books, genres } from "#app/schema.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests one action on all results in the manager's list of books, as a browser without script requests it.

const t = textsIn("en");
const LIST = "/manager/books";

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());

async function addGenre(name: string): Promise<string> {
  const id = crypto.randomUUID();
  await worker.db.insert(genres).values({ id, name, nameKey: name.toLowerCase() });
  return id;
}

/** Adds `count` books of a genre. */
const addMany = (word: string, count: number, genreId: string) =>
  worker.d1
    .prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?2)
       insert into books (id, title, title_key, author, author_key, genre_id, created_at, updated_at)
       select ?1 || i, ?1 || ' ' || i, ?1 || ' ' || i, 'Ann', 'ann', ?3, 0, 0 from n`,
    )
    .bind(word, count, genreId)
    .run();

/** Finds the hidden value that identifies the results for which a confirmation was shown. */
const confirmedIn = (html: string) => /name="confirmed" value="([^"]*)"/.exec(html)?.[1] ?? "";

/**
 * Opens the confirmation to delete all `count` results of a list.
 * @returns the page (`question`) and its form
 */
async function askToDelete(list: string, count: number) {
  const question = await admin.get(`${list}&confirm=delete&all=${count}`);
  return {
    question: question.clone(),
    form: { intent: "delete", confirmed: confirmedIn(await question.text()) },
  };
}

const ofGenre = (id: string) => worker.db.select().from(books).where(eq(books.genreId, id));

/** Reads the log entries that each cover all rows that a response has changed. */
const operationsOf = (response: Response) =>
  worker.db
    .select()
    .from(auditLog)
    .where(
      and(eq(auditLog.requestId, response.headers.get("X-Request-Id") as string), isNotNull(auditLog.parts)),
    );

test("an action on all results of a search or genre asks first, whatever page is shown, and is one operation", async () => {
  const [genreId, other] = [await addGenre("Of all results"), await addGenre("Also of all")];
  await addMany("whole", 130, genreId);
  const found = await ofGenre(genreId);
  const list = `${LIST}?genre=${genreId}`;
  await expect(await admin.get(list)).toShow(t("selection:allResults", { count: 130 }));
  // The form in the selection bar redirects to the confirmation.
  const asked = await admin.post(list, { intent: "set-genre", all: "130", genreId: other });
  const question = new URL(asked.headers.get("Location") ?? "", worker.url);
  expect(Object.fromEntries(question.searchParams)).toEqual({
    genre: genreId,
    all: "130",
    confirm: "genre",
    genreId: other,
  });
  expect(await ofGenre(genreId)).toEqual(found);
  const page = await admin.get(question.pathname + question.search);
  await expect(page.clone()).toShow(t("book:selected.genreQuestion", { count: 130 }));
  expect(databaseCost(page).roundTrips).toBe(1);
  const html = await page.text();
  expect(html).toMatch(new RegExp(`<option value="${other}" selected`));

  const moved = await admin.post(list, {
    intent: "set-genre",
    confirmed: confirmedIn(html),
    genreId: other,
  });
  expect(moved).toRedirectTo(list);
  await expect(await admin.get(LIST)).toShow(t("book:success.selected.moved", { count: 130 }));
  expect(await operationsOf(moved)).toMatchObject([{ action: "book.setGenre", parts: 130 }]);

  const search = `${LIST}?searchTerm=whole`;
  const answer = await askToDelete(search, 130);
  await expect(answer.question).toShow(t("book:selected.deleteQuestion", { count: 130 }));
  const deleted = await admin.post(search, answer.form);
  expect(databaseCost(deleted).roundTrips).toBeLessThanOrEqual(3);
  expect(await ofGenre(other)).toEqual([]);
  expect(await operationsOf(deleted)).toMatchObject([{ action: "book.deleteMany", parts: 130 }]);
  const [, undo = ""] =
    /action="(\/manager\/deleted\/book\/[^"]*)"/.exec(await (await admin.get(LIST)).text()) ?? [];
  await admin.post(undo, {});
  expect(await ofGenre(other)).toHaveLength(130);
});

test("an action on all results is refused if they have changed since the question, even if their number is the same", async () => {
  const genreId = await addGenre("Grows");
  await addMany("grows", 30, genreId);
  const list = `${LIST}?genre=${genreId}`;
  // The confirmation counts the results again. There are more than when the list was shown.
  const { question, form } = await askToDelete(list, 29);
  await expect(question).toShow(t("book:selected.deleteQuestion", { count: 30 }));
  const [one] = await ofGenre(genreId);
  const swap = worker.db.update(books).set({ genreId: null });
  await swap.where(eq(books.id, one?.id ?? ""));
  await addMany("late", 1, genreId);
  expect(await admin.post(list, form)).toRedirectTo(list);
  await expect(await admin.get(list)).toShow(t("selection:errors.otherResults"));
  expect(await ofGenre(genreId)).toHaveLength(30);
  for (const confirmed of ["30", "x"]) {
    expect(await admin.post(list, { intent: "delete", confirmed }), confirmed).toRedirectTo(list);
    await expect(await admin.get(list)).toShow(t("selection:errors.otherResults"));
  }
  expect((await admin.post(list, { ...form, confirmed: "x".repeat(101) })).status).toBe(400);
  const reader = await Visitor.signedIn(worker);
  expect((await reader.post(list, form)).status).toBe(403);
  expect(await ofGenre(genreId)).toHaveLength(30);
});

test("an action on all results is refused and not offered if there are too many, or if the list does not know how many", async () => {
  const genreId = await addGenre("Crowded");
  await addMany("crowd", 500, genreId);
  const list = `${LIST}?genre=${genreId}`;
  const { question, form } = await askToDelete(list, 500);
  await expect(question).toShow(t("book:selected.deleteQuestion", { count: 500 }));
  for (const all of ["501", "0", "x"]) {
    expect((await admin.post(list, { intent: "delete", all })).status, all).toBe(400);
  }
  for (const search of [`?genre=none`, `?genre=${genreId}&searchTerm=crowd`]) {
    const response = await admin.post(LIST + search, form);
    expect(response.status, search).toBe(400);
    const refused = await askToDelete(LIST + search, 30);
    expect(refused.form.confirmed, search).toBe("");
    await expect(refused.question).not.toShow(t("selection:allResults", { count: 30 }));
  }
  await addMany("more", 10, genreId);
  const crowd = await admin.get(list);
  await expect(crowd).not.toShow(t("selection:allResults", { count: 510 }));
  expect((await askToDelete(list, 500)).form.confirmed).toBe("");
  expect(await admin.post(list, form)).toRedirectTo(list);
  expect(await ofGenre(genreId)).toHaveLength(510);
});
