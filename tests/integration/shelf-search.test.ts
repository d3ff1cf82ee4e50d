import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newRowId } from "#app/core/forms/row-id.ts";
import { books } from "#app/schema.ts";
import { nextPage } from "#tests/support/next-page.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, textOf } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const MANY = 10_000;

let worker: TestWorker;
let reader: Awaited<ReturnType<typeof someone>>;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());
beforeEach(async () => {
  reader = await someone(worker);
});

/** Puts a new book of the catalogue on a shelf. @returns the path of its page there */
async function shelve(title: string, author: string, state = "reading", { visitor } = reader) {
  const [id, bookId] = [crypto.randomUUID(), crypto.randomUUID()];
  await worker.db.insert(books).values({ id: bookId, title, author, titleKey: bookId, authorKey: "" });
  await visitor.post("/app/shelf", { bookId, state, id });
  return `/app/shelf/${newRowId.parse(id)}`;
}

/** Searches a user's shelf. @returns the titles that the page shows */
async function found(term: string, { visitor } = reader) {
  const html = await (await visitor.get(`/app/shelf?${new URLSearchParams({ searchTerm: term })}`)).text();
  return [...html.matchAll(/<a [^>]*href="\/app\/shelf\/[\da-f-]{36}"[^>]*>([^<]*)</g)].map(
    ([, title]) => title,
  );
}

/** Reads the number in each tab of a user's shelf. */
async function counts({ visitor } = reader) {
  const html = await (await visitor.get("/app/shelf")).text();
  return [
    ...html.matchAll(/href="\/app\/shelf\?state=\w+&amp;[^>]*>.*?<span[^>]*tabular-nums[^>]*>([^<]*)</g),
  ]
    .map(([, count]) => count)
    .join(" ");
}

/** Fills a user's shelf. @param title SQL in which `n` is the number of the book */
const fill = (userId: string, title: string) =>
  worker.d1
    .prepare(
      `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${MANY})
       insert into readings (id, user_id, book_id, title, title_key, author_key, state, created_at, updated_at)
       select lower(hex(randomblob(16))), ?, n, ${title}, ${title}, 'author', 'read', 1, n from n`,
    )
    .bind(userId)
    .run();

test("a search finds books by title and author, in every state and spelling", async () => {
  await shelve("Les Misérables", "Victor Hugo", "reading");
  await shelve("Cien años de soledad", "Gabriel García Márquez", "read");
  expect(await found("MISERABLES")).toEqual(["Les Misérables"]);
  expect(await found("garcia anos")).toEqual(["Cien años de soledad"]);
  expect(await found("hu")).toEqual(["Les Misérables"]);
  expect(await found("hugo soledad")).toEqual([]);
  const page = await reader.visitor.get("/app/shelf?searchTerm=soledad&state=reading");
  await expect(page).toShow(t("shelf:read"));
  await expect(await reader.visitor.get("/app/shelf?searchTerm=zzz")).toShow(t("noResults"));
});

test("a search finds none of another user's books, whatever their titles or the term", async () => {
  const other = await someone(worker);
  await shelve("Very private", "Nobody", "reading", other);
  // The search index contains the owner's id as a word, so the title contains it, too.
  await shelve(`Not ${reader.id}`, "Nobody", "reading", other);
  await shelve("My own", "Nobody", "reading");
  const tries = ["private", "nobody", reader.id, other.id, `${other.id}" OR owner : "${other.id}`, '"', "OR"];
  const seen = await Promise.all(tries.map((term) => found(term)));
  expect(seen).toEqual([[], ["My own"], [], [], [], [], []]);
  expect(await found("private", other)).toEqual(["Very private"]);
});

test("the tabs count the books in each state, through every move, removal and undo", async () => {
  const path = await shelve("One", "A");
  await shelve("Two", "B", "read");
  expect(await counts()).toBe("1 0 1");
  await reader.visitor.post(path, { intent: "save", state: "wanted" });
  expect(await counts()).toBe("0 1 1");
  await reader.visitor.post(path, { intent: "remove" });
  expect(await counts()).toBe("0 0 1");
  expect(await found("one")).toEqual([]);
  for (let n = 0; n < 2; n++) {
    await reader.visitor.post(`/app/deleted/reading/${path.split("/").at(-1)}`, {});
    expect(await counts()).toBe("0 1 1");
    expect(await found("one")).toEqual(["One"]);
  }
  expect(await counts(await someone(worker))).toBe("0 0 0");
});

test("a deleted account leaves no words in the index and no counts", async () => {
  const admin = await someone(worker, { role: "admin" });
  const rowsOf = async (sql: string) => (await worker.d1.prepare(sql).all()).results.length;
  const words = `select rowid from readings_search where readings_search match 'owner : "${reader.id}"'`;
  const counted = `select state from reading_counts where user_id = '${reader.id}'`;
  await shelve("One", "A");
  expect([await rowsOf(words), await rowsOf(counted)]).toEqual([1, 1]);
  await admin.visitor.post(`/manager/users/${reader.id}`, { intent: "delete" });
  expect([await rowsOf(words), await rowsOf(counted)]).toEqual([0, 0]);
});

describe("with 10,000 books of one reader and those of others", () => {
  test.each([
    "/app/shelf?state=read",
    "/app/shelf?searchTerm=common",
    "/app/shelf?searchTerm=c",
    "/app/shelf?searchTerm=common+seldom",
    "/app/shelf?searchTerm=author",
    "/app/shelf?searchTerm=missing",
  ])("%s costs one round trip and 60 rows at most", async (path) => {
    const other = await someone(worker);
    await fill(other.id, "'common ' || n");
    await fill(reader.id, "'common ' || iif(n % 1000, '', 'seldom ') || n");
    const cost = databaseCost(await reader.visitor.get(path));
    expect(cost.roundTrips).toBe(1);
    expect(cost.rowsRead).toBeLessThanOrEqual(60);
  });

  test("a search shows each book once, page by page, at the same cost", async () => {
    await fill((await someone(worker)).id, "'common seldom ' || n");
    await fill(reader.id, "'common ' || iif(n % 200, '', 'seldom ') || n");
    const seen: (string | undefined)[] = [];
    let path: string | undefined = "/app/shelf?searchTerm=seldom";
    let pages = 0;
    while (path) {
      pages += 1;
      const page: Response = await reader.visitor.get(path);
      expect(databaseCost(page).rowsRead).toBeLessThanOrEqual(60);
      const html: string = await page.text();
      const shown = new Set([...textOf(html).matchAll(/common seldom (\d+)/g)].map(([, n]) => n));
      seen.push(...shown);
      path = nextPage(html);
      if (path?.startsWith("?")) path = `/app/shelf${path}`;
    }
    expect(seen.length).toBe(MANY / 200);
    expect(new Set(seen).size).toBe(MANY / 200);
    expect(pages).toBe(Math.ceil(MANY / 200 / 15));
  });
});
