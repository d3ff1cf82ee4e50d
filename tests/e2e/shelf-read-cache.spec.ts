import type { Page } from "@playwright/test";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";
import { bookCards } from "./books-cards.ts";
import { test as base, expect } from "./fixtures.ts";

const test = base.extend<object, { site: TestWorker }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures to provide
    async ({}, use) => {
      const site = await startTestWorker({ seeded: true, settings: { READ_CACHE: "true" } });
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
});

/** Loads the page again. @returns how many queries its document took */
async function queriesOfReload(page: Page): Promise<number> {
  const header = (await page.reload())?.headers()["server-timing"] ?? "";
  return Number(/db-queries;desc="(\d+)"/.exec(header)?.[1]);
}

test("pages from the cache show which books are on the shelf as soon as script has asked", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn();
  await open("/app/books");
  const [first, second] = [bookCards(page).nth(0), bookCards(page).nth(1)];
  const there = new RegExp(t("shelf:there"));
  await first.getByRole("button", { name: t("shelf:wanted") }).click();
  await expect(first.getByRole("button", { name: there })).toBeVisible();

  // The first page after a write asks the database.
  await expect.poll(() => queriesOfReload(page)).toBe(0);
  await expect(first.getByRole("button", { name: there })).toBeVisible();
  await expect(second.getByRole("button", { name: t("shelf:wanted") })).toBeVisible();
  await second.getByRole("button", { name: t("shelf:wanted") }).click();
  await expect(second.getByRole("button", { name: there })).toBeVisible();
  await expect(first.getByRole("button", { name: there })).toBeVisible();

  await page.getByRole("link", { name: t("loadMore") }).click();
  await expect(bookCards(page)).toHaveCount(40);
  await bookCards(page)
    .nth(25)
    .getByRole("button", { name: t("shelf:wanted") })
    .click();
  await expect(bookCards(page).nth(25).getByRole("button", { name: there })).toBeVisible();

  await first.getByRole("link").click();
  const shelf = page.getByRole("group", { name: t("shelf:where") });
  const pressed = shelf.getByRole("button", { pressed: true });
  await expect(pressed).toHaveText(t("shelf:wanted"));
  await expect.poll(() => queriesOfReload(page)).toBe(0);
  await expect(pressed).toHaveText(t("shelf:wanted"));
  await shelf.getByRole("button", { name: t("shelf:read"), exact: true }).click();
  await expect(pressed).toHaveText(t("shelf:read"));
  await expect(page.getByRole("link", { name: t("shelf:details") })).toBeVisible();
});

test("a reload while the reader's own data is loading opens the same page", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn();
  await open("/app/books");
  // A click opens a page by script, which proves that script runs.
  await bookCards(page).first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(t("book:list.title"));
  await open("/app/books");
  await expect.poll(() => queriesOfReload(page)).toBe(0);
  const asked = Promise.withResolvers<void>();
  await page.route("**/app/shelf/books*", async (route) => {
    asked.resolve();
    // This request gets no response, because the reload ends it.
    if (route.request().isNavigationRequest()) await route.continue();
  });
  await page.reload();
  await asked.promise;
  await page.reload();
  await expect(bookCards(page)).toHaveCount(20);
  await expect(page).toHaveURL("/app/books");
});
