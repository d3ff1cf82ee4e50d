import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { books, genres } from "#app/schema.ts";
import { nextPage } from "#tests/support/next-page.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
let reader: Visitor;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  reader = await Visitor.signedIn(worker);
});
afterAll(() => worker.stop());

const path = (search: Record<string, string>) => `/app/books?${new URLSearchParams(search)}`;

/** Reads a page of books: their ids in order, the genres of the filter, and the link "Load more". */
async function read(response: Response) {
  expect(response.status).toBe(200);
  const html = await response.text();
  return {
    ids: [...html.matchAll(/href="\/app\/books\/([\w-]+)"/g)].map(([, id]) => id as string),
    choices: [...html.matchAll(/<option value="([^"]+)"/g)].map(([, id]) => id as string),
    next: nextPage(html),
  };
}

const idOf = async (title: string) =>
  (await worker.db.select().from(books).where(eq(books.title, title)))[0]?.id as string;

const genreOf = async (title: string) =>
  (await worker.db.select().from(books).where(eq(books.title, title)))[0]?.genreId as string;

describe("a reader's search", () => {
  test.each([
    ["part of a word", "earthse", "A Wizard of Earthsea"],
    ["three letters of an author", "kin", "A Brief History of Time: From the Big Bang to Black Holes"],
    ["no accents", "etranger", "L'Étranger"],
    ["Arabic with vowel signs that the title lacks", "مَوْسِم", "موسم الهجرة إلى الشمال"],
  ])("finds a book by %s, in one round trip", async (_, searchTerm, title) => {
    const response = await reader.get(path({ searchTerm }));
    expect(databaseCost(response)).toMatchObject({ roundTrips: 1 });
    expect((await read(response)).ids).toContain(await idOf(title));
  });

  test("shows how many books it found", async () => {
    await expect(await reader.get(path({ searchTerm: "dune" }))).toShow("1 result for dune");
  });

  test("shows the same number of results on each page, and each result once, the oldest first", async () => {
    await worker.d1
      .prepare(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < 45)
         insert into books (id, title, title_key, author_key, created_at, updated_at)
         select 'counted-' || i, 'Counted', printf('counted %02d', 99 - i), '', 0, 0 from n`,
      )
      .run();
    const seen: string[] = [];
    for (let next: string | undefined = path({ searchTerm: "counted" }); next; ) {
      const page = await reader.get(next);
      expect(databaseCost(page).roundTrips).toBe(1);
      await expect(page.clone()).toShow(t("common:list.results", { count: 45, term: "counted" }));
      const { ids, next: following } = await read(page);
      seen.push(...ids);
      next = following;
    }
    expect(seen).toEqual(Array.from({ length: 45 }, (_, n) => `counted-${n + 1}`));
    await worker.db.delete(books).where(eq(books.title, "Counted"));
  });

  test("says that it found none, and offers the whole list", async () => {
    const none = await reader.get(path({ searchTerm: "nothinglikethis" }));
    await expect(none).toShow(t("common:noResults"));
    await expect(none).toShow(t("common:clearSearch"));
  });
});

describe("a genre", () => {
  test("filters the list, page by page", async () => {
    const genreId = await genreOf("Dune");
    await worker.d1
      .prepare(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < 25)
         insert into books (id, title, title_key, author_key, genre_id, created_at, updated_at)
         select 'filler-' || i, 'Filler', printf('zz %02d', i), '', ?, 0, 0 from n`,
      )
      .bind(genreId)
      .run();
    const all = (await worker.db.select().from(books).where(eq(books.genreId, genreId)))
      .sort((a, b) => (a.titleKey < b.titleKey ? -1 : 1))
      .map(({ id }) => id);
    const first = await read(await reader.get(path({ genre: genreId })));
    const second = await read(await reader.get(first.next as string));
    expect([...first.ids, ...second.ids]).toEqual(all);
    expect(first.ids).toHaveLength(20);
    await worker.db.delete(books).where(eq(books.title, "Filler"));
  });

  test("combined with a term finds the books that match both, and an empty result offers all books", async () => {
    const genre = await genreOf("Dune");
    const both = await reader.get(path({ searchTerm: "dune", genre }));
    await expect(both.clone()).toShow("1 result for dune");
    expect((await read(both)).ids).toEqual([await idOf("Dune")]);
    const none = await reader.get(path({ searchTerm: "earthsea", genre: await genreOf("Emma") }));
    await expect(none).toShow(t("common:noResults"));
    await expect(none).toShow(t("book:list.clearFilter"));
  });

  test("that has been deleted shows no books, and no error", async () => {
    for (const searchTerm of ["", "dune"]) {
      await expect(await reader.get(path({ genre: "gone", searchTerm }))).toShow(t("common:noResults"));
    }
  });

  test("without books is not an option of the filter", async () => {
    const id = crypto.randomUUID();
    await worker.db.insert(genres).values({ id, name: "Empty", nameKey: "empty" });
    expect((await read(await reader.get("/app/books"))).choices).not.toContain(id);
    await expect(await reader.get(path({ genre: id }))).not.toShow("Empty");
  });
});

describe.each(["/app", "/manager"])("on the page of a book in %s", (area) => {
  test("links the author and the genre to their books, and has no link where they are unknown", async () => {
    const visitor = await Visitor.signedIn(worker, { role: "admin" });
    const facts = async (id: string) =>
      /<dl.*?<\/dl>/s.exec(await (await visitor.get(`${area}/books/${id}`)).text())?.[0] ?? "";
    const leadsTo = (html: string) =>
      [...html.matchAll(/href="([^"]+)"/g)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));
    const [author = "", genre = "", ...others] = leadsTo(await facts(await idOf("Emma")));
    expect(others).toEqual([]);
    const byAuthor = await visitor.get(author);
    await expect(byAuthor).toShow("Emma");
    await expect(byAuthor).not.toShow("Dune");
    expect(genre).toBe(`${area}/books?genre=${await genreOf("Emma")}`);

    const id = crypto.randomUUID();
    await worker.db.insert(books).values({ id, title: "Unknown", titleKey: `unknown ${id}`, authorKey: "" });
    expect(leadsTo(await facts(id))).toEqual([]);
    await worker.db.delete(books).where(eq(books.id, id));
  });
});

describe("the list below a book", () => {
  /** Reads the ids of the books to which a book's page links. */
  const related = async (visitor: Visitor, id: string) =>
    (await read(await visitor.get(`/app/books/${id}`))).ids;

  test("has up to four others by its author, then up to four others of its genre, each once", async () => {
    const genre = await genreOf("Emma");
    const page = await reader.get(`/app/books/${await idOf("Emma")}`);
    await expect(page.clone()).toShow(t("book:moreBy", { author: "Jane Austen" }));
    await expect(page.clone()).toShow(t("book:moreOf", { genre: "Novel" }));
    expect(await page.clone().text()).toContain(`href="/app/books?genre=${genre}"`);
    const { ids } = await read(page);
    const all = await worker.db.select().from(books);
    const shown = ids.map((id) => all.find((book) => book.id === id));
    const austen = all
      .filter(({ title, author }) => author === "Jane Austen" && title !== "Emma")
      .sort((a, b) => (a.titleKey < b.titleKey ? -1 : 1));
    expect(shown.slice(0, austen.length)).toEqual(austen);
    const others = shown.slice(austen.length);
    expect(others).toHaveLength(4);
    for (const other of others) expect(other).toMatchObject({ genreId: genre });
    expect(new Set([...ids, await idOf("Emma")]).size).toBe(ids.length + 1);
  });

  test("continues with the first book of a genre after the last", async () => {
    const genreId = await genreOf("Dune");
    const inOrder = (await worker.db.select().from(books).where(eq(books.genreId, genreId))).sort((a, b) =>
      a.titleKey < b.titleKey ? -1 : 1,
    );
    const [first, last] = [inOrder[0], inOrder.at(-1)];
    expect(await related(reader, last?.id as string)).toContain(first?.id);
  });

  test("is missing if the book has neither author nor genre", async () => {
    await worker.db.insert(books).values({ id: "alone", title: "Alone", titleKey: "alone", authorKey: "" });
    expect(await related(reader, "alone")).toEqual([]);
  });

  test.each(['"', 'O\'Neil "x" *', "%", "ع", "x".repeat(200)])(
    "the name %j finds only the books of that author",
    async (author) => {
      const key = comparisonKey(author);
      const [one, other, namesake] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
      await worker.db.insert(books).values([
        { id: one, title: "One", author, titleKey: `one ${one}`, authorKey: key },
        { id: other, title: "Other", author, titleKey: `other ${other}`, authorKey: key },
        { id: namesake, title: author, author: "X", titleKey: `${key} ${namesake}`, authorKey: `${key} jr` },
      ]);
      expect(await related(reader, one)).toEqual([other]);
    },
  );
});

describe("with 20,000 books of 300 genres", () => {
  let large: TestWorker;
  let visitor: Visitor;
  beforeAll(async () => {
    large = await startTestWorker();
    await large.d1.batch([
      large.d1.prepare(
        `with recursive n(i) as (select 0 union all select i + 1 from n where i < 299)
         insert into genres (id, name, name_key, created_at, updated_at)
         select 'g' || i, 'Genre ' || i, printf('genre %03d', i), 0, 0 from n`,
      ),
      large.d1.prepare(
        `with recursive n(i) as (select 0 union all select i + 1 from n where i < 19999)
         insert into books (id, title, author, title_key, author_key, genre_id, created_at, updated_at)
         select i, 'Title ' || i, 'Actor', printf('title %06d', i), 'author', 'g' || (i % 300), 0, 0 from n`,
      ),
    ]);
    visitor = await Visitor.signedIn(large);
  });
  afterAll(() => large.stop());

  test("a page reads 60 rows at most, and offers 30 genres and the selected one", async () => {
    const whole = await visitor.get("/app/books");
    expect(databaseCost(whole)).toMatchObject({ roundTrips: 1 });
    expect(databaseCost(whole).rowsRead).toBeLessThanOrEqual(60);
    expect((await read(whole)).choices).toHaveLength(30);
    const filtered = await visitor.get(path({ genre: "g299" }));
    expect(databaseCost(filtered)).toMatchObject({ roundTrips: 1 });
    expect(databaseCost(filtered).rowsRead).toBeLessThanOrEqual(60);
    const { ids, choices } = await read(filtered);
    expect(ids).toHaveLength(20);
    expect(choices).toHaveLength(31);
    expect(choices).toContain("g299");
  });

  test("a book's page reads few rows, even if all books have the same author", async () => {
    const page = await visitor.get("/app/books/10000");
    expect(databaseCost(page)).toMatchObject({ roundTrips: 1 });
    expect(databaseCost(page).rowsRead).toBeLessThanOrEqual(120);
    expect((await read(page)).ids).toHaveLength(8);
  });

  test("a search in a genre costs the same, and finds each matching book once", async () => {
    const rare = await visitor.get(path({ searchTerm: "019999" }));
    expect(databaseCost(rare).rowsRead).toBeLessThan(100);
    const seen: string[] = [];
    let next: string | undefined = path({ searchTerm: "title", genre: "g7" });
    for (let pages = 0; next; pages++) {
      const response = await visitor.get(next);
      expect(databaseCost(response)).toMatchObject({ roundTrips: 1 });
      expect(databaseCost(response).rowsRead).toBeLessThan(1500);
      if (pages === 0) await expect(response.clone()).toShow("+ results for title");
      const page = await read(response);
      seen.push(...page.ids);
      next = page.next;
    }
    const all = await large.db.select().from(books).where(eq(books.genreId, "g7"));
    expect(seen).toEqual(all.map(({ id }) => id).sort((a, b) => Number(a) - Number(b)));
  });

  test("a late page of a search reads no more rows than the first", async () => {
    const after = Buffer.from(JSON.stringify([15_000])).toString("base64url");
    const first = databaseCost(await visitor.get(path({ searchTerm: "title" }))).rowsRead;
    const late = databaseCost(await visitor.get(path({ searchTerm: "title", after }))).rowsRead;
    expect(late).toBeLessThanOrEqual(first + 5);
  });

  test("a page of a search without matches so far says so, and continues", async () => {
    await large.db.update(books).set({ genreId: "g1" }).where(eq(books.genreId, "g8"));
    await large.db.update(books).set({ genreId: "g8" }).where(eq(books.id, "19999"));
    const first = await visitor.get(path({ searchTerm: "title", genre: "g8" }));
    await expect(first.clone()).toShow(t("book:list.noneYet"));
    expect((await read(first)).next).toContain("genre=g8");
  });
});
