import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { books, genres } from "#app/db/schema.ts";
import type { LanguageKey } from "#app/i18n/languages.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { untranslated } from "#tests/support/untranslated.ts";
import { expect, hydrated, test } from "./fixtures.ts";

/** Every language on the narrowest phone, each theme, and both directions on a wide screen. */
const APPEARANCES = [
  { name: "English", language: "en", colorScheme: "dark", width: 360 },
  { name: "French", language: "fr", colorScheme: "light", width: 360 },
  { name: "Arabic", language: "ar", colorScheme: "light", width: 360 },
  { name: "Swahili", language: "sw", colorScheme: "dark", width: 360 },
  { name: "English on a wide screen", language: "en", colorScheme: "light", width: 1280 },
  { name: "Arabic on a wide screen", language: "ar", colorScheme: "dark", width: 1280 },
] as const;

/** Goes to a page and looks whether it is fit for everyone. */
async function check(page: Page, path: string, language: LanguageKey) {
  await page.goto(path);
  await checkShown(page, path, language);
}

/** Looks whether the page in sight has faults that axe finds, is wider than the screen, or speaks another language. */
async function checkShown(page: Page, what: string, language: LanguageKey) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
  expect(found, what).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${what} is wider than the screen`).toBeLessThanOrEqual(0);
  expect(await untranslated(page, language), what).toEqual([]);
}

for (const { name, language, colorScheme, width } of APPEARANCES) {
  test.describe(name, () => {
    test.use({
      colorScheme,
      locale: language,
      language,
      viewport: { width, height: 800 },
      expectedErrors: [/status of (400|403|404|409)/],
    });

    test("a visitor's pages are fit for everyone", async ({ page }) => {
      for (const path of [
        "/login",
        "/login/verify?email=a.very.long.address.indeed%40a-long-domain.example.com",
      ]) {
        await check(page, path, language);
        await page.locator("main form button").first().click();
        await expect(page.getByRole("alert").first()).toBeVisible();
        await checkShown(page, `${path}, refused`, language);
      }
      for (const error of ["access_denied", "signup_disabled", "unknown_error"]) {
        await check(page, `/login/error?error=${error}`, language);
      }
      await check(page, "/nowhere", language);
    });

    test("a newcomer's page is", async ({ page, signIn }) => {
      await signIn({ onboardedAt: null, name: null });
      await check(page, "/onboarding", language);
      await page.locator("main form button").first().click();
      await expect(page.getByRole("alert").first()).toBeVisible();
      await checkShown(page, "/onboarding, refused", language);
    });

    test("a reader's pages are", async ({ page, site, signIn }) => {
      await addSession(site, await signIn());
      const titles = ["Dune", "موسم الهجرة إلى الشمال"];
      const all = await site.db.select().from(books);
      const shown = all.filter(({ title }) => titles.includes(title)).map(({ id }) => `/app/books/${id}`);
      expect(shown).toHaveLength(2);
      for (const path of [
        "/app",
        "/app/books",
        ...shown,
        "/app/books/nowhere",
        "/app/account",
        "/app/account?state=change-name",
        "/app/account?newEmail=new@example.com",
        "/account/delete",
        "/manager",
        "/sign-out",
      ]) {
        await check(page, path, language);
      }
    });

    test("an administrator's pages are", async ({ page, site, signIn }) => {
      await signIn({ role: "admin" });
      const [book] = await site.db.select().from(books).limit(1);
      const [genre] = await site.db.select().from(genres).limit(1);
      const person = await addUser(site, { name: null });
      await addSession(site, person);
      const banned = await addUser(site, { bannedAt: 1, banReason: "Spam", banExpiresAt: 9e12 });
      for (const path of [
        "/manager/dashboard",
        "/manager/books",
        "/manager/books?searchTerm=zzz",
        `/manager/books/${book?.id}`,
        `/manager/books/${book?.id}?confirm=delete`,
        `/manager/books/${book?.id}/update`,
        "/manager/genres",
        `/manager/genres/${genre?.id}/update`,
        "/manager/users",
        `/manager/users/${person.id}`,
        `/manager/users/${person.id}?confirm=delete`,
        `/manager/users/${person.id}?confirm=impersonate`,
        `/manager/users/${banned.id}`,
        `/manager/users/${person.id}/update`,
        "/manager/account",
        "/manager/audit",
        "/manager/audit?person=nobody",
        "/manager/nowhere",
      ]) {
        await check(page, path, language);
      }
      for (const path of [
        "/manager/books/new",
        "/manager/genres/new",
        "/manager/users/new",
        `/manager/users/${person.id}/ban`,
      ]) {
        await check(page, path, language);
        await hydrated(page);
        await page.locator("main form").last().locator('button[type="submit"]').click();
        await expect(page.getByRole("alert").first()).toBeVisible();
        await checkShown(page, `${path}, refused`, language);
      }
    });
  });
}
