import type { Page } from "@playwright/test";
import { namespacesOf } from "#app/core/i18n/page-strings.ts";
import { textsIn } from "#tests/support/texts.ts";
import { expect, stopClock, test } from "./fixtures.ts";

// A page fetches the strings that it can show. The strings of another area are fetched with the first page of
// that area.

const fr = textsIn("fr");

/** The namespaces of the strings that the document requests. */
const named = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { strings = "" } = document.documentElement.dataset;
    return new URL(strings, location.href).searchParams.get("of")?.split(",") ?? [];
  });

test("a page requests no strings of another area, and opening that area requests them once", async ({
  page,
  signIn,
  open,
  t,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/strings/")) asked.push(new URL(request.url()).search);
  });
  await signIn({ role: "admin" });
  await open("/app");
  expect((await named(page)).sort()).toEqual(namespacesOf("/app").sort());
  // The script uses what the document preloads.
  expect(asked.splice(0)).toHaveLength(1);
  await page.getByRole("link", { name: t("common:account"), exact: true }).click();
  await expect(page.getByText(t("session:current"))).toBeVisible();
  expect(asked).toHaveLength(1);
  const missing = namespacesOf("/app/account").filter((name) => !namespacesOf("/app").includes(name));
  const { of = "" } = Object.fromEntries(new URLSearchParams(asked[0]));
  expect(of.split(",").sort()).toEqual(missing.sort());
  await page.getByRole("link", { name: t("app:navigation.home"), exact: true }).click();
  await page.getByRole("link", { name: t("common:account"), exact: true }).click();
  await expect(page.getByText(t("session:current"))).toBeVisible();
  expect(asked).toHaveLength(1);
});

test.describe("strings that fail to load", () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch/] });

  test("keep a page from being shown with keys until they load", async ({ page, signIn, t }) => {
    await signIn({ role: "admin" });
    const { timerSet } = await stopClock(page, "/app");
    await page.route("**/strings/*", (route) => route.abort());
    await page.getByRole("link", { name: t("app:welcome.goToManager") }).press("Enter");
    for (const wait of [350, 700, 1400, 2800, 5600]) {
      await timerSet(wait);
      await page.clock.runFor(wait);
    }
    await page.clock.resume();
    await expect(page.getByText(t("common:connection.notOpened"))).toBeVisible();
    await expect(page.locator("body")).not.toContainText(/\b[a-z]+:[a-z]+\.[a-z]/);
    await page.unroute("**/strings/*");
    await page.getByRole("button", { name: t("common:tryAgain") }).click();
    await expect(page.getByRole("link", { name: t("manager:navigation.audit") }).first()).toBeVisible();
  });
});

test("a language that is selected on the way to another area applies there, too", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  await open("/app/account");
  const held = Promise.withResolvers<void>();
  await page.route("**/strings/fr?*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("radio", { name: "Français" }).check();
  await page.getByRole("link", { name: t("app:navigation.home") }).click();
  await page.getByRole("link", { name: t("app:welcome.goToManager") }).click();
  held.resolve();
  await expect(page.getByRole("heading", { level: 2, name: fr("dashboard:latestUsers") })).toBeVisible();
  await expect(page.getByRole("link", { name: fr("manager:navigation.audit") }).first()).toBeVisible();
});

test.describe("while the strings of a page fail to load", () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to fetch|status of 400/] });

  test("the page works as without script", async ({ page, t }) => {
    await page.route("**/strings/*", (route) => route.abort());
    await page.goto("/login");
    await page.getByLabel(t("login:email")).fill("nobody");
    await page.getByRole("button", { name: t("login:signInOrUp.submit") }).click();
    await expect(page.getByText(t("refused:emailInvalid"))).toBeVisible();
    await expect(page.locator("body")).not.toContainText(/\b[a-z]+:[a-z]+\.[a-z]/);
  });
});
