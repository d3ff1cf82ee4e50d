import type { Page } from "@playwright/test";
import type { TFunction } from "i18next";

// What a reader of a manager's list opens first: the filters, and, on a phone, what else can be done.

/** Shows the fields that filter the list. */
export const openFilters = (page: Page, t: TFunction) =>
  page.getByRole("button", { name: t("manager:list.filter"), exact: true }).click();

/** Sets what the fields say, which without script takes a button. */
export const applyFilters = (page: Page, t: TFunction) =>
  page.getByRole("button", { name: t("manager:list.applyFilters"), exact: true }).click();

/** Shows the further actions where they are in a menu: on a narrow screen. */
export async function openMore(page: Page, t: TFunction): Promise<void> {
  const more = page.getByRole("main").getByRole("button", { name: t("manager:more"), exact: true });
  if (await more.isVisible()) await more.click();
}
