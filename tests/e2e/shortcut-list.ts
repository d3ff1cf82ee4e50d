import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Waits for the script of a table's keys, which starts again on each page with a table. */
export const keysAreReady = (page: Page) =>
  expect(page.getByRole("table")).toHaveAttribute("aria-keyshortcuts", "J K X E");

/** Opens a list whose keys are ready. @returns its rows */
export async function openList(
  page: Page,
  open: (path: string) => Promise<void>,
  path: string,
): Promise<Locator> {
  await open(path);
  await keysAreReady(page);
  return page.locator("tbody").getByRole("row");
}

export const linkOf = (row: Locator) => row.getByRole("rowheader").getByRole("link");
export const boxOf = (row: Locator) => row.getByRole("checkbox");

/** The positions of the selected rows. */
export const selected = (rows: Locator) =>
  rows.evaluateAll((all) => all.flatMap((row, n) => (row.querySelector("input:checked") ? [n] : [])));
