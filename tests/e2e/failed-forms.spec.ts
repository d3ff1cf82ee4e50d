import type { Locator, Page, Route } from "@playwright/test";
import { eq } from "drizzle-orm";
import type { TFunction } from "i18next";
import { sessions } from "#app/schema.ts";
import { addUser, impersonate } from "#tests/support/people.ts";
import { lastCode } from "#tests/support/visitor.ts";
import { expect, hydrated, test } from "./fixtures.ts";

// A form that does not reach the server, or that fails there, leaves the reader on the page.

test.use({ expectedErrors: [/status of 50[02]|ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

/**
 * Opens the form for a new user and fills it in, without sending it.
 * @returns the field for the email address
 */
async function fillInUser(page: Page, t: TFunction, user: { email: string; name: string }): Promise<Locator> {
  await page.goto("/manager/users/new");
  await hydrated(page);
  const email = page.getByRole("textbox", { name: t("user:fields.email") });
  await email.fill(user.email);
  await page.getByRole("textbox", { name: t("user:fields.name") }).fill(user.name);
  return email;
}

test("a form that is sent offline keeps its values, says that it was not sent, and can be sent later", async ({
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

test("a form that fails on the server keeps its values, shows the id of the request, and can be sent again", async ({
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

  // A response that a proxy in front of the product may send.
  for (const status of [200, 502]) {
    const answerOfProxy = { status, contentType: "text/html", body: "<!doctype html><title>No</title>" };
    await page.route("**/manager/users/new.data**", (route) => route.fulfill(answerOfProxy), { times: 1 });
    await Promise.all([page.waitForResponse("**/manager/users/new.data**"), create.click()]);
    await expect(failure).toBeVisible();
    // The response has no request id, so the message has none either. It does not show the id of an earlier request.
    await expect(failure).toHaveText(t("common:connection.serverError"));
    await expect(email).toHaveValue("in-an-outage@example.com");
  }

  await create.click();
  await expect(page.getByRole("heading", { level: 1, name: "In an Outage" })).toBeVisible();
  await expect(failure).toBeHidden();
});

test("a form that leads to another page leaves the reader on the page if it fails on the server", async ({
  page,
  site,
  signIn,
  open,
  t,
}) => {
  const admin = await signIn({ role: "admin" });
  const person = await addUser(site, { name: "Nadia" });
  await impersonate(site, admin, person);
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

test.describe("a step that asks for a proof", () => {
  test.use({ expectedErrors: [/status of (401|500)/] });

  test("stays if it fails on the server, and can be sent again", async ({ page, site, signIn, open, t }) => {
    const { id, email } = await signIn({ email: "in-the-middle@example.com" });
    await site.db.update(sessions).set({ provenAt: 0 }).where(eq(sessions.userId, id));
    await open("/app/account");
    await page.getByRole("button", { name: t("account:data.download") }).click();
    const code = page.getByRole("textbox", { name: t("proof:code") });
    await expect(code).toBeVisible(); // When this page is shown, the email has been sent.
    await code.fill(await lastCode(site, email));
    const submit = page.getByRole("button", { name: t("proof:submit") });
    const fail = async (route: Route) => {
      // Wait until the router has preloaded the page's styles again. A failure before that would appear in
      // the console.
      await expect(page.locator('link[rel="preload"][as="style"]')).toHaveCount(0);
      await route.fulfill({ status: 500, body: "No" });
    };
    await page.route("**/app/account.data**", fail, { times: 1 });
    await submit.click();
    await expect(page.getByRole("alert")).toHaveText(t("common:connection.serverError"));
    await expect(page.getByRole("heading", { name: t("proof:title") })).toBeVisible();
    await expect(code).not.toHaveValue("");
    await submit.click();
    await expect(page.getByText(t("account:data.ready"), { exact: true })).toBeVisible();
  });
});
