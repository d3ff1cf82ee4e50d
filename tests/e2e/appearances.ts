import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { LANGUAGE_KEYS, LANGUAGES, type LanguageKey } from "#app/i18n/languages.ts";
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

const nameOf = new Intl.DisplayNames("en", { type: "language" });
const firstInDirection = (direction: "ltr" | "rtl") =>
  LANGUAGE_KEYS.filter((key) => LANGUAGES[key].direction === direction).slice(0, 1);

/** Every language on the narrowest phone, in either theme by turns. */
const NARROW = LANGUAGE_KEYS.map((language, at) => ({
  name: `${nameOf.of(language)}`,
  language,
  colorScheme: at % 2 === 0 ? ("dark" as const) : ("light" as const),
  width: 360,
}));

/** Both directions on a wide screen. */
const WIDE = [...firstInDirection("ltr"), ...firstInDirection("rtl")].map((language, at) => ({
  name: `${nameOf.of(language)} on a wide screen`,
  language,
  colorScheme: at % 2 === 0 ? ("light" as const) : ("dark" as const),
  width: 1280,
}));

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
  for (const { name, language, colorScheme, width } of [...NARROW, ...WIDE]) {
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
