import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { books, genres } from "#app/schema.ts";
import { confirm, emptyCatalogue, preview } from "#tests/support/books-import.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// An action on many books is one entry of the audit log, which links to an entry for each book.

const t = textsIn("en");
const LOG = "/manager/audit";
const TITLES = ["Weep Not, Child", "A Grain of Wheat", "Petals of Blood"];

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());
beforeEach(async () => {
  await emptyCatalogue(worker);
  admin = await Visitor.signedIn(worker, { role: "admin" });
  const file = ["title,author", ...TITLES.map((title) => `"${title}",Ngũgĩ wa Thiong’o`)].join("\n");
  await confirm(admin, await preview(admin, file));
});

/** Finds the link of the entry that covers `count` entries. */
async function partsIn(path: string, count: number): Promise<string> {
  const html = await (await admin.get(path)).text();
  const links = [...html.matchAll(/href="(\/manager\/audit\?operation=[^"]*)"[^>]*>([^<]*)</g)];
  const [, link = ""] = links.find(([, , text]) => text === t("audit:parts", { count })) ?? [];
  return link;
}

/** Tells for each book whether a page of the audit log shows it. */
async function showsEach(path: string): Promise<boolean[]> {
  const html = await (await admin.get(path)).text();
  return TITLES.map((title) => html.includes(`<bdi>${title}</bdi>`));
}
const ALL = TITLES.map(() => true);
const NONE = TITLES.map(() => false);

async function postAll(fields: Record<string, string>) {
  const stored = await worker.db.select({ id: books.id }).from(books);
  const body = new URLSearchParams(fields);
  for (const { id } of stored) body.append("selected", id);
  return admin.post("/manager/books", {}, { body });
}

test("an import is one entry with the name of its file, which links to the entries of its books", async () => {
  const log = await admin.get(LOG);
  await expect(log).toShow(t("audit:actions.book.import"));
  await expect(log).toShow("books.csv");
  expect(await showsEach(LOG)).toEqual(NONE);
  const parts = await partsIn(LOG, TITLES.length);
  expect(await showsEach(parts)).toEqual(ALL);
  const page = await admin.get(parts);
  await expect(page).toShow(t("audit:actions.book.import"));
  expect(databaseCost(page).roundTrips).toBe(1);
});

test("filtered by action or book, and in the file, the audit log shows each entry separately", async () => {
  expect(await showsEach(`${LOG}?action=book.create`)).toEqual(ALL);
  const [first] = await worker.db.select({ id: books.id, title: books.title }).from(books);
  await expect(await admin.get(`${LOG}?person=${first?.id}`)).toShow(first?.title ?? "");
  const file = await (await admin.post("/manager/audit/export", {})).text();
  for (const title of TITLES) expect(file).toContain(title);
});

test("giving several books a genre, deleting them and undoing the deletion are one entry each", async () => {
  const [genre] = await worker.db.select().from(genres);
  await postAll({ intent: "set-genre", genreId: genre?.id ?? "" });
  const set = await admin.get(LOG);
  await expect(set).toShow(t("audit:actions.book.setGenre"));
  await expect(set).toShow(genre?.name ?? "");

  await postAll({ intent: "delete" });
  const list = await (await admin.get("/manager/books")).text();
  await expect(await admin.get(LOG)).toShow(t("audit:actions.book.deleteMany"));
  const [, undo = ""] = /action="(\/manager\/deleted\/book\/[^"]*)"/.exec(list) ?? [];
  await admin.post(undo.replaceAll("&amp;", "&"), {});
  expect(await worker.db.select().from(books)).toHaveLength(TITLES.length);
  expect(await showsEach(LOG)).toEqual(NONE);
  expect(await showsEach(await partsIn(LOG, TITLES.length))).toEqual(ALL);
});

test("an action on one selected book has only the entry of that book", async () => {
  const [first] = await worker.db.select({ id: books.id, title: books.title }).from(books);
  await admin.post("/manager/books", { intent: "delete", selected: first?.id ?? "" });
  const log = await admin.get(LOG);
  await expect(log).toShow(first?.title ?? "");
  await expect(log).toShow(t("book:audit.delete"));
});

test("an unknown operation has no entries", async () => {
  await expect(await admin.get(`${LOG}?operation=none`)).toShow(t("audit:empty"));
});
