import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { users } from "#app/db/schema.ts";
import { expect, hydrated, stopClock, test } from "./fixtures.ts";

test.use({
  expectedErrors: [
    /status of (500|503)|ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch|Error loading route module/,
  ],
});

/** Records the data requests of pages as they go out. */
function dataRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".data")) paths.push(pathname);
  });
  return paths;
}

/** Holds back the data response of a page until the returned function is called. */
async function holdBack(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(`**${path}.data`, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test("a slow page shows a bar after a second, for at least half a second", async ({ page, signIn, t }) => {
  await signIn();
  const { timerSet } = await stopClock(page, "/app");
  const bar = page.getByRole("progressbar", { name: t("common:loading") });
  const letGo = await holdBack(page, "/app/account");
  const asked = page.waitForRequest("**/app/account.data");
  await page.getByRole("link", { name: t("account:title") }).press("Enter");
  await asked;
  await timerSet(1000);
  await page.clock.runFor(950);
  await expect(bar).toBeHidden();
  await page.clock.runFor(100);
  await expect(bar).toBeVisible();
  letGo();
  await expect(page.getByRole("heading", { level: 1, name: t("account:title") })).toBeVisible();
  await page.clock.runFor(300);
  await expect(bar).toBeVisible();
  await page.clock.runFor(300);
  await expect(bar).toBeHidden();
});

test("a link that is hovered for a moment is prefetched, script and all, and not fetched again", async ({
  page,
  signIn,
  t,
}) => {
  await signIn();
  await stopClock(page, "/app");
  const asked = dataRequests(page);
  const link = page.getByRole("link", { name: t("account:title") });
  await link.hover();
  await page.clock.runFor(40);
  expect(asked).toEqual([]);
  const read = page.waitForResponse("**/app/account.data");
  await page.clock.runFor(20);
  await (await read).finished();
  await expect(page.locator('link[rel="modulepreload"][href*="/account-"]').first()).toBeAttached();
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: t("account:title") })).toBeVisible();
  expect(asked).toEqual(["/app/account.data"]);
});

test("a page seen before is shown at once, then updated; after a write nothing stale is shown", async ({
  page,
  site,
  signIn,
  t,
}) => {
  const { id } = await signIn({ role: "admin", email: "0@example.com", name: "As it was" });
  await page.goto("/manager/audit");
  await hydrated(page);
  const audit = page.getByRole("link", { name: t("audit:title") });
  const list = page
    .getByRole("navigation", { name: t("common:navigation") })
    .getByRole("link", { name: t("user:list.title"), exact: true });
  await list.click();
  const first = page.getByRole("main").getByRole("listitem").first().getByRole("link");
  await expect(first).toHaveText("As it was");
  await audit.click();
  await expect(page.getByRole("heading", { level: 1, name: t("audit:title") })).toBeVisible();

  // Meanwhile, someone else changes it.
  const rename = (name: string) => site.db.update(users).set({ name }).where(eq(users.id, id));
  await rename("As it is now");
  const letGo = await holdBack(page, "/manager/users");
  await list.click();
  await expect(first).toHaveText("As it was");
  letGo();
  await expect(first).toHaveText("As it is now");
  await page.unroute("**/manager/users.data");

  // A write from this browser.
  await page.getByRole("link", { name: t("user:manager.new") }).click();
  await page.getByRole("textbox", { name: t("user:email") }).fill("another@example.com");
  await rename("As it was");
  await page.getByRole("button", { name: t("common:create") }).click();
  await expect(page.getByText(t("session:list.empty"))).toBeVisible();
  const letGoAgain = await holdBack(page, "/manager/users");
  await list.click();
  await expect(page.getByText(t("session:list.empty"))).toBeVisible();
  letGoAgain();
  await expect(first).toHaveText("As it was");
});

test("after a write in another tab nothing stale is shown either", async ({ page, context, signIn, t }) => {
  await signIn({ role: "admin", name: "Before" });
  await page.goto("/manager/account");
  await hydrated(page);
  await page.getByRole("link", { name: t("user:list.title"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("user:list.title") })).toBeVisible();
  await page
    .getByRole("link", { name: t("account:title") })
    .first()
    .click();
  await expect(page.getByRole("main").getByText("Before")).toBeVisible();
  await page.getByRole("link", { name: t("user:list.title"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("user:list.title") })).toBeVisible();

  const other = await context.newPage();
  await other.goto("/manager/account?state=change-name");
  await hydrated(other);
  await other.getByRole("textbox", { name: t("user:name") }).fill("After");
  await other.getByRole("button", { name: t("account:changeName.submit") }).click();
  await expect(other.getByRole("main").getByText("After")).toBeVisible();

  const letGo = await holdBack(page, "/manager/account");
  await page
    .getByRole("link", { name: t("account:title") })
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
  await page.getByRole("link", { name: t("account:title") }).press("Enter");
  await timerSet(1000, 2); // one is the pending bar's
  expect(reads).toBe(1);
  await page.clock.runFor(1000);
  await timerSet(2000);
  expect(reads).toBe(2);
  await page.clock.runFor(2000);
  await expect(page.getByRole("heading", { level: 1, name: t("account:title") })).toBeVisible();
  expect(reads).toBe(3);
  await page.unroute("**/app/account.data**");

  let writes = 0;
  await page.route("**/app/account.data**", (route) => {
    if (route.request().method() !== "POST") return route.continue();
    writes += 1;
    return route.abort();
  });
  await page.getByRole("link", { name: t("account:changeName.open") }).press("Enter");
  await page.getByRole("textbox", { name: t("user:name") }).fill("Lovelace");
  await page.getByRole("button", { name: t("account:changeName.submit") }).press("Enter");
  await expect(page.getByText(t("common:connection.notSent"))).toBeVisible();
  await page.clock.runFor(60_000);
  expect(writes).toBe(1);
  await expect(page.getByRole("textbox", { name: t("user:name") })).toHaveValue("Lovelace");
});

test("a form sent offline keeps its input, says that it was not sent, and can be sent later", async ({
  page,
  context,
  signIn,
  t,
}) => {
  await signIn({ role: "admin" });
  await page.goto("/manager/users/new");
  await hydrated(page);
  const email = page.getByRole("textbox", { name: t("user:email") });
  await email.fill("on-a-train@example.com");
  await page.getByRole("textbox", { name: t("user:name") }).fill("On a Train");
  await context.setOffline(true);
  await expect(page.getByText(t("common:connection.offline"))).toBeVisible();
  await page.getByRole("button", { name: t("common:create") }).click();
  await expect(page.getByText(t("common:connection.notSent"))).toBeVisible();
  await expect(email).toHaveValue("on-a-train@example.com");
  await context.setOffline(false);
  await page.getByRole("button", { name: t("common:create") }).click();
  await expect(page.getByRole("heading", { level: 1, name: "On a Train" })).toBeVisible();
  await expect(page.getByText(t("common:connection.notSent"))).toBeHidden();
});

test("a page whose script is gone is loaded as a document, without a reload loop", async ({
  page,
  context,
  signIn,
  t,
}) => {
  await signIn();
  await page.goto("/app");
  await hydrated(page);
  // On a slow phone, the script fails before the page has even drawn its pending state.
  const phone = await context.newCDPSession(page);
  await phone.send("Emulation.setCPUThrottlingRate", { rate: 10 });
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  await page.route(/\/assets\/account-[^/]*\.js$/, (route) => route.abort());
  await page.getByRole("link", { name: t("account:title") }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("account:title") })).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(documents).toEqual(["/app", "/app/account"]);
});

test("a page reloads once when the script of a part of it is gone", async ({ page, signIn, open, t }) => {
  await signIn();
  await page.route(/\/assets\/toast-list-[^/]*\.js$/, (route) => route.abort());
  const rename = async (name: string) => {
    await open("/app/account?state=change-name");
    await page.getByRole("textbox", { name: t("user:name") }).fill(name);
    const missing = page.waitForEvent("requestfailed", (request) => /toast-list/.test(request.url()));
    await page.getByRole("button", { name: t("account:changeName.submit") }).click();
    await missing;
  };
  // The document that is opened, and the one that replaces it. Going on before the second is there would interrupt it.
  let documents = 0;
  page.on("load", () => {
    documents += 1;
  });
  await rename("Once");
  await expect.poll(() => documents).toBe(2);
  await hydrated(page);
  await expect(page.getByRole("main").getByText("Once")).toBeVisible();

  await rename("Again");
  // The page shows the message's text instead. By now a second reload would be on its way.
  await expect(page.getByText(t("account:changeName.done"), { exact: true })).toBeVisible();
  await page.getByRole("link", { name: t("app:navigation.home") }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("account:title") })).toBeHidden();
  expect(documents).toBe(3);
});

test("the focus moves to the heading of a new page, and back to the link that opened a dialog", async ({
  page,
  signIn,
  t,
}) => {
  await signIn();
  await page.goto("/app");
  await hydrated(page);
  await page.getByRole("link", { name: t("account:title") }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: t("account:title") })).toBeFocused();
  const opener = page.getByRole("link", { name: t("account:changeName.open") });
  await opener.press("Enter");
  const question = page.getByRole("dialog", { name: t("account:changeName.title") });
  await expect(question.getByRole("textbox")).toBeFocused();
  for (let n = 0; n < 5; n++) {
    await page.keyboard.press("Tab");
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest("dialog") !== null,
      ),
    ).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(opener).toBeFocused();
});

test("Try Again reloads the page after a moment", async ({ page, site, signIn, t }) => {
  await signIn({ role: "admin" });
  await site.d1.prepare("alter table audit_log rename to moved").run();
  await page.clock.install({ time: 0 });
  await page.goto("/manager/audit");
  await site.d1.prepare("alter table moved rename to audit_log").run();
  await hydrated(page);
  await page.clock.pauseAt(3_600_000);
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.getByRole("button", { name: "Try Again" }).click();
  await page.clock.runFor(500);
  expect(documents).toBe(0);
  await page.clock.runFor(200);
  await expect(page.getByRole("heading", { level: 1, name: t("audit:title") })).toBeVisible();
  expect(documents).toBe(1);
});

test("a dialog is a sheet up to 640 pixels, and floats over the page above that", async ({
  page,
  signIn,
  t,
}) => {
  await signIn();
  for (const [width, isSheet] of [
    [640, true],
    [641, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/app/account?state=change-name");
    const box = await page.getByRole("dialog", { name: t("account:changeName.title") }).boundingBox();
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0)) === 800).toBe(isSheet);
    expect(box?.width === width).toBe(isSheet);
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a dialog is a sheet that is dragged away, or springs back", async ({ page, signIn, t }) => {
    await signIn();
    await page.goto("/app/account");
    await hydrated(page);
    await page.getByRole("link", { name: t("account:changeName.open") }).click();
    const sheet = page.getByRole("dialog", { name: t("account:changeName.title") });
    const heading = sheet.getByRole("heading");
    await expect
      .poll(async () =>
        Math.round(((await sheet.boundingBox())?.y ?? 0) + ((await sheet.boundingBox())?.height ?? 0)),
      )
      .toBe(844);
    const drag = async (part: number) => {
      const box = await heading.boundingBox();
      const height = (await sheet.boundingBox())?.height ?? 0;
      if (!box) throw new Error("no sheet");
      await page.mouse.move(box.x + 20, box.y + 5);
      await page.mouse.down();
      await page.mouse.move(box.x + 20, box.y + 5 + height * part, { steps: 5 });
      await page.mouse.up();
    };
    await drag(0.2);
    await expect(sheet).toBeVisible();
    await expect
      .poll(async () =>
        Math.round(((await sheet.boundingBox())?.y ?? 0) + ((await sheet.boundingBox())?.height ?? 0)),
      )
      .toBe(844);
    await drag(0.3);
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/\/app\/account$/);
  });
});
