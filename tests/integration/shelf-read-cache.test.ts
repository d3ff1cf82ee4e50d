import { afterAll, beforeAll, expect, test } from "vitest";
import { rowsOf, writable } from "#app/core/db/owned.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { books, readings } from "#app/schema.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
const ids = Array.from({ length: 3 }, () => crypto.randomUUID());
const [onShelf = "", other = ""] = ids;

beforeAll(async () => {
  worker = await startTestWorker({ settings: { READ_CACHE: "true" } });
  await worker.db.insert(books).values(
    ids.map((id) => ({
      id,
      title: `Adua ${id}`,
      author: "Igiaba Scego",
      titleKey: comparisonKey(id),
      authorKey: "",
    })),
  );
});
afterAll(() => worker.stop());

/** Signs in a reader with a book on their shelf. */
async function reader() {
  const visitor = await Visitor.signedIn(worker);
  await visitor.post("/app/shelf", { bookId: onShelf, state: "reading", id: crypto.randomUUID() });
  return visitor;
}

const lookUp = async (visitor: Visitor, ...bookIds: string[]) => {
  const response = await visitor.get(
    `/app/shelf/books?${new URLSearchParams(bookIds.map((id) => ["book", id]))}`,
  );
  return { response, text: await response.text() };
};

test("without script, cards and the page of a book contain the reader's own data, in one round trip", async () => {
  const visitor = await reader();
  for (let n = 0; n < 2; n++) {
    const list = await visitor.get("/app/books");
    expect(databaseCost(list).roundTrips).toBe(1);
    await expect(list).toShow(t("shelf:there"));
    const page = await visitor.get(`/app/books/${onShelf}`);
    expect(databaseCost(page).roundTrips).toBe(1);
    await expect(page).toShow(t("shelf:details"));
  }
});

test("with script, they leave out the reader's own data without a query, and a separate loader has it", async () => {
  const visitor = await reader();
  visitor.cookies.set("script", "on");
  const paths = ["/app/books", `/app/books/${onShelf}`];
  // The cache stores what a page has read only after the response, so wait for that.
  for (const path of paths) {
    await expect.poll(async () => databaseCost(await visitor.get(path)).queries).toBe(0);
  }
  for (const path of paths) {
    const page = await visitor.get(path);
    expect(databaseCost(page).queries, path).toBe(0);
    const html = await page.text();
    expect(html, path).not.toContain(t("shelf:there"));
    expect(html, path).not.toContain(t("shelf:details"));
  }
  const { response, text } = await lookUp(visitor, onShelf, other);
  expect(databaseCost(response).roundTrips).toBe(1);
  expect(JSON.parse(text)).toEqual({
    [onShelf]: { id: expect.any(String), state: "reading" },
    [other]: null,
  });
  await visitor.post("/app/shelf", { bookId: other, state: "read", id: crypto.randomUUID() });
  expect(JSON.parse((await lookUp(visitor, other)).text)).toMatchObject({ [other]: { state: "read" } });
});

test("a button that is pressed before the page knows the book's state does not change that state", async () => {
  const visitor = await reader();
  visitor.cookies.set("script", "on");
  const path = `/app/books/${onShelf}`;
  await expect.poll(async () => databaseCost(await visitor.get(path)).queries).toBe(0);
  const unseen = 'name="unseen"';
  expect(await (await visitor.get(path)).text()).toContain(unseen);
  const press = (bookId: string) =>
    visitor.post("/app/shelf", { bookId, state: "wanted", unseen: "on", id: crypto.randomUUID() });
  const pressed = await press(onShelf);
  const { [onShelf]: reading } = JSON.parse((await lookUp(visitor, onShelf)).text);
  expect(reading.state).toBe("reading");
  expect(pressed).toRedirectTo(`/app/shelf/${reading.id}`);
  await expect(await visitor.get(`/app/shelf/${reading.id}`)).toShow(t("reading:success.there"));
  expect(await press(other)).toRedirectTo(`/app/books/${other}`);
  expect(JSON.parse((await lookUp(visitor, other)).text)).toMatchObject({ [other]: { state: "wanted" } });
  visitor.cookies.delete("script");
  expect(await (await visitor.get(path)).text()).not.toContain(unseen);
});

test("a browser that saves data gets the reader's own data with the page, although it has run script before", async () => {
  const visitor = await reader();
  visitor.cookies.set("script", "on");
  visitor.headers["Save-Data"] = "on";
  for (let n = 0; n < 2; n++) {
    await expect(await visitor.get("/app/books")).toShow(t("shelf:there"));
    await expect(await visitor.get(`/app/books/${onShelf}`)).toShow(t("shelf:details"));
  }
});

test("a request by script shows that the browser runs script, and this counts for an hour", async () => {
  const visitor = await reader();
  await visitor.get("/app/books");
  expect(visitor.cookies.has("script")).toBe(false);
  const asked = await visitor.get("/app/books.data", { headers: { "Sec-Fetch-Dest": "empty" } });
  expect(await asked.text()).not.toContain("isMarked");
  expect(asked.headers.getSetCookie().find((line) => line.startsWith("script="))).toMatch(
    /^script=on; Max-Age=3600; .*HttpOnly/,
  );
  expect(await (await visitor.get("/app/books")).text()).not.toContain(t("shelf:there"));
});

test("the loader reads few rows for a page of books, whether they are on the shelf or not", async () => {
  const visitor = await Visitor.signedIn(worker);
  const page = Array.from({ length: 20 }, () => crypto.randomUUID());
  const title = (id: string) => ({ title: `Adua ${id}`, titleKey: comparisonKey(id), authorKey: "" });
  for (const id of page) await worker.db.insert(books).values({ id, ...title(id) });
  const rowsRead = async () => databaseCost((await lookUp(visitor, ...page)).response).rowsRead;
  expect(await rowsRead()).toBeLessThanOrEqual(45);
  for (const bookId of page)
    await visitor.post("/app/shelf", { bookId, state: "read", id: crypto.randomUUID() });
  expect(await rowsRead()).toBeLessThanOrEqual(45);
  expect(Object.values(JSON.parse((await lookUp(visitor, ...page)).text))).not.toContain(null);
});

test("the loader finds a book that was put on the shelf while it was not in the catalogue, and none that is in neither", async () => {
  const visitor = await Visitor.signedIn(worker);
  const [id, unknown] = [crypto.randomUUID(), crypto.randomUUID()];
  const [titleKey, authorKey] = [comparisonKey(id), comparisonKey("Igiaba Scego")];
  const unlisted = { bookId: JSON.stringify([titleKey, authorKey]), title: id, titleKey, authorKey };
  const userId = visitor.userId as string;
  const { table } = writable(rowsOf(readings, userId));
  await worker.db.insert(table).values({ ...unlisted, userId, state: "read" });
  await worker.db.insert(books).values({ id, title: id, titleKey, authorKey });
  const { text } = await lookUp(visitor, id, unknown);
  expect(JSON.parse(text)).toEqual({ [id]: { id: expect.any(String), state: "read" }, [unknown]: null });
});

test("the loader reveals nothing about another reader's shelf, looks for 20 books at most, and for none without a session", async () => {
  await reader();
  const stranger = await Visitor.signedIn(worker);
  expect(JSON.parse((await lookUp(stranger, onShelf)).text)).toEqual({ [onShelf]: null });
  const many = Array.from({ length: 200 }, () => crypto.randomUUID());
  const { response, text } = await lookUp(stranger, ...many);
  expect(Object.keys(JSON.parse(text))).toHaveLength(20);
  expect(databaseCost(response).rowsRead).toBeLessThanOrEqual(60);
  expect((await lookUp(new Visitor(worker), onShelf)).response.status).toBe(302);
});
