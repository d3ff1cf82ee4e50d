import { COMPLETE_LANGUAGES, DEFAULT_LANGUAGE, LANGUAGES } from "#app/core/i18n/languages.ts";
import { pathOf } from "#app/slices/site/pages/addresses.ts";
import { readContent } from "#app/slices/site/pages/content.ts";
import { textsIn } from "#tests/support/texts.ts";
import { checkScreens, inEveryAppearance } from "./appearances.ts";
import { expect, test } from "./fixtures.ts";

const PAGES = readContent();
const NAMES = [...new Set(PAGES.map(({ name }) => name))];
/** The language to switch to. */
const OTHER = COMPLETE_LANGUAGES.at(-1) ?? DEFAULT_LANGUAGE;

inEveryAppearance((language) => {
  test("the static pages are accessible", async ({ page }) => {
    for (const path of NAMES.map((name) => pathOf(language, name))) {
      await page.goto(path);
      await checkScreens(page, path, language);
    }
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test("a visitor reads about the product by keyboard, changes the language and continues to the sign-in", async ({
    page,
  }) => {
    const t = textsIn(OTHER);
    const inMenu = PAGES.find(({ menu, language }) => menu === "header" && language === DEFAULT_LANGUAGE);
    await page.goto(pathOf(DEFAULT_LANGUAGE, "index"));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/#content$/);
    await page.getByRole("link", { name: inMenu?.label ?? inMenu?.title ?? "" }).click();
    await page.getByRole("link", { name: LANGUAGES[OTHER].name }).click();
    await expect(page).toHaveURL(pathOf(OTHER, inMenu?.name ?? ""));
    await expect(page.locator("html")).toHaveAttribute("lang", OTHER);
    await page.getByRole("link", { name: t("site:static.signIn") }).click();
    await expect(page.getByRole("heading", { name: t("login:signInOrUp.title") })).toBeVisible();
    await page.getByRole("link", { name: t("site:login.privacy") }).click();
    await expect(page).toHaveURL(pathOf(OTHER, "privacy"));
  });
});
