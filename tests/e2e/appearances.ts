import type { Page } from "@playwright/test";
import { LANGUAGE_COOKIE, LANGUAGE_KEYS, type LanguageKey } from "#app/core/i18n/languages.ts";
import { accessibilityViolations } from "#tests/support/accessibility.ts";
import { untranslated } from "#tests/support/untranslated.ts";
import { bareTexts } from "./bare-texts.ts";
import { expect, hydrated, test } from "./fixtures.ts";

/**
 * The variants of a journey, for tests that the projects of playwright.config.ts don't repeat in such
 * variants.
 */
export const JOURNEY_VARIANTS = [
  { name: "with script", options: {} },
  { name: "without script", options: { javaScriptEnabled: false } },
  {
    name: "in Arabic on a phone",
    options: { language: "ar", locale: "ar", viewport: { width: 390, height: 844 } },
  },
] as const;

/** The height of every screen, in pixels. */
const HEIGHT = 800;

const languageNames = new Intl.DisplayNames("en", { type: "language" });

/** The smallest width at which the navigation is at the top, where it has the least space. */
export const NARROWEST_AT_TOP = 768;

/** Both themes on the narrowest phone and on a wide screen. */
const SCREENS = [
  { colorScheme: "light", width: 360 },
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 360 },
  { colorScheme: "dark", width: 1280 },
] as const;

/** Every language on one screen, and every screen in one language. */
const APPEARANCES = Array.from({ length: Math.max(SCREENS.length, LANGUAGE_KEYS.length) }, (_, at) => {
  const language = LANGUAGE_KEYS[at % LANGUAGE_KEYS.length] as LanguageKey;
  const screen = SCREENS[at % SCREENS.length] as (typeof SCREENS)[number];
  return {
    name: `${languageNames.of(language)}, ${screen.colorScheme}, ${screen.width} pixels`,
    language,
    ...screen,
  };
});

/** Opens a page and checks that it is translated and accessible. */
export async function check(page: Page, path: string, language: LanguageKey) {
  await page.goto(path);
  await hydrated(page);
  await checkShown(page, path, language);
}

/** Opens the page of a form, sends the form empty, and checks the page before and after. */
export async function checkRefused(page: Page, path: string, language: LanguageKey) {
  await check(page, path, language);
  await page.locator("main form").last().locator('button[type="submit"]').last().click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await checkShown(page, `${path}, refused`, language);
}

/** Checks that the current page is translated, that a browser can translate it, and how it looks on each screen. */
export async function checkShown(page: Page, what: string, language: LanguageKey) {
  expect(await untranslated(page, language), what).toEqual([]);
  expect(await bareTexts(page), `${what}: each text needs its own element (docs/testing.md)`).toEqual([]);
  await checkScreens(page, what, language);
}

/**
 * Checks that axe finds no faults of the current page on the screens of its language, and that it is no wider than any
 * screen. The page stays open, because a new theme or width needs no new document.
 */
export async function checkScreens(page: Page, what: string, language: LanguageKey) {
  for (const { name, colorScheme, width } of appearancesIn(language)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: HEIGHT });
    expect(await accessibilityViolations(page), `${what}, ${name}`).toEqual([]);
  }
  for (const width of [360, NARROWEST_AT_TOP, 1280]) await expectToFit(page, what, width);
}

/** Checks that the current page is no wider than the screen. @param width the width of the screen, in pixels */
async function expectToFit(page: Page, what: string, width: number) {
  await page.setViewportSize({ width, height: HEIGHT });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${what}, ${width} pixels: wider than the screen`).toBeLessThanOrEqual(0);
}

const appearancesIn = (language: LanguageKey) =>
  APPEARANCES.filter((appearance) => appearance.language === language);

/** Declares tests of pages once per language; `check` checks a page in each of its themes and widths. */
export function inEveryAppearance(declare: (language: LanguageKey) => void) {
  for (const language of new Set(APPEARANCES.map(({ language }) => language))) {
    test.describe(languageNames.of(language) ?? language, () => {
      test.use({ locale: language, language, expectedErrors: [/status of (400|403|404|409)/] });
      // A partial language is shown only to readers who have selected it.
      test.beforeEach(({ context, site }) =>
        context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url: site.url }]),
      );
      declare(language);
    });
  }
}
