import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newRowId } from "#app/core/forms/row-id.ts";
import { oneLine } from "#app/core/lib/text.ts";
import { books, genres } from "#app/schema.ts";
import { readAccessRules } from "#tests/support/access.ts";
import { dataPathOf, fillPath } from "#tests/support/fill-path.ts";
import { HOSTILE_TEXTS } from "#tests/support/hostile-texts.ts";
import { expectSound } from "#tests/support/sound.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
let admin: Visitor;
/** The texts, each with the id of a book and of a genre that have the text as their name. */
const rows = HOSTILE_TEXTS.map((text) => {
  const formId = crypto.randomUUID();
  return { text, formId, id: newRowId.parse(formId) };
});

beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
  for (const { text, formId, id } of rows) {
    const book = { id: formId, title: text, author: text, publisher: text, genreId: id };
    expect((await admin.post("/manager/genres/new", { id: formId, name: text.slice(0, 100) })).status).toBe(
      302,
    );
    expect((await admin.post("/manager/books/new", book)).status, text).toBe(302);
  }
});
afterAll(() => worker.stop());

test("hostile titles and names are escaped on every page about books, in its data, and in refused forms", async () => {
  const reader = await Visitor.signedIn(worker);
  for (const { path } of await readAccessRules()) {
    if (!/\/(books|genres)\b|dashboard|audit/.test(path)) continue;
    const sender = path.startsWith("/app") ? reader : admin;
    await Promise.all(
      rows.map(async ({ id, text }) => {
        const page = fillPath(path, { id });
        const search = new URLSearchParams({ searchTerm: text, genre: id, confirm: "delete" });
        for (const url of [page, `${page}?${search}`, dataPathOf(page)]) {
          await expectSound(await sender.get(url), url);
        }
        const long = text.padEnd(600, "x");
        if (/new|update/.test(path)) {
          const refused = await admin.post(page, { intent: "save", title: long, author: long, name: long });
          expect(refused.status, page).toBe(400);
          await expectSound(refused, page);
        }
      }),
    );
  }
});

test("hostile titles and names are stored and shown as typed: nothing is escaped twice", async () => {
  for (const { id, text } of rows) {
    const [book] = await worker.db.select().from(books).where(eq(books.id, id));
    const [genre] = await worker.db.select().from(genres).where(eq(genres.id, id));
    expect([book?.title, genre?.name]).toEqual([oneLine(text), oneLine(text.slice(0, 100))]);
    await expect(await admin.get(`/app/books/${id}`)).toShow(oneLine(text).replace(/\s+/g, " "));
  }
});
