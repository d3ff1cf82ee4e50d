import type { Locator, Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import type { TFunction } from "i18next";
import { sessions, users } from "#app/db/schema.ts";
import { addUser } from "#tests/support/people.ts";
import { lastCode } from "#tests/support/visitor.ts";
import { expect, hydrated, stopClock, test } from "./fixtures.ts";

test.use({
  expectedErrors: [
    /status of (401|50[023])|ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch|Error loading route module/,
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

/** Opens the form for a new user and fills it in, without sending it. @returns the field of the address */
async function fillInUser(page: Page, t: TFunction, user: { email: string; name: string }): Promise<Locator> {
  await page.goto("/manager/users/new");
  await hydrated(page);
  const email = page.getByRole("textbox", { name: t("user:fields.email") });
  await email.fill(user.email);
  await page.getByRole("textbox", { name: t("user:fields.name") }).fill(user.name);
  return email;
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

test("a link that is hovered for a moment is prefetched, script and all, and not fetched again", async ({
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

test("a page seen before is shown at once, then updated; after a write nothing stale is shown", async ({
  page,
  site,
  signIn,
  t,
}) => {
  const { id } = await signIn({ role: "admin", email: "0@example.com", name: "As it was" });
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

  // Meanwhile, someone else changes it.
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

test("after a write in another tab nothing stale is shown either", async ({ page, context, signIn, t }) => {
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
  await timerSet(1000, 2); // one is the pending bar's
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

test("a form sent offline keeps its input, says that it was not sent, and can be sent later", async ({
  page,
  context,
  signIn,
  t,
}) => {
  await signIn({ role: "admin" });
  const email = await fillInUser(page, t, { email: "on-a-train@example.com", name: "On a Train" });
  await context.setOffline(true);
  await expect(page.getByRole("alert")).toHaveText(t("common:connection.offline"));
  await page.getByRole("button", { name: t("common:create"), exact: true }).click();
  await expect(page.getByText(t("common:connection.notSent"))).toBeVisible();
  await expect(email).toHaveValue("on-a-train@example.com");
  await context.setOffline(false);
  await page.getByRole("button", { name: t("common:create"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "On a Train" })).toBeVisible();
  await expect(page.getByText(t("common:connection.notSent"))).toBeHidden();
});

test("a form that the server fails at keeps its input and names the request, and can be sent again", async ({
  page,
  site,
  signIn,
  t,
}) => {
  await signIn({ role: "admin" });
  const email = await fillInUser(page, t, { email: "in-an-outage@example.com", name: "In an Outage" });
  const create = page.getByRole("button", { name: t("common:create"), exact: true });
  const failure = page.getByRole("alert").filter({ hasText: t("common:connection.serverError") });

  await site.d1.prepare("alter table sessions rename to moved").run();
  const [answer] = await Promise.all([page.waitForResponse("**/manager/users/new.data**"), create.click()]);
  await site.d1.prepare("alter table moved rename to sessions").run();
  expect(answer.status()).toBe(500);
  const requestId = answer.headers()["x-request-id"] as string;
  await expect(failure).toContainText(t("error:requestId", { id: requestId }));
  await expect(email).toHaveValue("in-an-outage@example.com");

  // What a proxy between the browser and the product may answer.
  for (const status of [200, 502]) {
    const answerOfProxy = { status, contentType: "text/html", body: "<!doctype html><title>No</title>" };
    await page.route("**/manager/users/new.data**", (route) => route.fulfill(answerOfProxy), { times: 1 });
    await Promise.all([page.waitForResponse("**/manager/users/new.data**"), create.click()]);
    await expect(failure).toBeVisible();
    // It names no request, so neither does the line: not the one before.
    await expect(failure).toHaveText(t("common:connection.serverError"));
    await expect(email).toHaveValue("in-an-outage@example.com");
  }

  await create.click();
  await expect(page.getByRole("heading", { level: 1, name: "In an Outage" })).toBeVisible();
  await expect(failure).toBeHidden();
});

test("a step that asks for a proof stays if the server fails at it, and can be sent again", async ({
  page,
  site,
  signIn,
  t,
}) => {
  const admin = await signIn({ role: "admin", email: "in-the-middle@example.com" });
  await site.db.update(sessions).set({ provenAt: 0 }).where(eq(sessions.userId, admin.id));
  await fillInUser(page, t, { email: "administrator@example.com", name: "Nadia" });
  await page.getByRole("combobox", { name: t("user:fields.role") }).selectOption("admin");
  await page.getByRole("button", { name: t("common:create"), exact: true }).click();
  const code = page.getByRole("textbox", { name: t("proof:code") });
  await expect(code).toBeVisible(); // the mail has been sent by then
  await code.fill(await lastCode(site, admin.email));
  const submit = page.getByRole("button", { name: t("proof:submit") });
  const failure = { status: 500, contentType: "text/html", body: "<!doctype html><title>No</title>" };
  await page.route("**/manager/users/new.data**", (route) => route.fulfill(failure), { times: 1 });
  await submit.click();
  await expect(page.getByRole("alert")).toHaveText(t("common:connection.serverError"));
  await expect(page.getByRole("heading", { name: t("proof:title") })).toBeVisible();
  await expect(code).not.toHaveValue("");
  await submit.click();
  await expect(page.getByRole("heading", { level: 1, name: "Nadia" })).toBeVisible();
});

test("a form that leads elsewhere leaves the reader where they are if the server fails at it", async ({
  page,
  site,
  signIn,
  open,
  t,
}) => {
  const admin = await signIn({ role: "admin" });
  const person = await addUser(site, { name: "Nadia" });
  await site.db
    .update(sessions)
    .set({ impersonatedUserId: person.id, impersonationEndsAt: Date.now() + 60_000 })
    .where(eq(sessions.userId, admin.id));
  await open("/app/account");
  const banner = page.getByText(t("common:impersonation.banner", { user: "Nadia" }));
  const stop = page.getByRole("button", { name: t("common:impersonation.stop") });
  await page.route("**/stop-impersonating.data**", (route) => route.fulfill({ status: 500, body: "No" }), {
    times: 1,
  });
  await stop.click();
  await expect(page.getByRole("alert")).toHaveText(t("common:connection.serverError"));
  await expect(page.getByRole("heading", { level: 1, name: t("common:account") })).toBeVisible();
  await expect(banner).toBeVisible();
  await stop.click();
  await expect(page.getByRole("heading", { level: 1, name: "Nadia" })).toBeVisible();
  await expect(banner).toBeHidden();
});
