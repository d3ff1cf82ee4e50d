import type { Page } from "@playwright/test";
import { LANGUAGE_COOKIE, LANGUAGE_KEYS, LANGUAGES, type LanguageKey } from "#app/i18n/languages.ts";
import { accessibilityViolations } from "#tests/support/accessibility.ts";
import { untranslated } from "#tests/support/untranslated.ts";
import { expect, hydrated, test } from "./fixtures.ts";

/** The variants to run a journey in, if the projects of playwright.config.ts don't repeat it. */
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

/** What a page is looked at in. */
interface Appearance {
  language: LanguageKey;
  colorScheme: "dark" | "light";
  width: number;
  /** Whether axe looks for faults. What it finds depends on the theme, the width and the direction, not on the words. */
  axe: boolean;
}

/** Every language on the narrowest phone; one of each text direction also on a wide screen, in the other theme, and with axe. */
const APPEARANCES = LANGUAGE_KEYS.flatMap((language): Appearance[] => {
  const { direction } = LANGUAGES[language];
  const isFirst = language === LANGUAGE_KEYS.find((key) => LANGUAGES[key].direction === direction);
  const [phone, screen] = direction === "ltr" ? (["dark", "light"] as const) : (["light", "dark"] as const);
  return [
    { language, colorScheme: phone, width: 360, axe: isFirst },
    ...(isFirst ? [{ language, colorScheme: screen, width: 1280, axe: true }] : []),
  ];
});

/** Opens a page and checks that it is translated and accessible. */
export async function check(page: Page, path: string, language: LanguageKey) {
  await page.goto(path);
  await hydrated(page);
  await checkShown(page, path, language);
}

/** Opens the page of a form, sends it empty, and checks the page before and after. */
export async function checkRefused(page: Page, path: string, language: LanguageKey) {
  await check(page, path, language);
  await page.locator("main form").last().locator('button[type="submit"]').last().click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await checkShown(page, `${path}, refused`, language);
}

/**
 * Checks that the current page is translated and that, in each appearance of its language, axe finds no faults and the
 * page is no wider than the screen. The page stays open: a new theme or width needs no new document.
 */
export async function checkShown(page: Page, what: string, language: LanguageKey) {
  expect(await untranslated(page, language), what).toEqual([]);
  for (const { colorScheme, width, axe } of appearancesIn(language)) {
    const appearance = `${what}, ${colorScheme}, ${width} pixels`;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: HEIGHT });
    if (axe) expect(await accessibilityViolations(page), appearance).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${appearance}: wider than the screen`).toBeLessThanOrEqual(0);
  }
}

const appearancesIn = (language: LanguageKey) =>
  APPEARANCES.filter((appearance) => appearance.language === language);

/** Declares tests of pages once per language; `check` checks a page in each of its themes and widths. */
export function inEveryAppearance(declare: (language: LanguageKey) => void) {
  for (const language of LANGUAGE_KEYS) {
    test.describe(languageNames.of(language) ?? language, () => {
      test.use({ locale: language, language, expectedErrors: [/status of (400|403|404|409)/] });
      // A partial language is shown only to readers who have chosen it.
      test.beforeEach(({ context, site }) =>
        context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url: site.url }]),
      );
      declare(language);
    });
  }
}
