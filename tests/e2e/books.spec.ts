import { books as bookTable } from "#app/db/schema.ts";
import { expect, hydrated, test } from "./fixtures.ts";

test("Load more appends, and Back from a book finds the list as long and as far down as it was", async ({
  page,
  signIn,
  t,
}) => {
  await signIn();
  await page.goto("/app/books");
  await hydrated(page);
  const books = page.getByRole("main").getByRole("listitem");
  const loadMore = page.getByRole("link", { name: t("common:loadMore") });
  await loadMore.click();
  await expect(books).toHaveCount(40);
  await expect(books.nth(20).getByRole("link"), "the reader goes on at the first new book").toBeFocused();
  await loadMore.click();
  await expect(books).toHaveCount(60);
  await expect(page).toHaveURL(/\/app\/books$/);

  const titles = await books.getByRole("link").allInnerTexts();
  expect(new Set(titles).size).toBe(60);
  await books.nth(50).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(1000);
  await books.nth(50).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: titles[50] as string })).toBeVisible();
  await page.goBack();
  await expect(books).toHaveCount(60);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test("Load more says that it failed, keeps the list, and works again afterwards", async ({
    page,
    context,
    signIn,
    t,
  }) => {
    await signIn();
    await page.goto("/app/books");
    await hydrated(page);
    await context.setOffline(true);
    await page.getByRole("link", { name: t("common:loadMore") }).click();
    await expect(page.getByRole("alert")).toHaveText(t("book:list.loadFailed"));
    const books = page.getByRole("main").getByRole("listitem");
    await expect(books).toHaveCount(20);
    await context.setOffline(false);
    await page.getByRole("link", { name: t("common:tryAgain") }).click();
    await expect(books).toHaveCount(40);
    await expect(page.getByRole("alert")).toBeHidden();
  });
});

test.describe("a navigation without a connection", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test("says so, blames nobody; Back leads back all the same, and the page comes with the connection", async ({
    page,
    context,
    signIn,
    t,
  }) => {
    await signIn();
    await page.clock.install();
    await page.goto("/app/books");
    await hydrated(page);
    await page.getByRole("main").getByRole("listitem").first().getByRole("link").press("Enter");
    await page.getByRole("link", { name: t("book:allBooks") }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: t("book:list.title") })).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText(t("common:connection.offline"))).toBeVisible();
    const second = page.getByRole("main").getByRole("listitem").nth(1).getByRole("link");
    const title = (await second.textContent()) as string;
    const follow = async () => {
      let failed = 0;
      const count = () => {
        failed += 1;
      };
      page.on("requestfailed", count);
      await second.press("Enter");
      for (let tried = 1; tried <= 3; tried++) {
        await expect.poll(() => failed).toBe(tried);
        await page.clock.runFor(1000 * 2 ** (tried - 1));
      }
      await expect(page.getByText(t("error:hint.unreachable"))).toBeVisible();
      // Inside the area: what is around the page is still there.
      await expect(page.getByRole("navigation", { name: t("common:navigation") })).toBeVisible();
      page.off("requestfailed", count);
    };
    await follow();
    await page.getByRole("link", { name: t("common:back") }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: t("book:list.title") })).toBeVisible();
    await follow();
    await context.setOffline(false);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByText(t("common:connection.offline"))).toBeHidden();
  });
});

test("the last page offers no more", async ({ page, site, signIn, t }) => {
  await signIn();
  await page.goto("/app/books");
  await hydrated(page);
  const loadMore = page.getByRole("link", { name: t("common:loadMore") });
  const books = page.getByRole("main").getByRole("listitem");
  for (let count = 40; (await loadMore.count()) > 0; count += 20) {
    await loadMore.click();
    await expect.poll(() => books.count()).toBeGreaterThan(count - 20);
  }
  expect(await books.count()).toBe(await site.db.$count(bookTable));
});

test("a click on a link asks the server once", async ({ page, signIn, t }) => {
  await signIn();
  await page.goto("/app");
  await hydrated(page);
  const asked: string[] = [];
  page.on("request", (request) => /\.data\b/.test(request.url()) && asked.push(request.url()));
  await page.getByRole("link", { name: t("app:navigation.books") }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("book:list.title") })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test.describe("when the server fails", () => {
  test.use({ expectedErrors: [/status of 500/] });

  test("a navigation shows the id of the request that failed, and Back leads back", async ({
    page,
    site,
    signIn,
    t,
  }) => {
    await signIn();
    await page.clock.install();
    await page.goto("/app/books");
    await hydrated(page);
    await site.d1.prepare("alter table books rename column publisher to moved").run();
    const failed: string[] = [];
    page.on("response", (response) => {
      if (response.status() === 500) failed.push(response.headers()["x-request-id"] as string);
    });
    await page.getByRole("main").getByRole("listitem").first().getByRole("link").press("Enter");
    // A read is tried three times more, after 1, 2 and 4 seconds.
    for (const [tries, wait] of [1, 2, 3].map((n) => [n, 1000 * 2 ** (n - 1)] as const)) {
      await expect.poll(() => failed.length).toBe(tries);
      await page.clock.runFor(wait);
    }
    await expect.poll(() => failed.length).toBe(4);
    await expect(page.getByText(t("error:requestId", { id: failed.at(-1) as string }))).toBeVisible();
    await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
    await site.d1.prepare("alter table books rename column moved to publisher").run();
    await page.getByRole("link", { name: t("common:back") }).click();
    await expect(page.getByRole("heading", { level: 1, name: t("book:list.title") })).toBeVisible();
  });
});
