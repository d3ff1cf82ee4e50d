import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { auditLog, books } from "#app/schema.ts";
import { confirm, emptyCatalogue, IMPORT, preview, upload } from "#tests/support/books-import.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin", email: "importer@example.com" });
});
afterAll(() => worker.stop());
beforeEach(() => emptyCatalogue(worker));

const allBooks = () => worker.db.select().from(books).orderBy(asc(books.title));
const entries = () => worker.db.select().from(auditLog).where(eq(auditLog.action, "book.create"));

const FILE = `title,author,genre,publisher
A Wizard of Earthsea,Ursula K. Le Guin,prose,Parnassus
موسم الهجرة إلى الشمال,الطيب صالح,Prose,
"Poems, selected",,VERSE,"The ""Press"""
`;

describe("the preview", () => {
  test("shows the outcome for each row, and writes nothing", async () => {
    await worker.db.insert(books).values({ title: "Dune", titleKey: "dune", authorKey: "frank herbert" });
    const path = await preview(
      admin,
      `${FILE}  DUNE ,Frank  Herbert,,\npoems,,,\nPoems,,,\n,Nobody,,\n${"x".repeat(201)},,,\nOdes,,Poesy,\na,b,,c,d\n`,
    );
    const page = await admin.get(path);
    const html = (await page.clone().text()).replaceAll("<!-- -->", "");
    const counts = [...html.matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>(\d+)<\/dd>/g)].map(
      ([, label, count]) => [label, count],
    );
    expect(counts).toEqual([
      [t("import:counts.new"), "4"],
      [t("import:counts.there"), "1"],
      [t("import:counts.repeated"), "1"],
      [t("import:counts.refused"), "4"],
    ]);
    const messages: [row: number, field: string, message: string][] = [
      [8, t("book:fields.title"), t("book:errors.titleRequired")],
      [9, t("book:fields.title"), t("validation:string.max", { count: 200 })],
      [10, t("book:fields.genreId"), t("import:errors.unknownGenre")],
      [11, t("book:fields.title"), t("import:errors.beyond")],
    ];
    for (const [row, field, message] of messages) {
      await expect(page).toShow(`${t("import:row", { row })} ${field} · ${message}`);
    }
    await expect(page).toShow(`${t("import:genres")} Prose · Verse`);
    await expect(page).toShow(t("import:add", { count: 4 }));
    expect(await allBooks()).toHaveLength(1);
    expect(await entries()).toEqual([]);
  });

  test("shows 50 rows with errors, and counts the rest", async () => {
    const page = await admin.get(
      await preview(admin, `title\n${"x".repeat(201)}\n${`${"y".repeat(201)}\n`.repeat(51)}`),
    );
    await expect(page).toShow(t("import:moreRows", { count: 2 }));
    await expect(page).toShow(t("import:nothingToAdd"));
  });

  test.each([
    ["long texts", Array.from({ length: 3 }, (_, n) => `${n}${"x".repeat(1_000_000)}`)],
    // In a comparison key, each of these letters becomes 18 letters.
    ["many long names", Array.from({ length: 800 }, (_, n) => `${n}${"\ufdfa".repeat(97)}`)],
  ])("reports %s in the genre column, and the other rows are added", async (_what, names) => {
    const rows = names.map((name, n) => `Title ${n},${name}\n`).join("");
    const path = await preview(admin, `title,genre\n${rows}Dune,PROSE\n`);
    const page = await admin.get(path);
    expect(page.status).toBe(200);
    await expect(page).toShow(t("import:errors.unknownGenre"));
    await confirm(admin, path);
    expect(await allBooks()).toMatchObject([{ title: "Dune", genreId: "Prose" }]);
  });

  test("skips unknown columns, and lists them", async () => {
    const path = await preview(admin, "id,Title ,shelf\n7,Dune,A\n");
    await expect(await admin.get(path)).toShow(`${t("import:ignored")} id, shelf`);
    await confirm(admin, path);
    expect(await allBooks()).toMatchObject([{ title: "Dune", author: null }]);
  });
});

describe("an invalid file", () => {
  test.each<[string, BlobPart, string, number?]>([
    ["is empty", "", t("import:errors.empty")],
    ["has only the names of columns", "title,author\n,\n", t("import:errors.empty")],
    ["lacks the title", "name,author\nDune,x\n", t("import:errors.noTitle", { columns: "name, author" })],
    [
      "names a column twice",
      "title,author,TITLE\na,b,c\n",
      t("import:errors.repeatedColumn", { column: "title" }),
    ],
    ["is not text", new Uint8Array([116, 0, 1]), t("import:errors.notText")],
    ["leaves a quotation mark open", 'title\nDune\n"Emma\n', t("import:errors.quotes", { row: 3 })],
    ["has too many rows", `title\n${"a\n".repeat(10_001)}`, t("import:errors.tooManyRows")],
    ["is too large", `title\n${"a".repeat(5 * 1024 * 1024)}`, t("import:errors.tooLarge"), 413],
    ["is much too large", "a".repeat(6 * 1024 * 1024), t("import:errors.tooLarge"), 413],
  ])("that %s is refused with a reason", async (_, content, reason, status = 400) => {
    const response = await upload(admin, content);
    expect(response.status).toBe(status);
    await expect(response).toShow(reason);
    await expect(response).toShow(t("import:check"));
  });

  test("that was not selected is reported as missing", async () => {
    for (const response of [await upload(admin, "", ""), await admin.post(IMPORT, { file: "title\nDune" })]) {
      expect(response.status).toBe(400);
      await expect(response).toShow(t("import:errors.missing"));
    }
  });
});

describe("an import", () => {
  test("adds the books as the form does, once, each with an entry in the audit log", async () => {
    const path = await preview(admin, FILE);
    const last = await confirm(admin, path);
    expect(last).toBe(`${path}?added=3&there=0`);
    await expect(await admin.get(last)).toShow(t("import:finished"));
    const added = await allBooks();
    expect(added).toMatchObject([
      {
        title: "A Wizard of Earthsea",
        author: "Ursula K. Le Guin",
        genreId: "Prose",
        publisher: "Parnassus",
      },
      { title: "Poems, selected", author: null, authorKey: "", genreId: "Verse", publisher: 'The "Press"' },
      { title: "موسم الهجرة إلى الشمال", titleKey: comparisonKey("موسم الهجرة إلى الشمال"), publisher: null },
    ]);
    const logged = await entries();
    expect(new Map(logged.map(({ subjectId, subjectLabel }) => [subjectId, subjectLabel]))).toEqual(
      new Map(added.map(({ id, title }) => [id, title])),
    );
    expect(logged[0]).toMatchObject({ actorLabel: "importer@example.com" });
    expect(logged.find(({ subjectLabel }) => subjectLabel === "Poems, selected")?.changes).toEqual([
      ["title", null, "Poems, selected"],
      ["genreId", null, "Verse"],
      ["publisher", null, 'The "Press"'],
    ]);
    for (const again of [path, await preview(admin, FILE)]) {
      expect(await admin.post(again, { intent: "add" })).toRedirectTo(`${again}?added=0&there=3`);
    }
    expect(await allBooks()).toEqual(added);
    expect(await entries()).toHaveLength(3);
  });

  test.each([
    ["semicolons, as Excel writes them in French", "title;author\r\nDune, 1;Frank Herbert\r\n"],
    ["tabs", "title\tauthor\nDune, 1\tFrank Herbert\n"],
    ["a byte order mark", '\uFEFFtitle,author\r\n"Dune, 1",Frank Herbert\r\n'],
    ["empty rows at the end", 'title,author\n"Dune, 1",Frank Herbert\n,\n\n'],
  ])("accepts a file with %s", async (_, content) => {
    await confirm(admin, await preview(admin, content));
    expect(await allBooks()).toMatchObject([{ title: "Dune, 1", author: "Frank Herbert" }]);
  });

  test("restores the books from an exported file", async () => {
    const titles = ["=1+1", "'=1+1", "@x", "-x", '"a", b; c', "' plain", "موسم", "＝1"];
    const genreId = "Verse";
    await worker.db.insert(books).values(
      titles.map((title) => ({
        title,
        titleKey: comparisonKey(title),
        authorKey: "+a",
        author: "+A",
        genreId,
      })),
    );
    const before = await allBooks();
    const file = await (await admin.get("/manager/books/export")).arrayBuffer();
    await worker.db.delete(books);
    await confirm(admin, await preview(admin, file));
    const facts = ({ title, author, publisher, genreId, titleKey, authorKey }: (typeof before)[number]) => ({
      title,
      author,
      publisher,
      genreId,
      titleKey,
      authorKey,
    });
    expect((await allBooks()).map(facts)).toEqual(before.map(facts));
  });
});
