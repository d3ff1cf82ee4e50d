import { bookCards } from "./books-cards.ts";
import { expect, test } from "./fixtures.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("a recently opened book is on the welcome page until the reader signs out", async ({
      page,
      context,
      site,
      signIn,
      open,
      t,
    }) => {
      await signIn();
      await open("/app/books");
      const link = bookCards(page).nth(2).getByRole("link");
      const title = (await link.textContent()) as string;
      if (javaScriptEnabled) {
        // A preloaded page sends no request when it is opened.
        const preloaded = page.waitForResponse("**/app/books/*.data");
        await link.hover();
        await preloaded;
      }
      await link.click();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await page
        .getByRole("link", { name: t("app:navigation.home") })
        .first()
        .click();
      const recent = page.getByRole("region", { name: t("book:recent") });
      await expect(recent.getByRole("link")).toHaveText([title]);

      const cookies = async () => (await context.cookies(site.url)).map(({ name }) => name);
      expect(await cookies()).toContain("recent-books");
      await page.goto("/sign-out");
      await page.getByRole("button", { name: t("auth:signOut.submit") }).click();
      await expect(page).toHaveURL(/\/login/);
      expect(await cookies()).not.toContain("recent-books");
    });
  });
}
