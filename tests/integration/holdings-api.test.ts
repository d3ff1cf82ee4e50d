import { afterAll, beforeAll, expect, test } from "vitest";
import { books } from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { codeOf } from "#tests/support/api-problem.ts";
import { addHolding } from "#tests/support/holdings.ts";
import { addOrganisation } from "#tests/support/organisations.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests what a shelf adds to the operations on an organisation's rows (organisation-rows-api.test.ts).

let worker: TestWorker;
const book = { id: crypto.randomUUID(), title: "Kew Gardens", author: "Virginia Woolf" };

beforeAll(async () => {
  worker = await startTestWorker();
  await worker.db.insert(books).values({ ...book, titleKey: "kew gardens", authorKey: "virginia woolf" });
});
afterAll(() => worker.stop());

/** Creates an organisation with a shelf, and an API client of its owner. */
async function shelf() {
  const owner = await ApiCaller.of(worker, { name: "Leonard" }, ["read", "write"]);
  const { id } = await addOrganisation(worker, owner.owner.id);
  const list = `/organisations/${id}/holdings`;
  const put = (bookId: string) => owner.call(list, { method: "POST", json: { bookId } });
  return { id, owner, list, put };
}

test("a program puts a book of the catalogue on the shelf, once, and writes its note", async () => {
  const { owner, list, put } = await shelf();
  const added = await put(book.id);
  expect(added.status).toBe(201);
  const { id, ...shown } = (await added.json()) as { id: string };
  const { title, author } = book;
  const holding = { bookId: book.id, title, author, note: null, by: "Leonard", inCatalogue: true };
  expect(shown).toEqual(holding);
  const again = await put(book.id);
  expect([again.status, await again.json()]).toEqual([201, { id, ...holding }]);

  const path = `${list}/${id}`;
  const noted = await owner.call(path, { method: "PATCH", json: { note: "Signed" } });
  expect(await noted.json()).toMatchObject({ note: "Signed" });
  expect((await owner.call(path, { method: "PATCH", json: { bookId: book.id } })).status).toBe(422);
  expect(await owner.read(list)).toEqual({ items: [{ id, title, author }], next: null });
});

test("a book that is not in the catalogue is refused", async () => {
  const { put, owner, list } = await shelf();
  const refused = await put(crypto.randomUUID());
  expect([refused.status, await codeOf(refused)]).toEqual([400, "REFERENCE_NOT_FOUND"]);
  expect(await owner.read(list)).toEqual({ items: [], next: null });
});

test("a book that a program took off is restored unchanged, unless it was put there again", async () => {
  const { owner, list, put } = await shelf();
  const { id } = (await (await put(book.id)).json()) as { id: string };
  const path = `${list}/${id}`;
  await owner.call(path, { method: "PATCH", json: { note: "Ours" } });
  const restore = () => owner.call(`${path}/restore`, { method: "POST" });
  expect((await owner.call(path, { method: "DELETE" })).status).toBe(204);
  expect(await (await restore()).json()).toMatchObject({ id, note: "Ours", by: "Leonard" });
  await owner.call(path, { method: "DELETE" });
  expect((await put(book.id)).status).toBe(201);
  const refused = await restore();
  expect([refused.status, await codeOf(refused)]).toEqual([409, "ROW_NOT_RESTORED"]);
});

test("a search and the pages of a shelf list each book once", async () => {
  const { id, owner, list } = await shelf();
  for (let n = 0; n < 25; n++) await addHolding(worker, id, { title: `Volume ${n}` });
  const seen: string[] = [];
  for (let next: string | null = `${list}?sort=title`; next; ) {
    const page = (await (await owner.call(next)).json()) as { items: { id: string }[]; next: string | null };
    seen.push(...page.items.map((holding) => holding.id));
    next = page.next;
  }
  expect([seen.length, new Set(seen).size]).toEqual([25, 25]);
  const found = await owner.read(`${list}?searchTerm=volume%2024`);
  expect(found).toMatchObject({ items: [{ title: "Volume 24" }] });
});
