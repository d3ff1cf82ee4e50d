import type { Page } from "@playwright/test";
import { PALETTE } from "#app/palette.ts";
import { expect, hydrated, test } from "./fixtures.ts";

const LIGHT = "rgb(248, 243, 234)";
const DARK = "rgb(24, 19, 22)";

const paperOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const barOf = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].find(
        ({ media }) => matchMedia(media).matches,
      )?.content,
  );

test.use({ colorScheme: "light", expectedErrors: [/ERR_FAILED/] }); // Scripts that a test blocks.

test("a theme applies immediately, in every tab, and from the first paint of the next page", async ({
  page,
  context,
  signIn,
  t,
}) => {
  await signIn();
  await page.goto("/app/account");
  await hydrated(page);
  const other = await context.newPage();
  await other.goto("/app/account");
  await hydrated(other);
  expect(await paperOf(page)).toBe(LIGHT);

  await page.getByRole("radio", { name: t("theme:dark") }).check();
  expect(await paperOf(page)).toBe(DARK);
  expect(await barOf(page)).toBe(PALETTE.paper.dark);
  await expect(other.getByRole("radio", { name: t("theme:dark") })).toBeChecked();
  expect(await paperOf(other)).toBe(DARK);

  // Only the early script has run so far.
  await page.route("**/*.js", (route) => route.abort());
  await page.goto("/app");
  expect(await paperOf(page)).toBe(DARK);
  await page.unroute("**/*.js");

  // The stored theme is enough, even if the cookie is gone.
  await context.clearCookies({ name: "theme" });
  await page.goto("/app/account");
  expect(await paperOf(page)).toBe(DARK);
  await hydrated(page);
  await expect(page.getByRole("radio", { name: t("theme:dark") })).toBeChecked();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the form sends the theme, and the server remembers it", async ({ page, signIn, t }) => {
    await signIn();
    await page.goto("/app/account");
    await page.getByRole("radio", { name: t("theme:dark") }).check();
    const themes = page.getByRole("group", { name: t("theme:legend") });
    await themes.getByRole("button", { name: t("account:applyChoice") }).click();
    await expect(page).toHaveURL(/\/app\/account$/);
    await expect(page.getByRole("radio", { name: t("theme:dark") })).toBeChecked();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.locator("body")).toHaveCSS("background-color", DARK);
    await page.goto("/app");
    await expect(page.locator("body")).toHaveCSS("background-color", DARK);
  });
});

test("the page follows the system's theme as it changes", async ({ page, signIn, t }) => {
  await signIn();
  await page.goto("/app/account");
  await hydrated(page);
  await expect(page.getByRole("radio", { name: t("theme:system") })).toBeChecked();
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await paperOf(page)).toBe(DARK);
  await page.getByRole("radio", { name: t("theme:light") }).check();
  expect(await paperOf(page)).toBe(LIGHT);
  expect(await barOf(page)).toBe(PALETTE.paper.light);
  await page.getByRole("radio", { name: t("theme:system") }).check();
  expect(await paperOf(page)).toBe(DARK);
});
