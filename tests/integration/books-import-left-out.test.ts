import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { books } from "#app/schema.ts";
import { confirm, emptyCatalogue, IMPORT, preview } from "#tests/support/books-import.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());
beforeEach(async () => {
  await emptyCatalogue(worker);
  await worker.db.insert(books).values({ title: "Dune", titleKey: "dune", authorKey: "frank herbert" });
});

const FILE = `title,author,genre
dune,Frank Herbert,
Emma,Jane Austen,
EMMA,Jane Austen,
=Ode,John Keats,Poesy
Poems,W. B. Yeats,Verse,1899
`;

test("the preview lists the rows that it leaves out, with the reasons", async () => {
  const page = await admin.get(await preview(admin, FILE));
  for (const message of [
    `${t("import:leftOut.there")} ${t("import:row", { row: 2 })} dune Frank Herbert`,
    `${t("import:leftOut.repeated")} ${t("import:row", { row: 4 })} EMMA Jane Austen ${t("import:repeats", { row: 3 })}`,
    `${t("import:row", { row: 5 })} ${t("book:fields.genreId")} · ${t("import:errors.unknownGenre")} Poesy =Ode John Keats · Poesy`,
    `${t("import:row", { row: 6 })} ${t("book:fields.title")} · ${t("import:errors.beyond")} 1899 Poems W. B. Yeats · Verse`,
    t("import:download"),
  ]) {
    await expect(page).toShow(message);
  }
});

test("the file of left-out rows is read like any other, and refused again until it is corrected", async () => {
  const path = await preview(admin, FILE);
  expect(await (await admin.get(path)).text()).toContain(`href="${path}/left-out"`);
  const download = await admin.get(`${path}/left-out`);
  expect(download.headers.get("Content-Disposition")).toMatch(/filename="books-left-out-[\d-]+\.csv"/);
  const file = await download.text();
  expect(file.split("\r\n").map((line) => line.split(",").slice(0, 1).join())).toEqual([
    "row",
    "2",
    "4",
    "5",
    "6",
    "",
  ]);
  expect(file).toContain(`"'=Ode",John Keats,Poesy`);
  await worker.db.delete(books);
  const again = await admin.get(await preview(admin, file));
  await expect(again).toShow(t("import:add", { count: 2 }));
  await expect(again).toShow(`=Ode John Keats · Poesy`);
  await expect(again).toShow(t("import:errors.beyond"));
  const corrected = file.replace("Poesy", "Verse").replace(/,1899\r\n/, "\r\n");
  await confirm(admin, await preview(admin, corrected));
  expect(new Set((await worker.db.select().from(books)).map(({ title }) => title))).toEqual(
    new Set(["dune", "EMMA", "=Ode", "Poems"]),
  );
});

test("the result shows how many rows were added and how many existed, and offers the others as a file", async () => {
  const path = await preview(admin, FILE);
  const last = await confirm(admin, path);
  expect(last).toBe(`${path}?added=1&there=2`);
  const outcome = t("import:outcome.both", {
    added: t("import:outcome.added", { count: 1 }),
    there: t("import:outcome.there", { count: 2 }),
  });
  // The result is shown once as a message. The page of the import shows it each time it is opened.
  for (let n = 0; n < 2; n++) await expect(await admin.get(last)).toShow(outcome);
  const html = (await (await admin.get(last)).text()).replaceAll("<!-- -->", "");
  const counts = [...html.matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>(\d+)<\/dd>/g)];
  expect(
    counts.map(([, label, count]) => [label, count]),
    "each row is counted once",
  ).toEqual([
    [t("import:counts.added"), "1"],
    [t("import:counts.there"), "1"],
    [t("import:counts.repeated"), "1"],
    [t("import:counts.refused"), "2"],
  ]);
  const file = await (await admin.get(`${path}/left-out?done=on`)).text();
  expect(file).toContain("=Ode");
  expect(file).not.toContain("dune");
});

test("only the person who began an import finds its left-out rows", async () => {
  const path = await preview(admin, FILE);
  const other = await Visitor.signedIn(worker, { role: "admin" });
  expect(await other.get(`${path}/left-out`)).toRedirectTo(IMPORT);
});
