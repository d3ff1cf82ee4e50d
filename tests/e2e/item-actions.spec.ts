import { addUser } from "#tests/support/people.ts";
import { expect, test } from "./fixtures.ts";

test("the menu of further actions can be used with the keyboard", async ({ page, site, signIn, open, t }) => {
  await signIn({ role: "admin" });
  const { id } = await addUser(site);
  await open(`/manager/users/${id}`);
  const more = page.getByRole("button", { name: t("manager:more"), exact: true });
  const entries = page.locator("[popover]", { hasText: t("common:delete") }).locator("a, button");
  const count = await entries.count();
  expect(count).toBeGreaterThan(2);
  await more.focus();
  await page.keyboard.press("ArrowDown");
  await expect(entries.first()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(entries.last()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(entries.first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(entries.nth(1)).toBeFocused();
  await page.keyboard.press("End");
  await expect(entries.last()).toBeFocused();
  await page.keyboard.press("Home");
  await expect(entries.first()).toBeFocused();

  const remove = page.getByRole("link", { name: t("common:delete"), exact: true });
  await page.keyboard.press("d");
  await expect(remove).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(remove).toBeHidden();
  await expect(more).toBeFocused();

  await page.keyboard.press("ArrowUp");
  await expect(entries.last()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(remove).toBeHidden();
});
