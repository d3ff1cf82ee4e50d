import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { books } from "#app/schema.ts";
import { confirm, emptyCatalogue, preview, upload } from "#tests/support/books-import.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const FILES = path.resolve("tests/support/books-files");

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());
beforeEach(() => emptyCatalogue(worker));

/** Reads the title, author and publisher of each stored book. */
const stored = async () =>
  new Set(
    (await worker.db.select().from(books)).map(({ title, author, publisher }) =>
      [title, author, publisher].filter((value) => value !== null),
    ),
  );

const DUNE = ["Dune", "Frank Herbert"];
const LIBRARYTHING = [
  ['"A" Is for Alibi', "Sue Grafton", "Holt"],
  ["Cien años de soledad", "Gabriel García Márquez", "Sudamericana"],
  ["The Left Hand of Darkness", "Ursula K. Le Guin", "Knopf"],
];

/** Files as apps and spreadsheets write them, with the books that each contains. */
const BOOKS_IN: Record<string, string[][]> = {
  "calibre.csv": [["Good Omens", "Neil Gaiman, Terry Pratchett", "Gollancz"]],
  "double-bom.csv": [DUNE],
  "excel-sep-line.csv": [DUNE],
  "excel-utf8-semi.csv": [["Émile, ou De l’éducation", "Jean-Jacques Rousseau", "Farrar, Straus & Giroux"]],
  "formula.csv": [
    ["'=x", "M"],
    ["'-30-'", "H"],
    ["'Tis", "L"],
    ["+1 More", "J"],
    ["-Minus", "K"],
    ["=1+1", "G"],
    ['=HYPERLINK("http://x")', "F"],
    ["@handle", "I"],
  ],
  "goodreads.csv": [
    ["A Wizard of Earthsea (Earthsea Cycle, #1)", "Ursula K. Le Guin", "Parnassus Press"],
    ["Blindness", "José Saramago, Margaret Jull Costa", "Harvest Books"],
  ],
  "leading-blank-lines.csv": [DUNE],
  "librarything-utf16le.tsv": LIBRARYTHING,
  "librarything-utf8.tsv": LIBRARYTHING,
  "mixed-eol.csv": [DUNE, ["Emma", "Jane Austen"], ["Ivanhoe", "Walter Scott"]],
  "numbers-export.csv": [DUNE],
  "quotes-newlines.csv": [['The "Genius"', "Theodore Dreiser", "John Lane"]],
  "storygraph.csv": [["Good Omens", "Neil Gaiman, Terry Pratchett"]],
  "title-row.csv": [[...DUNE, "Chilton"]],
  "trailing-commas.csv": [DUNE],
  "trailing-ctrl-z.csv": [DUNE],
  "windows-1252.csv": [
    ["L’Été à Tipasa – œuvres", "Albert Camus"],
    ["Les Misérables", "Victor Hugo"],
  ],
  "windows-1256.csv": [["الأيام", "طه حسين"]],
};

const contentOf = (name: string) => new Uint8Array(readFileSync(path.join(FILES, name)));
/** Encodes a text in a single-byte encoding. */
function encoded(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder(encoding);
  const letters = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
  return Uint8Array.from([...text].map((letter) => letters.indexOf(letter)));
}

describe("a file from another program", () => {
  test("in the samples is listed with its books", () => {
    expect(readdirSync(FILES).sort()).toEqual(Object.keys(BOOKS_IN));
  });

  test.each(Object.entries(BOOKS_IN))("is read correctly: %s", async (name, wanted) => {
    await confirm(admin, await preview(admin, contentOf(name)));
    expect(await stored()).toEqual(new Set(wanted));
  });

  test.each([
    ["windows-1252.csv", "western", "L’Été à Tipasa – œuvres"],
    ["windows-1256.csv", "arabic", "الأيام"],
  ] as const)("that is not in Unicode says how it was read: %s", async (name, encoding, sample) => {
    const page = await admin.get(await preview(admin, contentOf(name)));
    await expect(page).toShow(
      `${t("import:encoded", { encoding: t(`import:encodings.${encoding}`) })} ${sample}`,
    );
    const form = await admin.get(`/manager/books/import?encoding=${encoding}`);
    expect(await form.text()).toMatch(new RegExp(`<option value="${encoding}" selected`));
  });

  test("in an unrecognised encoding asks for the encoding and is read in it", async () => {
    const file = encoded("title,author\nВойна и мир,Лев Толстой\n", "windows-1251");
    const asked = await upload(admin, file);
    expect(asked.status).toBe(400);
    await expect(asked).toShow(t("import:errors.encoding"));
    await expect(asked).toShow(t("import:encodings.cyrillic"));
    await confirm(admin, await preview(admin, file, "cyrillic"));
    expect(await stored()).toEqual(new Set([["Война и мир", "Лев Толстой"]]));
  });

  test("in Unicode is read as Unicode, whatever the form says", async () => {
    await confirm(admin, await preview(admin, "title\nÉmile\n", "western"));
    expect(await stored()).toEqual(new Set([["Émile"]]));
  });

  const utf16 = (text: string) => Buffer.from(text, "utf16le");
  test.each<[string, BlobPart]>([
    [
      "of tab-separated text with marks around values, as from Excel",
      'title\tauthor\n"Dune"\t"Frank\nHerbert"\n',
    ],
    ["in UTF-16 without a byte order mark", new Uint8Array(utf16("title\tauthor\nDune\tFrank\nHerbert"))],
    ["in UTF-16 with its bytes the other way round", new Uint8Array(utf16("\ufefftitle\nDune").swap16())],
    ["of the Mac", encoded("title\nL’Étranger à Alger\n", "macintosh")],
    ["with bars", "title|author\nDune|Frank Herbert\n"],
    ["with a line that names its separator", "sep=:\ntitle:author\nDune:Frank Herbert\n"],
    ["with names in the reader's language", "Auteur;Titre\nFrank Herbert;Dune\n"],
  ])("%s is recognised", async (what, content) => {
    await confirm(admin, await preview(admin, content));
    const [first] = await stored();
    expect(first?.[0]).toBe(what === "of the Mac" ? "L’Étranger à Alger" : "Dune");
  });

  test("loses no row after blank ones", async () => {
    const path = await preview(admin, `title,author\nDune,\n${",\n".repeat(40_000)}Emma,\n,Nobody\n`);
    const page = await admin.get(path);
    await expect(page).toShow(t("import:row", { row: 40_004 }));
    await confirm(admin, path);
    expect(await stored()).toEqual(new Set([["Dune"], ["Emma"]]));
  });

  test.each<[string, BlobPart, string]>([
    ["is a workbook", new Uint8Array([0x50, 0x4b, 3, 4, 20]), t("import:errors.workbook")],
    ["is not text", "title\nD\0une\n", t("import:errors.notText")],
    [
      "is nearly in UTF-8",
      new Uint8Array([...Buffer.from("title\nÉmile\nMisérables\n"), 0xe9]),
      t("import:errors.encoding"),
    ],
    [
      "closes a quotation mark in the wrong place",
      'title\tauthor\n"The ""Genius"""\tDreiser\n"Dune"x\tHerbert\n',
      t("import:errors.quotes", { row: 3 }),
    ],
    [
      "has an unknown name for the title",
      "Titel;Verfasser\nDune;Frank Herbert\n",
      t("import:errors.noTitle", { columns: "Titel, Verfasser" }),
    ],
  ])("that %s is refused, with advice", async (_, content, reason) => {
    const response = await upload(admin, content);
    expect(response.status).toBe(400);
    await expect(response).toShow(reason);
  });
});

describe("data that an import skips", () => {
  test("is reported first if it may be the author, and the import waits for a confirmation", async () => {
    const path = await preview(admin, "Title;Verfasser\nDune;Frank Herbert\n");
    const page = await admin.get(path);
    const html = await page.clone().text();
    for (const message of [t("import:authorUnread"), "Verfasser"]) {
      expect(html.indexOf(message)).toBeGreaterThan(0);
      expect(html.indexOf(message)).toBeLessThan(html.indexOf(t("import:add", { count: 1 })));
    }
    const refused = await admin.post(path, { intent: "add" });
    expect(refused.status).toBe(400);
    await expect(refused).toShow(t("import:errors.withoutAuthors"));
    expect(await stored()).toEqual(new Set());
    await admin.post(path, { intent: "add", withoutAuthors: "on" });
    expect(await stored()).toEqual(new Set([["Dune"]]));
  });

  test("needs no confirmation if the file has only titles", async () => {
    const path = await preview(admin, "Title\nDune\n");
    await expect(await admin.get(path)).not.toShow(t("import:authorUnread"));
    expect((await admin.post(path, { intent: "add" })).status).toBe(302);
  });

  test("is listed: unknown columns, unnamed columns, and lines above the header", async () => {
    const page = await admin.get(await preview(admin, "My books\n,title,author,ISBN\n1,Dune,Herbert,\n"));
    await expect(page).toShow(`${t("import:ignored")} ${t("import:unnamedColumn", { number: 1 })}, ISBN`);
    await expect(page).toShow(`${t("import:above")} My books`);
  });

  test("includes every shelf after the first one that is a genre here", async () => {
    const file = 'Title,Author,Bookshelves\nDune,Herbert,"to-read, verse, prose"\nEmma,Austen,to-read\n';
    const path = await preview(admin, file);
    await expect(await admin.get(path)).toShow(
      `${t("import:tags", { column: "Bookshelves" })} ${t("import:withoutGenre", { count: 1 })}`,
    );
    await confirm(admin, path);
    const genres = (await worker.db.select().from(books)).map(({ title, genreId }) => [title, genreId]);
    expect(new Map(genres as [string, string | null][])).toEqual(
      new Map([
        ["Dune", "Verse"],
        ["Emma", null],
      ]),
    );
  });
});
