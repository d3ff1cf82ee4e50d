import { JOURNEY_VARIANTS } from "./appearances.ts";
import { expect, test } from "./fixtures.ts";

for (const { name, options } of JOURNEY_VARIANTS) {
  test.describe(name, () => {
    test.use(options);

    test("a developer finds an operation with its call, fields and errors", async ({ page, open, t }) => {
      await open("/api/docs");
      const all = await page.locator("main summary").count();
      await page.getByRole("searchbox").fill("ban reason");
      await page.getByRole("searchbox").press("Enter");
      const found = page.locator("main li", { has: page.locator("summary") });
      await expect(found).toHaveCount(1);
      expect(all).toBeGreaterThan(10);
      const ban = found.first();
      await ban.locator("summary").click();
      await expect(ban.getByText(/^curl -X POST ".*\/api\/v1\/users\/\{id\}\/ban"/)).toBeVisible();
      await expect(ban.getByText("reason", { exact: true })).toBeVisible();
      await expect(ban.getByText(t("api:required")).first()).toBeVisible();
      for (const status of ["401", "409", "412", "422"]) {
        await expect(ban.getByText(status, { exact: true })).toBeVisible();
      }
      const example = t("api:answerExample");
      await expect(ban.getByRole("heading", { name: example })).toBeVisible();
      await expect(ban.getByRole("figure", { name: example })).toHaveText(/"email":/);
      if (name !== "without script") {
        await expect(ban.getByRole("button", { name: `${t("api:copy")} ${example}` })).toBeVisible();
      }

      // A link to an operation opens it.
      await open("/api/docs#readMe");
      await expect(page.getByText(/^curl ".*\/api\/v1\/me"/)).toBeVisible();
      await page.getByRole("searchbox").fill("nothing has this");
      await page.getByRole("searchbox").press("Enter");
      await expect(page.getByText(t("noResults"), { exact: true })).toBeVisible();
    });
  });
}
