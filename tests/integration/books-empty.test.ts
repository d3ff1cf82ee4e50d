import { afterAll, beforeAll, expect, test } from "vitest";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

test("an empty list says so with a drawing and links to the form for the first book, and other lists load no drawing", async () => {
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  const linksTo = (html: string, path: string) => html.split(`href="${path}"`).length - 1;
  const lists = [
    { path: "/manager/books", empty: t("book:list.empty"), id: crypto.randomUUID() },
    { path: "/manager/genres", empty: t("genre:list.empty"), id: crypto.randomUUID() },
  ];
  for (const { path, empty, id } of lists) {
    const page = await admin.get(path);
    await expect(page.clone()).toShow(empty);
    const html = await page.text();
    expect(html).toMatch(/<use href="\/assets\/empty-state-[^"]+\.svg#sheet"/);
    expect(linksTo(html, `${path}/new`), "at the top, and in the empty list").toBe(2);

    await admin.post(`${path}/new`, { title: "Dune", name: "Epics", id });
    const filled = await (await admin.get(path)).text();
    expect(filled).not.toContain("#sheet");
    expect(linksTo(filled, `${path}/new`)).toBe(1);
  }
});

test("a reader sees that there are no books, or that a search found none", async () => {
  const empty = await startTestWorker();
  const reader = await Visitor.signedIn(empty);
  const none = await reader.get("/app/books");
  await expect(none.clone()).toShow(`${t("book:list.empty")} ${t("book:list.emptyDescription")}`);
  expect(await none.text()).toContain("#sheet");
  const search = await reader.get("/app/books?searchTerm=nothing");
  await expect(search.clone()).toShow(`${t("noResults")} ${t("clearSearch")}`);
  expect(await search.text()).toContain("#sheet");
  await empty.stop();
});
