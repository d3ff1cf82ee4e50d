import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { LanguageKey } from "#app/i18n/languages.ts";
import { untranslated } from "#tests/support/untranslated.ts";
import { expect, hydrated, test } from "./fixtures.ts";

/** What a manager does it with. */
export const MANAGER_JOURNEYS = [
  { name: "with script", options: {} },
  { name: "without script", options: { javaScriptEnabled: false } },
  {
    name: "in Arabic on a phone",
    options: { language: "ar", locale: "ar", viewport: { width: 390, height: 844 } },
  },
] as const;

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
export async function check(page: Page, path: string, language: LanguageKey) {
  await page.goto(path);
  await hydrated(page);
  await checkShown(page, path, language);
}

/** Goes to the page of a form, sends it empty, and looks at the page before and after it. */
export async function checkRefused(page: Page, path: string, language: LanguageKey) {
  await check(page, path, language);
  await page.locator("main form").last().locator('button[type="submit"]').click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await checkShown(page, `${path}, refused`, language);
}

/** Looks whether the page in sight has faults that axe finds, is wider than the screen, or speaks another language. */
export async function checkShown(page: Page, what: string, language: LanguageKey) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
  expect(found, what).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${what} is wider than the screen`).toBeLessThanOrEqual(0);
  expect(await untranslated(page, language), what).toEqual([]);
}

/** Declares tests of pages for every language, theme and width there is. */
export function inEveryAppearance(declare: (language: LanguageKey) => void) {
  for (const { name, language, colorScheme, width } of APPEARANCES) {
    test.describe(name, () => {
      test.use({
        colorScheme,
        locale: language,
        language,
        viewport: { width, height: 800 },
        expectedErrors: [/status of (400|403|404|409)/],
      });
      declare(language);
    });
  }
}
