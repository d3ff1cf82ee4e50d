import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { users } from "#app/schema.ts";
import { expect, holdBack, hydrated, stopClock, test } from "./fixtures.ts";

test.use({
  expectedErrors: [
    /status of 50[023]|ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch|Error loading route module/,
  ],
});

/** Records the data requests of pages as they are sent. */
function dataRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".data")) paths.push(pathname);
  });
  return paths;
}

test("a link that is hovered for a moment is prefetched with its script, and not fetched again", async ({
  page,
  signIn,
  t,
}) => {
  await signIn();
  await stopClock(page, "/app");
  const asked = dataRequests(page);
  const link = page.getByRole("link", { name: t("common:account") });
  await link.hover();
  await page.clock.runFor(40);
  expect(asked).toEqual([]);
  const read = page.waitForResponse("**/app/account.data");
  await page.clock.runFor(20);
  await (await read).finished();
  await expect(page.locator('link[rel="modulepreload"][href*="/account-"]').first()).toBeAttached();
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: t("common:account") })).toBeVisible();
  expect(asked).toEqual(["/app/account.data"]);
});

test("a visited page is shown immediately, then updated, and after a write no stale page is shown", async ({
  page,
  site,
  signIn,
  t,
}) => {
  // The list is sorted by address, and "!" comes before letters and digits, so this user is the first one.
  const { id } = await signIn({ role: "admin", email: "!@example.com", name: "As it was" });
  await page.goto("/manager/audit");
  await hydrated(page);
  const audit = page.getByRole("link", { name: t("manager:navigation.audit") });
  const list = page
    .getByRole("navigation", { name: t("common:navigation") })
    .getByRole("link", { name: t("user:list.title"), exact: true });
  const heading = page.getByRole("heading", { level: 1, name: t("user:list.title") });
  await list.click();
  await expect(heading).toBeVisible();
  const first = page.locator("tbody").getByRole("row").first().getByRole("link");
  await expect(first).toHaveText("As it was");
  await audit.click();
  await expect(page.getByRole("heading", { level: 1, name: t("manager:navigation.audit") })).toBeVisible();

  // Somebody else changes the user in the meantime.
  const rename = (name: string) => site.db.update(users).set({ name }).where(eq(users.id, id));
  await rename("As it is now");
  const letGo = await holdBack(page, "/manager/users");
  await list.click();
  await expect(heading).toBeVisible();
  await expect(first).toHaveText("As it was");
  letGo();
  await expect(first).toHaveText("As it is now");
  await page.unroute("**/manager/users.data");

  // A write from this browser.
  await page.getByRole("link", { name: t("user:manager.new") }).click();
  await page.getByRole("textbox", { name: t("user:fields.email") }).fill("another@example.com");
  await rename("As it was");
  await page.getByRole("button", { name: t("common:create"), exact: true }).click();
  await expect(page.getByText(t("session:list.empty"))).toBeVisible();
  const letGoAgain = await holdBack(page, "/manager/users");
  await list.click();
  await expect(page.getByText(t("session:list.empty"))).toBeVisible();
  letGoAgain();
  await expect(first).toHaveText("As it was");
});

test("after a write in another tab, no stale page is shown either", async ({ page, context, signIn, t }) => {
  await signIn({ role: "admin", name: "Before" });
  await page.goto("/manager/account");
  await hydrated(page);
  await page.getByRole("link", { name: t("user:list.title"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("user:list.title") })).toBeVisible();
  await page
    .getByRole("link", { name: t("common:account") })
    .first()
    .click();
  await expect(page.getByRole("main").getByText("Before")).toBeVisible();
  await page.getByRole("link", { name: t("user:list.title"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("user:list.title") })).toBeVisible();

  const other = await context.newPage();
  await other.goto("/manager/account?state=change-name");
  await hydrated(other);
  await other.getByRole("textbox", { name: t("user:fields.name") }).fill("After");
  await other.getByRole("button", { name: t("account:changeName.submit") }).click();
  await expect(other.getByRole("main").getByText("After")).toBeVisible();

  const letGo = await holdBack(page, "/manager/account");
  await page
    .getByRole("link", { name: t("common:account") })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: t("user:list.title") })).toBeVisible();
  letGo();
  await expect(page.getByRole("main").getByText("After")).toBeVisible();
});

test("a failed read is retried, and a failed write is not", async ({ page, signIn, t }) => {
  await signIn();
  const { timerSet } = await stopClock(page, "/app");
  let reads = 0;
  await page.route("**/app/account.data**", (route) => {
    reads += 1;
    return reads < 3 ? route.fulfill({ status: 503 }) : route.continue();
  });
  await page.getByRole("link", { name: t("common:account") }).press("Enter");
  await timerSet(1000, 2); // One more timer belongs to the progress bar.
  expect(reads).toBe(1);
  await page.clock.runFor(1000);
  await timerSet(2000);
  expect(reads).toBe(2);
  await page.clock.runFor(2000);
  await expect(page.getByRole("heading", { level: 1, name: t("common:account") })).toBeVisible();
  expect(reads).toBe(3);
  await page.unroute("**/app/account.data**");

  let writes = 0;
  await page.route("**/app/account.data**", (route) => {
    if (route.request().method() !== "POST") return route.continue();
    writes += 1;
    return route.abort();
  });
  await page.getByRole("link", { name: t("account:changeName.open") }).press("Enter");
  await page.getByRole("textbox", { name: t("user:fields.name") }).fill("Lovelace");
  await page.getByRole("button", { name: t("account:changeName.submit") }).press("Enter");
  await expect(page.getByText(t("common:connection.notSent"))).toBeVisible();
  await page.clock.runFor(60_000);
  expect(writes).toBe(1);
  await expect(page.getByRole("textbox", { name: t("user:fields.name") })).toHaveValue("Lovelace");
});
