import type { Page } from "@playwright/test";
import type { LanguageKey } from "#app/i18n/languages.ts";
import { accessibilityViolations } from "#tests/support/accessibility.ts";
import { untranslated } from "#tests/support/untranslated.ts";
import { expect, hydrated, test } from "./fixtures.ts";

/** How each journey is made that a project of playwright.config.ts does not repeat. */
export const JOURNEY_VARIANTS = [
  { name: "with script", options: {} },
  { name: "without script", options: { javaScriptEnabled: false } },
  {
    name: "in Arabic on a phone",
    options: { language: "ar", locale: "ar", viewport: { width: 390, height: 844 } },
  },
] as const;

/** In pixels, of every screen. */
const HEIGHT = 800;

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

/**
 * Looks whether the page in sight speaks another language, and whether, in each appearance of its own language, it has
 * faults that axe finds or is wider than the screen. The page stays open: a theme and a width need no other document.
 */
export async function checkShown(page: Page, what: string, language: LanguageKey) {
  expect(await untranslated(page, language), what).toEqual([]);
  for (const { name, colorScheme, width } of appearancesIn(language)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: HEIGHT });
    expect(await accessibilityViolations(page), `${what}, ${name}`).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${what}, ${name}: wider than the screen`).toBeLessThanOrEqual(0);
  }
}

const appearancesIn = (language: LanguageKey) =>
  APPEARANCES.filter((appearance) => appearance.language === language);

/** Declares tests of pages once for each language; `check` looks at a page in each of its themes and widths. */
export function inEveryAppearance(declare: (language: LanguageKey) => void) {
  for (const language of new Set(APPEARANCES.map(({ language }) => language))) {
    test.describe(appearancesIn(language)[0]?.name ?? language, () => {
      test.use({ locale: language, language, expectedErrors: [/status of (400|403|404|409)/] });
      declare(language);
    });
  }
}
