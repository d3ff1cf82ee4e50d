import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { books, totals } from "#app/schema.ts";
import { bookshelf } from "#tests/support/books-shelf.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

let admin: Visitor;

beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  admin = await Visitor.signedIn(worker, { role: "admin" });
});

afterAll(() => worker.stop());

const { list } = bookshelf(() => ({ worker, admin }));

const search = (term: string) => list(`/manager/books?${new URLSearchParams({ searchTerm: term })}`);

describe("the manager's list of books", () => {
  test("shows the number of books, listed and in total, in one round trip", async () => {
    const { titles, response } = await list("/manager/books");
    expect(titles).toHaveLength(20);
    const [total] = await worker.db.select().from(totals).where(eq(totals.name, "books"));
    await expect(await admin.get("/manager/books")).toShow(
      t("common:list.showing", { shown: 20, total: total?.value }),
    );
    expect(databaseCost(response)).toMatchObject({ roundTrips: 1 });
    expect(databaseCost(response).rowsRead).toBeLessThanOrEqual(60);
  });

  test.each([
    ["part of a word", "earthse", "A Wizard of Earthsea"],
    ["part of an author", "awking", "A Brief History of Time: From the Big Bang to Black Holes"],
    ["another case", "ÉTRANGER", "L'Étranger"],
    ["no accents", "etranger", "L'Étranger"],
    ["words of title and author, in any order", "guin earthsea", "A Wizard of Earthsea"],
    ["Arabic with vowel signs that the title lacks", "مَوْسِم", "موسم الهجرة إلى الشمال"],
    ["Arabic", "الهجرة", "موسم الهجرة إلى الشمال"],
    ["an Arabic term of more than 60 bytes", "موسم الهجرة إلى الشمال الطيب صالح", "موسم الهجرة إلى الشمال"],
    ["Swahili", "kusadi", "Kusadikika"],
  ])("finds by %s", async (_, term, title) => {
    const { titles } = await search(term);
    expect(titles).toContain(title);
  });

  test("finds the words that begin with one or two letters", async () => {
    const words = (title: string | undefined, author: string | null) =>
      `${comparisonKey(title)} ${comparisonKey(author)}`.split(" ");
    for (const term of ["q", "du", "ك"]) {
      const { titles } = await search(term);
      const expected = (await worker.db.select().from(books)).filter(({ title, author }) =>
        words(title, author).some((word) => word.startsWith(term)),
      );
      expect(new Set(titles), term).toEqual(new Set(expected.slice(0, 20).map(({ title }) => title)));
    }
  });

  test.each([
    "%",
    "_",
    '"',
    "*",
    "'",
    "\\",
    "a*",
    '" OR "',
    "NEAR(a b)",
    "title:x",
    "-x",
    "\0",
    "(",
    "🙂",
    "x".repeat(3000),
  ])("searches for the term %j as plain text", async (term) => {
    const { response, titles } = await search(term);
    const folded = comparisonKey(term).replaceAll("\0", "");
    if (folded) expect(titles.length).toBeLessThan(20);
    await expect(await admin.get(response.url)).not.toShow(t("error:500"));
  });

  test("shows the number of results, says when there are none, and offers the whole list", async () => {
    await expect(await admin.get("/manager/books?searchTerm=dune")).toShow("1 result for dune");
    const none = await admin.get("/manager/books?searchTerm=nothinglikethis");
    await expect(none).toShow(t("noResults"));
    await expect(none).toShow(t("clearSearch"));
  });

  test("shows every result once, page by page, while books are added", async () => {
    await worker.db.insert(books).values(
      Array.from({ length: 9 }, (_, n) => ({
        title: `Paged ${n}`,
        titleKey: `paged ${n}`,
        authorKey: "a",
      })),
    );
    for (let batch = 0; batch < 4; batch++) {
      await worker.db.insert(books).values(
        Array.from({ length: 9 }, (_, n) => ({
          title: `Paged ${batch}${n}`,
          titleKey: `paged ${batch}${n}x`,
          authorKey: "b",
        })),
      );
    }
    const seen: (string | undefined)[] = [];
    let path: string | undefined = "/manager/books?searchTerm=paged";
    for (let n = 0; path; n++) {
      const page: Awaited<ReturnType<typeof list>> = await list(path);
      seen.push(...page.titles);
      path = page.next;
      await worker.db
        .insert(books)
        .values({ title: `Paged late ${n}`, titleKey: `0 paged late ${n}`, authorKey: "" });
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(45);
    await worker.db.delete(books).where(eq(books.authorKey, "b"));
    await worker.db.delete(books).where(eq(books.authorKey, "a"));
  });

  test("searches 20,000 books at the same cost, for rare and for common words", async () => {
    const large = await startTestWorker();
    await large.d1
      .prepare(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
         insert into books (id, title, author, title_key, author_key, created_at, updated_at)
         select i, 'Title ' || i, 'Actor', printf('title %06d', i), 'author', 0, 0 from n`,
      )
      .run();
    const visitor = await Visitor.signedIn(large, { role: "admin" });
    const common = await visitor.get("/manager/books?searchTerm=title");
    await expect(common).toShow("1,000+ results for title");
    expect(databaseCost(common).roundTrips).toBe(1);
    expect(databaseCost(common).rowsRead).toBeLessThan(2500);
    const rare = await visitor.get("/manager/books?searchTerm=019999");
    await expect(rare).toShow("1 result");
    expect(databaseCost(rare).rowsRead).toBeLessThan(100);
    await large.stop();
  });
});
