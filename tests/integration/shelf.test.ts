import { and, eq } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rowsOfAllOwners } from "#app/core/db/owned.ts";
import { newRowId } from "#app/core/forms/row-id.ts";
import { auditLog, books, deletedRows, readings, sessions } from "#app/schema.ts";
import { openMigrated } from "#tests/support/database.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
/** Without its type, the table can be queried for the rows of all owners. */
const table = readings as unknown as SQLiteTable;

let worker: TestWorker;
let reader: Awaited<ReturnType<typeof someone>>;
let book: { id: string; title: string };

beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

beforeEach(async () => {
  reader = await someone(worker);
  const id = crypto.randomUUID();
  book = { id, title: `Middlemarch ${id}` };
  await worker.db.insert(books).values({ ...book, author: "George Eliot", titleKey: id, authorKey: "" });
});

type Row = Record<string, unknown> & { id: string; state: string; note: string | null; userId: string };

const rowsOfBook = async (bookId = book.id) => {
  const rows = (await worker.db.select().from(table)) as Row[];
  return rows.filter((row) => row.bookId === bookId);
};

const put = (visitor: Visitor, state: string, id: string = crypto.randomUUID()) =>
  visitor.post("/app/shelf", { bookId: book.id, state, id });

/** Puts the book on the reader's shelf. @returns the path of its page there */
async function shelve(state = "reading"): Promise<string> {
  await put(reader.visitor, state);
  const [row] = await rowsOfBook();
  return `/app/shelf/${row?.id}`;
}

const originalOf = (values: object) =>
  JSON.stringify({ state: "reading", rating: null, finishedOn: null, note: null, ...values });

const save = (path: string, fields: Record<string, string>, visitor = reader.visitor) =>
  visitor.post(path, { intent: "save", state: "reading", ...fields });

test("a reader puts a book on their shelf once, moves it, and finds it there and on their home page", async () => {
  const page = `/app/books/${book.id}`;
  const formId = crypto.randomUUID();
  const id = newRowId.parse(formId);
  for (let n = 0; n < 2; n++) expect(await put(reader.visitor, "reading", formId)).toRedirectTo(page);
  expect(await rowsOfBook()).toMatchObject([{ id, userId: reader.id, state: "reading", title: book.title }]);
  await expect(await reader.visitor.get("/app/shelf")).toShow(book.title);
  const home = await reader.visitor.get("/app");
  await expect(home.clone()).toShow(t("shelf:now"));
  await expect(home).not.toShow(t("shelf:start.title"));

  expect(await put(reader.visitor, "read")).toRedirectTo(page);
  expect(await rowsOfBook()).toMatchObject([{ id, state: "read" }]);
  await expect(await reader.visitor.get("/app"), "a link to another book").toShow(t("shelf:start.title"));
  expect(await (await reader.visitor.get(page)).text()).toMatch(/value="read" aria-pressed="true"/);
  expect(await (await reader.visitor.get("/app/shelf")).text()).not.toContain(book.title);
  await expect(await reader.visitor.get("/app/shelf?state=read")).toShow(book.title);
});

test("two tabs that put the same book on the shelf at the same moment add it once", async () => {
  await Promise.all([put(reader.visitor, "reading"), put(reader.visitor, "reading")]);
  expect(await rowsOfBook()).toHaveLength(1);
});

test("a book outside the catalogue is refused", async () => {
  const gone = { bookId: crypto.randomUUID(), state: "read", id: crypto.randomUUID() };
  await reader.visitor.post("/app/shelf", gone);
  expect(await rowsOfBook(gone.bookId)).toEqual([]);
  await expect(await reader.visitor.get("/app/books")).toShow(t("code:BOOK_NOT_FOUND"));
});

test("a book that is removed from the catalogue stays on the shelf as text, and is linked again when it returns", async () => {
  const path = await shelve();
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  await expect(await reader.visitor.get(path)).toShow(t("reading:toBook"));
  await admin.post(`/manager/books/${book.id}`, {});
  const without = await reader.visitor.get(path);
  await expect(without).toShow(book.title);
  await expect(without).toShow(t("reading:gone"));
  await admin.post(`/manager/deleted/book/${book.id}`, {});
  await expect(await reader.visitor.get(path)).toShow(t("reading:toBook"));
});

test("a reader saves the state, rating and note of a book, and a refused form keeps its values", async () => {
  const path = await shelve();
  const kept = { rating: "4", finishedOn: "2026-11-01", note: "Slow, then not" };
  expect(await save(path, kept)).toRedirectTo("/app/shelf?state=reading");
  expect(await rowsOfBook()).toMatchObject([{ rating: 4, finishedOn: "2026-11-01", note: kept.note }]);
  await expect(await reader.visitor.get("/app/shelf")).toShow("4 stars");
  const refused = await save(path, { ...kept, rating: "6", note: "Typed in vain" });
  expect(refused.status).toBe(400);
  await expect(refused).toShow("Typed in vain");
  expect(await rowsOfBook()).toMatchObject([{ rating: 4, note: kept.note }]);
});

test("of two tabs that change a book, the second one sees both versions, and decides", async () => {
  const path = await shelve();
  await save(path, { note: "First tab", original: originalOf({}) });
  const refused = await save(path, { note: "Second tab", original: originalOf({}) });
  expect(refused.status).toBe(409);
  await expect(refused).toShow("First tab");
  await expect(refused).toShow("Second tab");
  expect(await save(path, { note: "Second tab", original: originalOf({ note: "First tab" }) })).toRedirectTo(
    "/app/shelf?state=reading",
  );
  expect(await rowsOfBook()).toMatchObject([{ note: "Second tab" }]);
});

test("a form whose book was taken off in the meantime keeps its values, and saving puts the book back", async () => {
  const path = await shelve();
  await reader.visitor.post(path, { intent: "remove" });
  expect(await rowsOfBook()).toEqual([]);
  const refused = await save(path, { note: "Typed meanwhile", original: originalOf({}) });
  expect(refused.status).toBe(409);
  await expect(refused).toShow("Typed meanwhile");
  expect(await save(path, { note: "Typed meanwhile", original: originalOf({}), restore: "on" })).toRedirectTo(
    "/app/shelf?state=reading",
  );
  expect(await rowsOfBook()).toMatchObject([{ note: "Typed meanwhile", userId: reader.id }]);
});

describe("a book that was taken off the shelf", () => {
  test("is restored unchanged by Undo, however often its owner clicks", async () => {
    const path = await shelve();
    await save(path, { note: "Kept" });
    const [row] = await rowsOfBook();
    expect(await reader.visitor.post(path, { intent: "remove" })).toRedirectTo("/app/shelf");
    const undo = /action="(\/app\/deleted\/[^"]+)"/.exec(
      await (await reader.visitor.get("/app/shelf")).text(),
    );
    for (let n = 0; n < 2; n++) {
      expect(await reader.visitor.post(undo?.[1] as string, {})).toRedirectTo(path);
    }
    expect(await rowsOfBook()).toEqual([row]);
  });

  test("is restored by nobody else, not even an administrator", async () => {
    const path = await shelve();
    await reader.visitor.post(path, { intent: "remove" });
    const id = path.split("/").at(-1);
    const stranger = await someone(worker);
    const admin = await someone(worker, { role: "admin" });
    const tries = [stranger, admin].map(({ visitor }) => visitor.post(`/app/deleted/reading/${id}`, {}));
    const managed = admin.visitor.post(`/manager/deleted/reading/${id}`, {});
    expect((await Promise.all([...tries, managed])).map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await rowsOfBook()).toEqual([]);
    const log = await admin.visitor.get(`/manager/audit?person=${id}`);
    await expect(log).toShow(t("reading:audit.delete"));
    expect(await (await admin.visitor.get(`/manager/audit?person=${id}`)).text()).not.toContain("/deleted/");
  });

  test("is not overwritten by another user who takes off a row with the same id", async () => {
    const path = await shelve();
    await reader.visitor.post(path, { intent: "remove" });
    const id = path.split("/").at(-1) as string;
    const other = await someone(worker);
    await put(other.visitor, "read", id);
    await other.visitor.post(path, { intent: "remove" });
    const [kept] = await worker.db.select().from(deletedRows).where(eq(deletedRows.id, id));
    expect(kept).toMatchObject({ userId: reader.id, row: { userId: reader.id } });
  });
});

describe("a stranger", () => {
  test("gets the response for a missing row", async () => {
    const path = await shelve();
    await save(path, { note: "Very private" });
    const missing = `/app/shelf/${crypto.randomUUID()}`;
    for (const { visitor } of [await someone(worker), await someone(worker, { role: "admin" })]) {
      const forms: Record<string, string>[] = [
        { intent: "remove" },
        { intent: "save", state: "read" },
        { intent: "save", state: "read", restore: "on" },
        { intent: "save", state: "nonsense" },
      ];
      const asks = [
        (at: string) => visitor.get(at),
        (at: string) => visitor.get(`${at}.data`),
        ...forms.flatMap((form) => [
          (at: string) => visitor.post(at, form),
          (at: string) => visitor.post(`${at}.data`, form),
        ]),
      ];
      for (const ask of asks) {
        const [foreign, unknown] = [await ask(path), await ask(missing)];
        expect(foreign.status, foreign.url).toBe(unknown.status);
        const text = (await foreign.text()).replaceAll(path.split("/").at(-1) as string, "");
        expect(text, foreign.url).not.toContain("private");
      }
    }
    expect(await rowsOfBook()).toMatchObject([{ note: "Very private", state: "reading" }]);
  });

  test("who sends a form with the id of another user's row adds their own row instead", async () => {
    const path = await shelve();
    const stranger = await someone(worker);
    await put(stranger.visitor, "read", path.split("/").at(-1) as string);
    const rows = await rowsOfBook();
    expect(rows.map(({ userId, state }) => [userId, state])).toEqual([
      [reader.id, "reading"],
      [stranger.id, "read"],
    ]);
  });
});

test("an administrator who impersonates a reader sees that shelf in one round trip, and afterwards their own", async () => {
  await shelve();
  const admin = await someone(worker, { role: "admin" });
  const seen = async () => {
    const response = await admin.visitor.get("/app/shelf");
    expect(databaseCost(response).roundTrips).toBeLessThanOrEqual(2);
    return { trips: databaseCost(response).roundTrips, shows: (await response.text()).includes(book.title) };
  };
  expect(await seen()).toEqual({ trips: 1, shows: false });
  await admin.visitor.post(`/manager/users/${reader.id}`, { intent: "impersonate" });
  expect(await seen()).toEqual({ trips: 1, shows: true });
  await worker.db
    .update(sessions)
    .set({ impersonationEndsAt: Date.now() - 1 })
    .where(eq(sessions.impersonatedUserId, reader.id));
  expect((await seen()).shows).toBe(false);
});

test("the audit log says that a user changed a book on their shelf, but not which one", async () => {
  const path = await shelve();
  await save(path, { note: "Very private" });
  await reader.visitor.post(path, { intent: "remove" });
  const of = and(eq(auditLog.actorId, reader.id), eq(auditLog.subjectId, path.split("/").at(-1) as string));
  const entries = await worker.db.select().from(auditLog).where(of);
  expect(entries.map(({ action, subjectLabel, changes }) => [action, subjectLabel, changes]).sort()).toEqual(
    ["create", "delete", "update"].map((verb) => [`reading.${verb}`, null, null]),
  );
});

test("the download of a user's data has the books on the shelf, and those that the user took off it", async () => {
  const path = await shelve();
  await save(path, { note: "Mine" });
  const data = (await (await reader.visitor.get("/account/data")).json()) as Record<string, unknown>;
  expect(data.readings).toMatchObject([{ title: book.title, note: "Mine" }]);
  await reader.visitor.post(path, { intent: "remove" });
  const later = (await (await reader.visitor.get("/account/data")).json()) as Record<string, unknown>;
  expect(later).toMatchObject({ readings: [], deletedRows: [{ label: book.title, row: { note: "Mine" } }] });
});

describe("an owned table", () => {
  test("can't be queried without an owner, however the query is built", async () => {
    const { db, close } = await openMigrated();
    const owner = eq((readings as unknown as { userId: never }).userId, "x");
    try {
      for (const query of [
        () => db.select().from(table),
        () => db.update(table).set({ note: "x" } as never),
        () => db.delete(table),
        () => db.$count(table),
      ]) {
        await expect(async () => await query()).rejects.toThrow("whose rows");
      }
      expect(await db.select().from(table).where(owner)).toEqual([]);
      expect(await db.select().from(rowsOfAllOwners(readings))).toEqual([]);
    } finally {
      await close();
    }
  });
});
