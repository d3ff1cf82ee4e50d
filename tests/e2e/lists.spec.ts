import type { Page } from "@playwright/test";
import { eq, or } from "drizzle-orm";
import { sessions, users } from "#app/schema.ts";
import { expect, hydrated, stopClock, test } from "./fixtures.ts";
import { addListedUsers } from "./listed-users.ts";

// Every list uses the same code; these tests use the manager's list of users.

let readerId: string;
test.beforeEach(async ({ site, signIn }) => {
  readerId = (await signIn({ role: "admin" })).id;
  await addListedUsers(site);
});

/** Advances the clock past the last retry of a failed read: there are three, after 1, 2 and 4 seconds. */
async function untilGivenUp(page: Page, timerSet: (milliseconds: number, times?: number) => Promise<void>) {
  await timerSet(1000, 2); // One more timer belongs to the progress bar.
  await page.clock.runFor(1000);
  await timerSet(2000);
  await page.clock.runFor(2000);
  await timerSet(4000);
  await page.clock.runFor(4000);
}

test("Load more appends rows, and Back from a row restores the list's length and scroll position", async ({
  page,
  t,
}) => {
  await page.goto("/manager/users");
  await hydrated(page);
  const rows = page.locator("tbody").getByRole("row");
  const loadMore = page.getByRole("link", { name: t("common:loadMore") });
  await loadMore.click();
  await expect(rows).toHaveCount(40);
  await expect(rows.nth(20).getByRole("link"), "the reader continues at the first new row").toBeFocused();
  await loadMore.click();
  await expect(rows).toHaveCount(60);
  await expect(page).toHaveURL(/\/manager\/users$/);

  const names = await rows.getByRole("link").allInnerTexts();
  expect(await rows.allInnerTexts().then((texts) => new Set(texts).size)).toBe(60);
  await rows.nth(50).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(1000);
  await rows.nth(50).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: names[50] as string })).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(60);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  await expect(rows.nth(50).getByRole("link"), "the reader continues at the same row").toBeFocused();

  // In another tab, or after a change, the link back leads to the page of the list that has this row.
  const opened = (await rows.nth(50).getByRole("link").getAttribute("href")) as string;
  const [path] = opened.split("?");
  await page.goto(opened);
  await page
    .getByRole("main")
    .getByRole("link", { name: t("user:list.title"), exact: true })
    .click();
  await expect(page.locator(`tbody a[href^="${path}?"]`)).toBeVisible();
});

test("Back after a write restores the list at the same length, with current rows", async ({
  page,
  site,
  t,
}) => {
  await page.goto("/manager/users");
  await hydrated(page);
  const rows = page.locator("tbody").getByRole("row");
  for (const count of [40, 60]) {
    await page.getByRole("link", { name: t("common:loadMore") }).click();
    await expect(rows).toHaveCount(count);
  }
  const idIn = async (row: number) =>
    (await rows.nth(row).getByRole("link").getAttribute("href"))?.split(/[/?]/)[3] ?? "";
  const isFar = eq(users.id, await idIn(50));
  const isNear = eq(users.id, await idIn(30));
  const before = await site.db.select().from(users).where(or(isNear, isFar));
  await rows.nth(30).getByRole("link").click();
  await page.getByRole("link", { name: t("common:edit") }).click();
  await page.getByRole("textbox", { name: t("user:fields.name"), exact: true }).fill("Penda Mbow");
  await page.getByRole("button", { name: t("user:update.name") }).click();
  await expect(page.getByText(t("user:success.updated"), { exact: true })).toBeVisible();
  // Nothing pushes other people's changes to this browser, but it shows them, too.
  await site.db.update(users).set({ name: "Far Away" }).where(isFar);
  await page.evaluate(() => history.go(-2));
  await expect(rows).toHaveCount(60);
  await expect(page.getByRole("link", { name: "Penda Mbow", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Far Away", exact: true })).toBeVisible();
  await expect(rows).toHaveCount(60);
  for (const { id, name } of before) await site.db.update(users).set({ name }).where(eq(users.id, id));
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test("Load more reports the failure, keeps the list, and works again afterwards", async ({
    page,
    context,
    t,
  }) => {
    await page.goto("/manager/users");
    await hydrated(page);
    await context.setOffline(true);
    await page.getByRole("link", { name: t("common:loadMore") }).click();
    const failed = page.getByRole("alert").filter({ hasText: t("common:loadMoreFailed") });
    await expect(failed).toBeVisible();
    const rows = page.locator("tbody").getByRole("row");
    await expect(rows).toHaveCount(20);
    await context.setOffline(false);
    await page.getByRole("link", { name: t("common:tryAgain") }).click();
    await expect(rows).toHaveCount(40);
    await expect(failed).toBeHidden();
  });
});

test.describe("a navigation without a connection", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test("stays on the list without an error, and Back to a page that is not cached reports the problem and loads the page when the connection returns", async ({
    page,
    context,
    t,
  }) => {
    await stopClock(page, "/manager/users");
    const heading = page.getByRole("heading", { level: 1, name: t("user:list.title") });
    const rows = page.locator("tbody").getByRole("row");
    const first = rows.first().getByRole("link");
    const name = (await first.textContent()) as string;
    await first.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await page.goBack();
    await expect(heading).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText(t("common:connection.offline"))).toBeVisible();
    await rows.nth(1).getByRole("link").press("Enter");
    await expect(page.getByText(t("common:connection.notOpened"))).toBeVisible();
    await expect(page.getByRole("progressbar")).toBeHidden();
    await expect(heading).toBeVisible();
    await expect(rows).toHaveCount(20);

    // After this time, the cached page is too old to be shown.
    await page.clock.runFor(3_600_000);
    await page.goForward();
    await expect(page.getByText(t("error:hint.unreachable"))).toBeVisible();
    // The error is shown inside the area, because the layout around the page is still there.
    await expect(page.getByRole("navigation", { name: t("common:navigation") })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByText(t("common:connection.offline"))).toBeHidden();
  });
});

test.describe("a reader's navigation without a connection", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

  test("stays on the page, too", async ({ page, context, t }) => {
    await stopClock(page, "/app");
    const account = page.getByRole("link", { name: t("common:account") });
    await account.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: t("common:account") })).toBeVisible();
    await page.getByRole("link", { name: t("app:navigation.home") }).press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: t("common:account") })).toBeHidden();
    const home = await page.getByRole("heading", { level: 1 }).textContent();
    // After this time, the cached page is too old to be shown.
    await page.clock.runFor(3_600_000);
    await context.setOffline(true);
    await account.press("Enter");
    await expect(page.getByText(t("common:connection.notOpened"))).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(home as string);
  });
});

test("Load more leads to the sign-in page after the session has ended", async ({ page, site, t }) => {
  await page.goto("/manager/users");
  await hydrated(page);
  await site.db.delete(sessions).where(eq(sessions.userId, readerId));
  await page.getByRole("link", { name: t("common:loadMore") }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmanager%2Fusers/);
});

test("the last page has no Load more", async ({ page, site, t }) => {
  await page.goto("/manager/users");
  await hydrated(page);
  const loadMore = page.getByRole("link", { name: t("common:loadMore") });
  const rows = page.locator("tbody").getByRole("row");
  for (let count = 40; (await loadMore.count()) > 0; count += 20) {
    await loadMore.click();
    await expect.poll(() => rows.count()).toBeGreaterThan(count - 20);
  }
  expect(await rows.count()).toBe(await site.db.$count(users));
});

test("a click on a link sends one request", async ({ page, t }) => {
  await page.goto("/manager/audit");
  await hydrated(page);
  const asked: string[] = [];
  page.on("request", (request) => /\.data\b/.test(request.url()) && asked.push(request.url()));
  await page
    .getByRole("navigation", { name: t("common:navigation") })
    .getByRole("link", { name: t("user:list.title"), exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: t("user:list.title") })).toBeVisible();
  expect(asked).toHaveLength(1);
});

for (const language of ["en", "ar"]) {
  test(`${language}: the whole row links to its page, even in browsers where a row can't position its link, such as WebKit`, async ({
    page,
  }) => {
    await page.goto(`/manager/users?lng=${language}`);
    await hydrated(page);
    const linked = await page.evaluate(() => {
      const asInWebKit = new CSSStyleSheet();
      asInWebKit.replaceSync("tr { position: static !important }");
      document.adoptedStyleSheets.push(asInWebKit);
      return [...document.querySelectorAll("tbody tr")].slice(0, 8).map((row, n) => {
        const own = row.querySelector<HTMLAnchorElement>("th a");
        if (own) own.dir = n % 2 === 0 ? "ltr" : "rtl"; // The text may have either direction.
        row.scrollIntoView({ block: "center" });
        const { left, right, top, height } = row.getBoundingClientRect();
        const points = [left + 60, left + 100, (left + right) / 2, right - 100, right - 60];
        return points.map((x) => document.elementFromPoint(x, top + height / 2)?.closest("a") === own);
      });
    });
    expect(linked).toHaveLength(8);
    expect(linked.flat()).not.toContain(false);
  });
}

test.describe("when the server fails", () => {
  test.use({ expectedErrors: [/status of 500/] });

  test("Load more reports it each time, and keeps the list, even after it has worked once", async ({
    page,
    t,
  }) => {
    await page.goto("/manager/users");
    await hydrated(page);
    const rows = page.locator("tbody").getByRole("row");
    const failed = page.getByRole("alert");
    await page.getByRole("link", { name: t("common:loadMore") }).click();
    await expect(rows).toHaveCount(40);
    await page.route("**/manager/users.data**", (route) => route.fulfill({ status: 500 }));
    await page.getByRole("link", { name: t("common:loadMore") }).click();
    await expect(failed).toHaveText(t("common:loadMoreFailed"));
    const again = page.waitForResponse(/users\.data/);
    await page.getByRole("link", { name: t("common:tryAgain") }).click();
    await again;
    await expect(failed).toHaveText(t("common:loadMoreFailed"));
    await expect(rows).toHaveCount(40);
    await page.unroute("**/manager/users.data**");
    await page.getByRole("link", { name: t("common:tryAgain") }).click();
    await expect(rows).toHaveCount(60);
    await expect(failed).toBeHidden();
  });

  test("a navigation shows the id of the failed request, and Back works", async ({ page, site, t }) => {
    const { timerSet } = await stopClock(page, "/manager/users");
    await site.d1.prepare("alter table audit_log rename to moved").run();
    const failed: string[] = [];
    page.on("response", (response) => {
      if (response.status() === 500) failed.push(response.headers()["x-request-id"] as string);
    });
    await page.getByRole("link", { name: t("manager:navigation.audit") }).press("Enter");
    await untilGivenUp(page, timerSet);
    await expect(page.getByRole("button", { name: "Try Again" })).toBeVisible();
    await expect(page.getByText(t("error:requestId", { id: failed.at(-1) as string }))).toBeVisible();
    await site.d1.prepare("alter table moved rename to audit_log").run();
    await page.getByRole("link", { name: t("common:back") }).click();
    await expect(page.getByRole("heading", { level: 1, name: t("user:list.title") })).toBeVisible();
  });
});
