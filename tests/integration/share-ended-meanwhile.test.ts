import { afterAll, beforeAll, expect, test } from "vitest";
import { newRowId } from "#app/core/forms/row-id.ts";
import { books } from "#app/schema.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// The owner of a link ends it while somebody opens it.

const t = textsIn("en");
const storage = gatedStorage();

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());

/** Shares a book, or the shelf. @returns the path of the link, and a function that ends the link */
async function share(bookId: string) {
  const { visitor } = await someone(worker);
  const email = `${crypto.randomUUID()}@example.com`;
  const form = { id: crypto.randomUUID(), bookId, email, language: "en" };
  const id = newRowId.parse(form.id);
  expect(await visitor.post("/app/shares/new", form)).toRedirectTo("/app/shares");
  const [mail] = await mailsTo(worker, email);
  const { pathname, search } = new URL(/https?:\S+\/shared\/\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  return { link: pathname + search, id, owner: visitor, end: () => visitor.post("/app/shares", { id }) };
}

async function addBook(): Promise<string> {
  const id = crypto.randomUUID();
  await worker.db.insert(books).values({ id, title: `Flush ${id}`, titleKey: id, authorKey: "" });
  return id;
}

/** Matches the query for the link itself. The queries for the rest of the page are sent at the same time. */
const LINK = /^select "users"\."name".* from \(select .* from "shares"/;

test.each([
  ["a book", addBook],
  ["a shelf", async () => ""],
])("ended right before it is looked up, a link to %s shows nothing", async (_, bookOf) => {
  const bookId = await bookOf();
  const { link, end } = await share(bookId);
  const visitor = new Visitor(worker);
  expect((await visitor.get(link)).status).toBe(200);
  storage.before(LINK, async () => expect(await end()).toRedirectTo("/app/shares"));
  const page = await visitor.get(link);
  expect(page.status).toBe(404);
  await expect(page).toShow(t("link:ended"));
  if (bookId) await expect(page).not.toShow(`Flush ${bookId}`);
});

test("ended on two devices at the same moment, a link is ended once, and one Undo restores it", async () => {
  const { link, id, end, owner } = await share(await addBook());
  let first: Response | undefined;
  storage.before(/delete from "shares"/, async () => {
    first = await end();
  });
  const second = await end();
  expect(first).toRedirectTo("/app/shares");
  expect(second.status).toBe(404);
  expect((await new Visitor(worker).get(link)).status).toBe(404);
  expect(await owner.post(`/app/deleted/share/${id}`, {})).toRedirectTo("/app/shares");
  expect((await new Visitor(worker).get(link)).status).toBe(200);
});
