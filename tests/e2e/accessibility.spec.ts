import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { books } from "#app/db/schema.ts";
import { expect, test } from "./fixtures.ts";

const APPEARANCES = [
  { name: "light", colorScheme: "light", locale: "en", width: 1280 },
  { name: "dark", colorScheme: "dark", locale: "en", width: 1280 },
  { name: "a phone, light", colorScheme: "light", locale: "en", width: 360 },
  { name: "a phone, dark", colorScheme: "dark", locale: "fr", width: 360 },
  { name: "Arabic", colorScheme: "light", locale: "ar", width: 360 },
  { name: "Arabic, dark", colorScheme: "dark", locale: "ar", width: 1280 },
  { name: "Swahili", colorScheme: "light", locale: "sw", width: 360 },
] as const;

async function check(page: Page, path: string) {
  await page.goto(path);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
  expect(found, path).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${path} is wider than the screen`).toBeLessThanOrEqual(0);
}

for (const { name, colorScheme, locale, width } of APPEARANCES) {
  test.describe(name, () => {
    test.use({
      colorScheme,
      locale,
      viewport: { width, height: 800 },
      expectedErrors: [/status of (400|403|404)/],
    });

    test("a visitor's pages have no fault that axe finds, and fit the screen", async ({ page }) => {
      for (const path of [
        "/login",
        "/login/verify?email=a.very.long.address.indeed%40a-long-domain.example.com",
      ]) {
        await check(page, path);
        await page.locator("form button").first().click();
        await expect(page.getByRole("alert").first()).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(({ id }) => id),
          `${path}, refused`,
        ).toEqual([]);
      }
      for (const path of ["/login/error?error=access_denied", "/nowhere", "/dev/outbox"])
        await check(page, path);
    });

    test("a newcomer's page has none", async ({ page, signIn }) => {
      await signIn({ onboardedAt: null });
      await check(page, "/onboarding");
    });

    test("a reader's pages have none", async ({ page, site, signIn }) => {
      await signIn();
      const titles = ["Dune", "موسم الهجرة إلى الشمال"];
      const all = await site.db.select().from(books);
      const shown = all.filter(({ title }) => titles.includes(title)).map(({ id }) => `/app/books/${id}`);
      expect(shown).toHaveLength(2);
      for (const path of ["/app", "/app/books", ...shown, "/app/books/nowhere", "/manager", "/sign-out"]) {
        await check(page, path);
      }
    });

    test("an administrator's page has none", async ({ page, signIn }) => {
      await signIn({ role: "admin" });
      await check(page, "/manager/dashboard");
    });
  });
}
