import type { Page } from "@playwright/test";
import type { TFunction } from "i18next";
import { addUser } from "#tests/support/people.ts";
import { expect, holdScripts, hydrated, test } from "./fixtures.ts";

test.use({ expectedErrors: [/status of 400/] });

/** The button that opens the calendar. */
const endOf = (page: Page, t: TFunction) => page.getByRole("button", { name: t("user:ban.end") });

let ban: string;
test.beforeEach(async ({ site, signIn }) => {
  const person = await addUser(site);
  await signIn({ role: "admin" });
  ban = `/manager/users/${person.id}/ban`;
});

test("a manager picks a day with the keyboard, keeps it when the form is refused, and clears it", async ({
  page,
  open,
  t,
}) => {
  await open(ban);
  const opener = endOf(page, t);
  const calendar = page.getByRole("dialog", { name: t("common:date.pick") });
  await expect(opener).toHaveText(t("common:date.pick"));
  await opener.press("Enter");
  await expect(calendar.getByRole("grid")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(calendar).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.press("Enter");
  await expect(calendar.getByRole("gridcell").getByRole("button").and(page.locator(":focus"))).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(calendar).toBeHidden();
  await expect(opener).not.toHaveText(t("common:date.pick"));
  const selected = (await opener.textContent()) as string;

  await page.getByRole("button", { name: t("user:ban.submit"), exact: true }).click();
  await expect(page.getByText(t("user:errors.reasonRequired"))).toBeVisible();
  await expect(opener).toHaveText(selected);
  await page.getByRole("button", { name: t("common:date.clear") }).press("Enter");
  await expect(opener).toHaveText(t("common:date.pick"));
  await expect(opener).toBeFocused();
});

test("a button fills in a day, works again after it was cleared, and keeps the other values", async ({
  page,
  open,
  t,
}) => {
  await open(ban);
  const reason = page.getByRole("textbox", { name: t("user:ban.reason") });
  await reason.fill("Spam");
  const opener = endOf(page, t);
  const week = page.getByRole("button", { name: t("user:ban.days", { count: 7 }) });
  await week.click();
  await expect(opener).not.toHaveText(t("common:date.pick"));
  const filled = (await opener.textContent()) as string;
  await page.getByRole("button", { name: t("common:date.clear") }).click();
  await expect(opener).toHaveText(t("common:date.pick"));
  await week.click();
  await expect(opener).toHaveText(filled);
  await expect(week).toBeFocused();
  // The focus stays on the button, so a status message announces the day to screen readers.
  await expect(page.getByRole("status").filter({ hasText: filled })).toBeAttached();
  await expect(reason).toHaveValue("Spam");
});

test("a day that is picked before script runs stays picked", async ({ page, t }) => {
  const runScripts = await holdScripts(page);
  await page.goto(ban, { waitUntil: "commit" });
  const year = new Date().getUTCFullYear() + 1;
  await page.getByLabel(t("user:ban.end")).fill(`${year}-05-17`);
  runScripts();
  await hydrated(page);
  await expect(endOf(page, t)).toContainText(`May 17, ${year}`);
});
