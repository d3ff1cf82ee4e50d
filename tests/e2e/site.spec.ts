import { textsIn } from "#tests/support/texts.ts";
import { checkScreens, inEveryAppearance } from "./appearances.ts";
import { expect, test } from "./fixtures.ts";

inEveryAppearance((language) => {
  test("the pages that are files are accessible", async ({ page }) => {
    for (const path of ["", "/pricing", "/journal", "/journal/public-pages", "/terms"]) {
      await page.goto(`/${language}${path}`);
      await checkScreens(page, `/${language}${path}`, language);
    }
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test("a visitor reads about the product by keyboard, changes the language and goes on to sign in", async ({
    page,
  }) => {
    await page.goto("/en");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/#content$/);
    await page.getByRole("link", { name: "Pricing" }).click();
    await page.getByRole("link", { name: "Français" }).click();
    await expect(page).toHaveURL(/\/fr\/pricing$/);
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    await page.getByRole("link", { name: textsIn("fr")("site:static.signIn") }).click();
    await expect(page.getByRole("heading", { name: textsIn("fr")("login:signInOrUp.title") })).toBeVisible();
    await page.getByRole("link", { name: textsIn("fr")("site:login.privacy") }).click();
    await expect(page).toHaveURL(/\/fr\/privacy$/);
  });
});
