import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
let reader: Awaited<ReturnType<typeof someone>>;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
});
afterAll(() => worker.stop());
beforeEach(async () => {
  reader = await someone(worker);
});

/** Finds the buttons on the cards of a list. @returns the ids of their books */
async function buttons(path = "/app/books", { visitor } = reader) {
  const html = await (await visitor.get(path)).text();
  return [...html.matchAll(/<button[^>]* form="put"[^>]* value="([^"]+)".*?<span>([^<]+) <\/span>/gs)].map(
    ([, id = "", what = ""]) => ({ id, what }),
  );
}

const stateOf = (bookId: string) =>
  worker.d1
    .prepare("select state from readings where user_id = ? and book_id = ?")
    .bind(reader.id, bookId)
    .first<string>("state");

test('a reader puts a book on the shelf "to read" from its card, once, and returns to the same list', async () => {
  const list = "/app/books?searchTerm=a&genre=";
  const [book = { id: "", what: "" }] = await buttons(list);
  expect(book.what).toBe(t("shelf:wanted"));
  const form = { state: "wanted", list: list.slice(list.indexOf("?")), bookId: book.id };
  for (const message of ["put", "there"] as const) {
    expect(await reader.visitor.post("/app/shelf", form)).toRedirectTo(list);
    await expect(await reader.visitor.get(list)).toShow(t(`reading:success.${message}`));
  }
  expect(await stateOf(book.id)).toBe("wanted");
  expect((await buttons(list))[0]).toEqual({ id: book.id, what: t("shelf:there") });
  const stranger = await someone(worker);
  expect((await buttons(list, stranger))[0]).toEqual(book);
});

test("a book that was marked as read keeps that state, even after a click on an outdated page", async () => {
  const [{ id } = { id: "" }] = await buttons();
  await reader.visitor.post("/app/shelf", { bookId: id, state: "read" });
  await reader.visitor.post("/app/shelf", { bookId: id, state: "wanted", list: "?" });
  expect(await stateOf(id)).toBe("read");
});

test.each(["https://example.com/", "//example.com", "/\\example.com"])(
  "a list parameter %s leads to no other site",
  async (list) => {
    const [{ id } = { id: "" }] = await buttons();
    const { headers } = await reader.visitor.post("/app/shelf", { bookId: id, state: "wanted", list });
    expect(headers.get("Location")).toMatch(/^\/app\/books(\?|$)/);
  },
);

test("a list whose books are all on the shelf costs one round trip and 60 rows at most", async () => {
  await worker.d1
    .prepare(
      `insert into readings (id, user_id, book_id, title, title_key, state, created_at, updated_at)
       select id || ?1, ?1, id, title, title_key, 'read', 1, 1 from books`,
    )
    .bind(reader.id)
    .run();
  const page = await reader.visitor.get("/app/books");
  const { roundTrips, rowsRead } = databaseCost(page);
  expect((await buttons()).map(({ what }) => what)).toEqual(Array(20).fill(t("shelf:there")));
  expect(roundTrips).toBe(1);
  expect(rowsRead).toBeLessThanOrEqual(60);
});
