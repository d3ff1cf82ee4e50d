import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addHolding } from "#tests/support/holdings.ts";
import { nextPage } from "#tests/support/next-page.ts";
import { codeOf, organisationWithPeople } from "#tests/support/organisation-people.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, type Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const MANY = 10_000;

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

/** Creates an organisation with a shelf. */
async function shelf() {
  const { id, path, owner } = await organisationWithPeople(worker);
  return { id, owner, list: `${path}/holdings` };
}

type Shelf = Awaited<ReturnType<typeof shelf>>;

/** Finds the titles of the books on a page of a shelf. */
const titlesIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="\/app\/o\/[\w-]+\/holdings\/[^"/]+"[^>]*>([^<]*)</g)]
    .map(([, title]) => title)
    .filter((title) => title !== t("holding:new"));

const search = (visitor: Visitor, list: string, term: string) =>
  visitor.get(`${list}?${new URLSearchParams({ searchTerm: term })}`);

/** Searches a shelf as the organisation's owner. @returns the titles that the page shows */
const found = async ({ list, owner }: Shelf, term: string) =>
  titlesIn(await (await search(owner.visitor, list, term)).text());

/** Fills a shelf. @param title SQL in which `n` is the number of the book */
const fill = (organisationId: string, title: string) =>
  worker.d1
    .prepare(
      `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
       insert into holdings (id, organisation_id, book_id, title, title_key, author_key, created_at, updated_at)
       select lower(hex(randomblob(16))), ?, n, ${title}, ${title}, 'author', 1, n from numbers`,
    )
    .bind(organisationId)
    .run();

test("a search finds books by title and author in every spelling, in the order in which they were put there", async () => {
  const ours = await shelf();
  await addHolding(worker, ours.id, { title: "Les Misérables", author: "Victor Hugo" });
  await addHolding(worker, ours.id, { title: "Cien años de soledad", author: "Gabriel García Márquez" });
  await addHolding(worker, ours.id, { title: "Choses vues", author: "Victor Hugo" });
  expect(await found(ours, "MISERABLES")).toEqual(["Les Misérables"]);
  expect(await found(ours, "garcia anos")).toEqual(["Cien años de soledad"]);
  expect(await found(ours, "hu")).toEqual(["Les Misérables", "Choses vues"]);
  expect(await found(ours, "hugo soledad")).toEqual([]);
  const page = await search(ours.owner.visitor, ours.list, "hugo");
  await expect(page.clone()).not.toShow(t("holding:order.label"));
  await expect(await search(ours.owner.visitor, ours.list, "zzz")).toShow(t("noResults"));
});

test("a book that is taken off is not found until it is put back", async () => {
  const ours = await shelf();
  const { id } = await addHolding(worker, ours.id, { title: "Orlando" });
  await ours.owner.visitor.post(`${ours.list}/${id}`, { intent: "remove" });
  expect(await found(ours, "orlando")).toEqual([]);
  await ours.owner.visitor.post(`${ours.list.replace("holdings", "deleted/holding")}/${id}`, {});
  expect(await found(ours, "orlando")).toEqual(["Orlando"]);
});

test("a search finds no other organisation's books, whatever their titles or the term, and strangers get a 404", async () => {
  const [ours, theirs] = [await shelf(), await shelf()];
  await addHolding(worker, theirs.id, { title: "Very private", author: "Nobody" });
  // The search index contains the organisation's id as a word, so the title contains it, too.
  await addHolding(worker, theirs.id, { title: `Not ${ours.id}`, author: "Nobody" });
  await addHolding(worker, ours.id, { title: "Our own", author: "Nobody" });
  const tries = [
    "private",
    "nobody",
    ours.id,
    theirs.id,
    `${theirs.id}" OR owner : "${theirs.id}`,
    '"',
    "OR",
  ];
  const seen = await Promise.all(tries.map((term) => found(ours, term)));
  expect(seen).toEqual([[], ["Our own"], [], [], [], [], []]);
  const { visitor: stranger } = await someone(worker);
  for (const visitor of [stranger, ours.owner.visitor]) {
    const refused = await search(visitor, theirs.list, "private");
    expect([refused.status, codeOf(refused)]).toEqual([404, "ORGANIZATION_NOT_FOUND"]);
    await expect(refused).not.toShow("Very private");
  }
});

test("a deleted organisation leaves no words in the index", async () => {
  const ours = await shelf();
  await addHolding(worker, ours.id, { title: "Orlando" });
  const words = async () =>
    (
      await worker.d1
        .prepare(`select rowid from holdings_search where holdings_search match 'owner : "${ours.id}"'`)
        .all()
    ).results.length;
  expect(await words()).toBe(1);
  await worker.d1.prepare("delete from holdings where organisation_id = ?").bind(ours.id).run();
  expect(await words()).toBe(0);
});

describe("with 10,000 books of one organisation and those of others", () => {
  test.each(["common", "c", "common seldom", "author", "missing"])(
    "a search for %j costs one round trip and 60 rows at most",
    async (term) => {
      const [ours, theirs] = [await shelf(), await shelf()];
      await fill(theirs.id, "'common ' || n");
      await fill(ours.id, "'common ' || iif(n % 1000, '', 'seldom ') || n");
      const { roundTrips, rowsRead } = databaseCost(await search(ours.owner.visitor, ours.list, term));
      expect(roundTrips).toBe(1);
      expect(rowsRead).toBeLessThanOrEqual(60);
    },
  );

  test("a search shows each book once, page by page, at the same cost", async () => {
    const [ours, theirs] = [await shelf(), await shelf()];
    await fill(theirs.id, "'common seldom ' || n");
    await fill(ours.id, "'common ' || iif(n % 200, '', 'seldom ') || n");
    const seen: (string | undefined)[] = [];
    let pages = 0;
    for (let path: string | undefined = `${ours.list}?searchTerm=seldom`; path; ) {
      pages += 1;
      const page: Response = await ours.owner.visitor.get(path);
      expect(databaseCost(page).rowsRead).toBeLessThanOrEqual(60);
      const html: string = await page.text();
      seen.push(...titlesIn(html));
      path = nextPage(html);
      if (path?.startsWith("?")) path = ours.list + path;
    }
    expect([seen.length, new Set(seen).size]).toEqual([MANY / 200, MANY / 200]);
    expect(pages).toBe(Math.ceil(MANY / 200 / 15));
  });
});
