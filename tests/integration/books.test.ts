import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { books } from "#app/schema.ts";
import { BOOKS } from "#scripts/seed/books/catalogue.ts";
import { seed } from "#scripts/seed/seed.ts";
import { nextPage } from "#tests/support/next-page.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
});
afterAll(() => worker.stop());

/** Reads a page of the list: the ids of its books in order, and the link "Load more". */
async function read(response: Response) {
  const html = await response.text();
  const ids = [...html.matchAll(/href="\/app\/books\/([\w-]+)"/g)].map(([, id]) => id);
  const next = nextPage(html);
  return { ids, next };
}

describe("the list of books", () => {
  test("shows 20 books a page in title order, each once, up to the last", async () => {
    const visitor = await Visitor.signedIn(worker);
    const seen: (string | undefined)[] = [];
    let path: string | undefined = "/app/books";
    const sizes = [];
    while (path) {
      const page = await read(await visitor.get(path));
      seen.push(...page.ids);
      sizes.push(page.ids.length);
      path = page.next;
    }
    const all = await worker.db.select().from(books);
    const inOrder = all.sort((a, b) => (a.titleKey < b.titleKey ? -1 : 1)).map(({ id }) => id);
    expect(seen).toEqual(inOrder);
    expect(sizes.slice(0, -1).every((size) => size === 20)).toBe(true);
  });

  test("shows the title and author, and only the title without an author", async () => {
    const visitor = await Visitor.signedIn(worker);
    await worker.db.insert(books).values({ title: "'!Aaa", titleKey: "!aaa", authorKey: "" });
    const page = await visitor.get("/app/books");
    await expect(page).toShow("'!Aaa");
    await expect(page).toShow(t("book:byAuthor", { author: "Stephen Hawking" }));
  });

  test("skips and repeats no book when some are added and the last one on the page is deleted", async () => {
    const visitor = await Visitor.signedIn(worker);
    const first = await read(await visitor.get("/app/books"));
    await worker.db.insert(books).values({ title: "0 before all", titleKey: "0 before all", authorKey: "" });
    const second = await read(await visitor.get(first.next as string));
    expect(second.ids.filter((id) => first.ids.includes(id))).toEqual([]);
    const all = (await worker.db.select().from(books)).sort((a, b) => (a.titleKey < b.titleKey ? -1 : 1));
    const last = all.findIndex(({ id }) => id === first.ids.at(-1));
    expect(second.ids[0]).toBe(all[last + 1]?.id);
  });

  test.each(["x", "W10", "bnVsbA", "WyJhIl0", "%00", "WyJhIiwxXQ", "a".repeat(4000)])(
    "has no page for an invalid cursor (%s)",
    async (after) => {
      const visitor = await Visitor.signedIn(worker);
      const response = await visitor.get(`/app/books?after=${after}`);
      expect(response.status).toBe(404);
      await expect(response).toShow(t("error:404"));
    },
  );
});

test("a visitor gets no book, as a page or as data", async () => {
  const visitor = new Visitor(worker);
  const route = encodeURIComponent("slices/book/routes/app/books");
  for (const url of ["/app/books", "/app/books.data", `/app/books.data?_routes=${route}`]) {
    const answer = await visitor.get(url);
    expect(await answer.text(), url).not.toContain("Hawking");
    expect(answer.headers.get("Server-Timing"), url).toContain('db-queries;desc="0"');
  }
});

describe("database queries", () => {
  test("take one round trip per page", async () => {
    const visitor = await Visitor.signedIn(worker);
    const { ids } = await read(await visitor.get("/app/books"));
    for (const path of ["/app/books", `/app/books/${ids[0]}`]) {
      expect(databaseCost(await visitor.get(path)), path).toMatchObject({ roundTrips: 1 });
      expect(databaseCost(await visitor.get(`${path}.data`)), path).toMatchObject({ roundTrips: 1 });
    }
  });

  test("return an empty list, which says so", async () => {
    const empty = await startTestWorker();
    const visitor = await Visitor.signedIn(empty);
    await expect(await visitor.get("/app/books")).toShow(t("book:list.empty"));
    await empty.stop();
  });
});

test("the welcome page shows the four latest books, in one round trip", async () => {
  const visitor = await Visitor.signedIn(worker);
  const added = ["New 1", "New 2", "New 3", "New 4", "New 5"];
  for (const title of added) {
    await worker.db.insert(books).values({ title, titleKey: `zz ${title}`, authorKey: "" });
  }
  const page = await visitor.get("/app");
  expect(databaseCost(page)).toMatchObject({ roundTrips: 1 });
  const all = await worker.db.select().from(books);
  const { ids } = await read(page);
  expect(ids.map((id) => all.find((book) => book.id === id)?.title)).toEqual(added.slice(1).reverse());
});

describe("a book's page", () => {
  test("shows the title, author, genre and publisher", async () => {
    const visitor = await Visitor.signedIn(worker);
    const book = BOOKS.find(({ publisher }) => publisher) as (typeof BOOKS)[number];
    const [row] = (await worker.db.select().from(books)).filter(({ title }) => title === book.title);
    const page = await visitor.get(`/app/books/${row?.id}`);
    for (const text of [book.title, book.author, book.genre, book.publisher as string]) {
      await expect(page).toShow(text);
    }
  });

  test.each(["unknown", "%00", "%F0%9F", "..%2F..", "a".repeat(3000)])(
    "does not exist for an unknown id (%s)",
    async (id) => {
      const visitor = await Visitor.signedIn(worker);
      const response = await visitor.get(`/app/books/${id}`);
      expect(response.status).toBe(404);
      await expect(response).toShow(t("error:404"));
    },
  );
});

describe("the seed", () => {
  test("can run again without changing, restoring or renaming anything", async () => {
    await worker.db.delete(books).where(eq(books.title, "Emma"));
    await worker.db.update(books).set({ title: "Sand", titleKey: "sand" }).where(eq(books.title, "Dune"));
    const before = await worker.db.select().from(books);
    await seed(worker.d1);
    expect(await worker.db.select().from(books)).toEqual(before);
  });

  test("has at least 60 books in 8 genres, including French, Arabic and Swahili ones, and no duplicates", () => {
    expect(BOOKS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(BOOKS.map(({ genre }) => genre)).size).toBeGreaterThanOrEqual(8);
    const keys = BOOKS.map(({ title, author }) => `${comparisonKey(title)}\n${comparisonKey(author)}`);
    expect(new Set(keys).size).toBe(BOOKS.length);
    const titles = BOOKS.map(({ title }) => title);
    expect(titles).toContain("L'Étranger");
    expect(titles).toContain("موسم الهجرة إلى الشمال");
    expect(titles).toContain("Kusadikika");
  });

  test("the database refuses a second book that differs only in case, accents or space", async () => {
    const duplicate = {
      title: " l'etranger ",
      titleKey: comparisonKey(" l'etranger "),
      authorKey: comparisonKey("ALBERT  CAMUS"),
    };
    await expect(worker.db.insert(books).values(duplicate)).rejects.toThrow();
  });
});
