import type { Page } from "@playwright/test";
import type { TFunction } from "i18next";

// Opens the parts of a manager's list that are closed at first: the filters and, on a phone, the menu of
// further actions.

/** Shows the fields that filter the list. */
export const openFilters = (page: Page, t: TFunction) =>
  page.getByRole("button", { name: t("manager:list.filter"), exact: true }).click();

/** Applies the filters. Without script, this takes a click on a button. */
export const applyFilters = (page: Page, t: TFunction) =>
  page.getByRole("button", { name: t("manager:list.applyFilters"), exact: true }).click();

/** Opens the menu of further actions, on a narrow screen. */
export async function openMore(page: Page, t: TFunction): Promise<void> {
  const more = page.getByRole("main").getByRole("button", { name: t("manager:more"), exact: true });
  if (await more.isVisible()) await more.click();
}
