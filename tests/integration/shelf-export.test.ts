import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sessions, users } from "#app/schema.ts";
import { csvOf } from "#tests/support/csv.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const storage = gatedStorage();
/** More books than an export gets in two reads. */
const MANY = 1300;

let worker: TestWorker;
let reader: Awaited<ReturnType<typeof someone>>;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());
beforeEach(async () => {
  reader = await someone(worker);
});

/** Fills a user's shelf. @param note the note on the first book */
const fill = (userId: string, note = "") =>
  worker.d1
    .prepare(
      `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${MANY})
       insert into readings (id, user_id, book_id, title, author, title_key, state, rating, finished_on, note, created_at, updated_at)
       select lower(hex(randomblob(16))), ?, n, 'Title ' || n, 'Author', printf('title %05d', n), 'read', 4, '2026-11-01',
         iif(n = 1, ?, null), 0, n from n`,
    )
    .bind(userId, note)
    .run();

const exported = async () => csvOf(await reader.visitor.get("/app/shelf/export"));

test("the file of a shelf has each of its reader's books once, and nobody else's", async () => {
  await fill((await someone(worker)).id, "Not theirs");
  await fill(reader.id, "Mine");
  await expect(await reader.visitor.get("/app/shelf")).toShow(t("manager:list.export"));
  const response = await reader.visitor.get("/app/shelf/export");
  expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("Content-Disposition")).toMatch(/^attachment; filename="shelf-[\d-]+\.csv"$/);
  expect(databaseCost(response).rowsRead).toBeLessThanOrEqual(1300);
  const { text, rows } = await csvOf(response);
  expect(text.startsWith("\uFEFFtitle,author,state,rating,finished_on,note,created_at,updated_at\r\n")).toBe(
    true,
  );
  expect(rows.map(({ title }) => title)).toEqual(Array.from({ length: MANY }, (_, n) => `Title ${n + 1}`));
  expect(rows[0]).toEqual({
    title: "Title 1",
    author: "Author",
    state: "read",
    rating: "4",
    finished_on: "2026-11-01",
    note: "Mine",
    created_at: "1970-01-01T00:00:00.000Z",
    updated_at: "1970-01-01T00:00:00.001Z",
  });
});

test("no spreadsheet reads a note as a formula", async () => {
  await fill(reader.id, "=1+1\n@SUM(A1)");
  expect((await exported()).rows[0]?.note).toBe("'=1+1\n'@SUM(A1)");
});

test("a request for the page's data gets no file", async () => {
  await fill(reader.id);
  const data = await (await reader.visitor.get("/app/shelf/export.data")).text();
  expect(data).toContain('"/app/shelf"');
  expect(data).not.toContain("Title 1");
});

test.each([
  ["is banned", (id: string) => worker.db.update(users).set({ bannedAt: 1 }).where(eq(users.id, id))],
  ["has signed out", (id: string) => worker.db.delete(sessions).where(eq(sessions.userId, id))],
])("the file stops when its reader %s, and says in its last line that it is incomplete", async (_, end) => {
  await fill(reader.id);
  storage.before(/"title_key", "readings"."author_key", "readings"."id"\) >|title_key", .*\) >/, () =>
    end(reader.id),
  );
  const lines = (await (await reader.visitor.get("/app/shelf/export")).text()).split("\r\n");
  expect(lines.slice(-2)).toEqual([t("manager:errors.exportBroken"), ""]);
  // The file may still contain the page of rows that was being read.
  expect(lines.length).toBeLessThan(1010);
});
