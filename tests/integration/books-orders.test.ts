import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { books, genres } from "#app/schema.ts";
import { openCheapList } from "#tests/support/cheap-list.ts";
import { nextPage } from "#tests/support/next-page.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, textOf, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests the orders and the filter of the manager's list, with 20,000 books of 30 genres, and then of 300.

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
  await addGenres(0, 30);
  // Many books have the same author and the same time of change.
  await worker.d1
    .prepare(
      `with recursive n(i) as (select 0 union all select i + 1 from n where i < 19999)
       insert into books (id, title, author, publisher, publisher_key, title_key, author_key, genre_id, created_at,
         updated_at)
       select 'b' || i, 'Title ' || i, 'Author ' || (i % 700), 'Press', iif(i % 9, printf('press %02d', i % 50), ''), printf('title %06d', (i * 7919) % 20000),
         printf('author %03d', i % 700), 'g' || (i % 30), 0, 1700000000000 + (i % 90) * 1000 from n`,
    )
    .run();
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());

const addGenres = (first: number, after: number) =>
  worker.d1
    .prepare(
      `with recursive n(i) as (select ${first} union all select i + 1 from n where i < ${after - 1})
       insert into genres (id, name, name_key, created_at, updated_at)
       select 'g' || i, 'Genre ' || i, printf('genre %03d', i), 0, 0 from n`,
    )
    .run();

const path = (search: Record<string, string>) => `/manager/books?${new URLSearchParams(search)}`;

/** Opens a list. @returns its HTML, the ids of its books in order, and the link "Load more" */
async function list(path: string, mostRows = 60) {
  const { html, next } = await openCheapList(admin, path, mostRows);
  return {
    ids: [...html.matchAll(/href="\/manager\/books\/(b\d+)[?"]/g)].map(([, id]) => id as string),
    next,
    html,
  };
}

/** Returns the ids of the books of a genre, in the order of `keys`. */
async function sorted(genre: string, keys: (book: typeof books.$inferSelect) => (string | number)[]) {
  const all = await worker.db.select().from(books).where(eq(books.genreId, genre));
  const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0);
  return all
    .sort((one, other) => {
      const [a, b] = [keys(one), keys(other)];
      return compare(a[0] ?? "", b[0] ?? "") || compare(a[1] ?? "", b[1] ?? "");
    })
    .map(({ id }) => id);
}

describe.each([
  ["title", (book: typeof books.$inferSelect) => [book.titleKey, book.authorKey]],
  ["author", (book: typeof books.$inferSelect) => [book.authorKey, book.titleKey]],
  ["publisher", (book: typeof books.$inferSelect) => [book.publisherKey, book.titleKey, book.authorKey]],
  ["updated", (book: typeof books.$inferSelect) => [book.updatedAt, book.id]],
] as const)("the list by %s", (sort, keys) => {
  test.each(["", "-"])(
    "with %j before it, reads 60 rows a page at most, even on a late page",
    async (minus) => {
      const first = await list(path({ sort: minus + sort }));
      expect(first.ids).toHaveLength(20);
      const second = await list(first.next as string);
      expect(new Set([...first.ids, ...second.ids]).size).toBe(40);
      const middle = (await worker.db.select().from(books).where(eq(books.id, "b9876")))[0];
      if (!middle) throw new Error("no book");
      const after = Buffer.from(JSON.stringify([minus + sort, ...keys(middle)])).toString("base64url");
      expect((await list(path({ sort: minus + sort, after }))).ids).toHaveLength(20);
    },
  );

  test("the pages of a genre show each of its books once, in order", async () => {
    const expected = await sorted("g7", (book) => [...keys(book)]);
    for (const [order, all] of [
      [sort, expected],
      [`-${sort}`, expected.toReversed()],
    ] as const) {
      const seen: string[] = [];
      let next: string | undefined = path({ genre: "g7", sort: order });
      for (let pages = 0; next && pages < 4; pages++) {
        const page = await list(next);
        seen.push(...page.ids);
        next = page.next;
      }
      expect(seen, order).toEqual(all.slice(0, 80));
    }
  });
});

test("the header of the current order says so, its link reverses it, and the other headers keep the filter", async () => {
  const { html } = await list(path({ genre: "g7", sort: "-author", after: "" }));
  expect(html.match(/aria-sort="\w+"/g)).toEqual(['aria-sort="descending"']);
  for (const link of [
    "?genre=g7&amp;sort=author",
    "?genre=g7&amp;sort=title",
    "?genre=g7&amp;sort=-updated",
  ]) {
    expect(html).toContain(`href="/manager/books${link}"`);
  }
});

test("an unknown order is ignored, and the cursor of another order is not found", async () => {
  for (const sort of ["price", "-", "", "toString", "title,author"]) {
    expect((await list(path({ sort }))).ids).toEqual((await list(path({}))).ids);
  }
  const { next } = await list(path({ sort: "author" }));
  const after = new URL(next as string, worker.url).searchParams.get("after") as string;
  for (const sort of ["title", "-author", "-updated", ""]) {
    expect((await admin.get(path({ sort, after }))).status, sort).toBe(404);
  }
  for (const keys of [["author"], ["author", 1, 2], ["author", "a"], ["author", "a", "b", "c"], {}, null]) {
    const odd = Buffer.from(JSON.stringify(keys)).toString("base64url");
    expect((await admin.get(path({ sort: "author", after: odd }))).status).toBe(404);
  }
});

test("a search in a genre finds each book once, and reads 300 at a time", async () => {
  const seen: string[] = [];
  for (let next: string | undefined = path({ searchTerm: "title 01", genre: "g7", sort: "author" }); next; ) {
    const page: Awaited<ReturnType<typeof list>> = await list(next, 1500);
    seen.push(...page.ids);
    next = page.next;
    // Search results have their own order.
    expect(page.html).not.toContain("aria-sort");
  }
  const all = (await worker.db.select().from(books).where(eq(books.genreId, "g7"))).filter(
    ({ titleKey, authorKey }) => titleKey.startsWith("title 01") || authorKey.startsWith("author 01"),
  );
  expect(new Set(seen)).toEqual(new Set(all.map(({ id }) => id)));
  expect(seen).toHaveLength(all.length);
});

test("an empty list names the filters and offers all books", async () => {
  const none = await admin.get(path({ searchTerm: "nothinglikethis", genre: "g7" }));
  const text = textOf(await none.text());
  expect(text).toContain(`${t("manager:list.removeFilter")} Genre 7`);
  expect(text).toContain(`${t("common:noResults")} ${t("manager:list.showAll")}`);
  await expect(await admin.get(path({ genre: "gone" }))).toShow(t("book:list.goneGenre"));
});

test("few genres are all options of the filter, and with many, the rows still name theirs", async () => {
  const few = await list("/manager/books");
  // The filter and the action on selected books each offer 30 genres, no genre, and an empty option.
  expect(few.html.match(/<option/g)).toHaveLength(2 * 32);
  await addGenres(30, 300);
  const many = await list("/manager/books");
  expect(many.html).not.toContain("<option");
  expect(many.html).toContain('href="/manager/genres"');
  const [first = ""] = many.ids;
  const genre = `Genre ${Number(first.slice(1)) % 30}`;
  expect(textOf(many.html)).toContain(`${genre} Press`);
  expect(textOf(few.html)).toContain(`${genre} Press`);
  await expect(await admin.get(path({ genre: "g299" }))).toShow(t("common:noResults"));
  expect(many.html).toContain('href="/manager/books?genre=none"');
  await expect(await admin.get(path({ genre: "none" }))).toShow(t("common:noResults"));
  expect((await list(path({ genre: "g7", sort: "-updated" }))).ids).toHaveLength(20);
});

test("the page of a book links back to the same list, even after a change", async () => {
  const { html } = await list(path({ genre: "g7", sort: "-author" }));
  const [, link = ""] = /href="(\/manager\/books\/b\d+\?[^"]*)"/.exec(html) ?? [];
  const book = await (await admin.get(link)).text();
  expect(book).toContain('href="/manager/books?genre=g7&amp;sort=-author"');
  const edit = /href="([^"]*\/update\?[^"]*)"/.exec(book)?.[1] as string;
  const saved = await admin.post(edit, { title: `Changed ${crypto.randomUUID()}`, genreId: "g7" });
  expect(saved).toRedirectTo(link);
  expect(await admin.post(link, {})).toRedirectTo("/manager/books?genre=g7&sort=-author");
});

test("readers page through the books of a genre by author, at a few rows a page", async () => {
  const expected = await sorted("g7", (book) => [book.authorKey, book.titleKey]);
  const seen: string[] = [];
  let next: string | undefined = "/app/books?genre=g7&sort=author";
  for (let pages = 0; next && pages < 3; pages++) {
    const page = await admin.get(next);
    expect(databaseCost(page).rowsRead).toBeLessThanOrEqual(60);
    const html = await page.text();
    expect(html).toMatch(
      /aria-current="page"[^>]*href="[^"]*sort=author"|sort=author"[^>]*aria-current="page"/,
    );
    seen.push(...[...html.matchAll(/<a [^>]*href="\/app\/books\/([\w-]+)"/g)].map(([, id = ""]) => id));
    next = nextPage(html);
  }
  expect(seen).toEqual(expected.slice(0, 60));
});

test("a page of 100 books reads 210 rows at most in each order, even with more genres than the filter lists", async () => {
  const reader = await Visitor.signedIn(worker, { role: "admin" });
  reader.cookies.set("list-views", "books:100");
  if ((await worker.db.$count(genres)) <= 30) await addGenres(900, 931);
  for (const sort of ["title", "-author", "publisher", "-updated"]) {
    for (const genre of ["", "g7"]) {
      const response = await reader.get(path({ sort, ...(genre && { genre }) }));
      expect((await response.text()).match(/<input[^>]* name="selected"/g), sort).toHaveLength(100);
      expect(databaseCost(response).rowsRead, `${sort} ${genre}`).toBeLessThanOrEqual(210);
      expect(databaseCost(response).roundTrips, sort).toBe(1);
    }
  }
});
