import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { books } from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// A product may add tables whose rows refer to books.

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
  await worker.d1.prepare("create table reviews (book_id text not null references books (id))").run();
});
afterAll(() => worker.stop());

let used: string;
let free: string;
beforeEach(async () => {
  [used, free] = [crypto.randomUUID(), crypto.randomUUID()];
  for (const id of [used, free])
    await worker.db.insert(books).values({ id, title: id, titleKey: id, authorKey: "" });
  await worker.d1.prepare("insert into reviews values (?)").bind(used).run();
});

const isThere = async (id: string) => (await admin.get(`/manager/books/${id}`)).status === 200;

test("a book with references is not deleted on its page, which gives the reason", async () => {
  const page = `/manager/books/${used}`;
  expect(await admin.post(page, {})).toRedirectTo(page);
  await expect(await admin.get(page)).toShow(t("code:ROW_IN_USE"));
});

test("the API answers 409", async () => {
  const caller = await ApiCaller.of(worker, { role: "admin" }, ["read", "write"]);
  const refused = await caller.call(`/books/${used}`, { method: "DELETE" });
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ code: "ROW_IN_USE" });
  expect(await isThere(used)).toBe(true);
});

test("none of the selected books is deleted if one has references, and the list gives the reason", async () => {
  const body = new URLSearchParams([
    ["intent", "delete"],
    ["selected", used],
    ["selected", free],
  ]);
  expect(await admin.post("/manager/books", {}, { body })).toRedirectTo("/manager/books");
  await expect(await admin.get("/manager/books")).toShow(t("code:ROW_IN_USE"));
  for (const id of [used, free]) expect(await isThere(id)).toBe(true);
});
