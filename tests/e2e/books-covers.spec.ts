import type { Locator, Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures.ts";

/** The script that draws covers. */
const SCRIPT = "**/assets/cover-drawing-*.js";

const coversOn = (page: Page) => page.getByRole("main").locator("li svg[viewBox='0 0 120 180']");
const drawingsOf = (covers: Locator) => covers.evaluateAll((all) => all.map(({ innerHTML }) => innerHTML));

test("covers come with the page, and the browser draws later ones alike", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn();
  let loads = 0;
  const held = Promise.withResolvers<void>();
  await page.route(SCRIPT, async (route) => {
    loads++;
    await held.promise;
    await route.continue();
  });
  await open("/app/books");
  const covers = coversOn(page);
  await expect(covers).toHaveCount(20);
  const drawn = await drawingsOf(covers);
  expect(drawn).not.toContain("");
  // The script that draws covers has not loaded, because it is not needed until other covers appear.
  expect(loads).toBe(0);

  await page.getByRole("link", { name: t("common:loadMore") }).click();
  await expect(covers).toHaveCount(40);
  // Rows appear before their covers are drawn.
  await expect(covers.last()).toBeEmpty();
  held.resolve();
  await expect(covers.last()).not.toBeEmpty();
  const longer = await drawingsOf(covers);
  expect(longer).not.toContain("");
  expect(longer.slice(0, 20)).toEqual(drawn);
  expect(loads).toBe(1);

  await page.getByRole("main").locator("li").last().getByRole("link").click();
  const cover = page.getByRole("main").locator("svg[viewBox='0 0 120 180']").first();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(t("book:list.title"));
  expect(await cover.innerHTML()).toBe(longer.at(-1));
  await page.reload();
  expect(await cover.innerHTML()).toBe(longer.at(-1));
});

// This is a book of the seed, because a book that another test has added may have no related books.
test("the cover of the next book is there from the start", async ({ page, signIn, open, t }) => {
  await signIn();
  await open("/app/books?searchTerm=Agatha%20Christie");
  await page.getByRole("main").locator("li").first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(t("book:list.title"));
  await page.reload();
  await hydrated(page);
  const related = page.getByRole("main").locator("li").getByRole("link").first();
  const drawn = page.waitForResponse(SCRIPT);
  await related.hover();
  await (await drawn).finished();
  // The address of the link, and every cover that was empty before the next page appeared.
  const { pathname } = new URL(await related.evaluate((link: HTMLAnchorElement) => link.href));
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { emptyCovers: seen });
    new MutationObserver(() => {
      for (const cover of document.querySelectorAll("main svg[viewBox='0 0 120 180']:empty"))
        seen.push(cover.outerHTML);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await related.click();
  await expect(page).toHaveURL(pathname);
  await expect(page.getByRole("main").locator("svg[viewBox='0 0 120 180']").first()).not.toBeEmpty();
  expect(await page.evaluate(() => Reflect.get(window, "emptyCovers"))).toEqual([]);
});

test.describe("without the script that draws covers", () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch/] });

  test("later books have no covers, and the page still works", async ({ page, signIn, open, t }) => {
    await signIn();
    await page.route(SCRIPT, (route) => route.abort());
    await open("/app/books");
    await page.evaluate(() => document.body.setAttribute("data-stays", ""));
    const failed = page.waitForEvent("requestfailed");
    await page.getByRole("link", { name: t("common:loadMore") }).click();
    await failed;
    await expect(coversOn(page)).toHaveCount(40);
    await expect(page.locator("body[data-stays]")).toBeVisible();
    await expect(coversOn(page).first()).not.toBeEmpty();
  });
});

for (const [width, inARow] of [
  [390, 2],
  [700, 4],
  [1280, 4],
] as const)
  test(`the new books fill their row, ${width} pixels wide`, async ({ page, signIn, open, t }) => {
    await signIn();
    await page.setViewportSize({ width, height: 800 });
    await open("/app");
    const books = page.getByRole("region", { name: t("book:new") }).getByRole("listitem");
    await expect(books).toHaveCount(4);
    const list = await books.first().locator("..").boundingBox();
    const boxes = await Promise.all((await books.all()).map((book) => book.boundingBox()));
    const row = boxes.filter((box) => box?.y === boxes[0]?.y);
    expect(row).toHaveLength(inARow);
    const last = row.at(-1);
    expect(Math.round((last?.x ?? 0) + (last?.width ?? 0))).toBe(
      Math.round((list?.x ?? 0) + (list?.width ?? 0)),
    );
  });
