import type { Locator, Page } from "@playwright/test";

/** The cards of books on a page: the items of its lists that have a cover. */
export const bookCards = (page: Page): Locator =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.locator('svg[viewBox="0 0 120 180"]') });
