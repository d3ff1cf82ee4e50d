import { expect, test } from "./fixtures.ts";
import { boxOf, linkOf, openList, selected } from "./shortcut-list.ts";

// Selecting several rows of a list with keys and with Shift clicks.

test("x selects a row, Shift extends the selection and reduces it, Escape clears it", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  const rows = await openList(page, open, "/manager/books");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  expect(await selected(rows)).toEqual([1]);
  const bar = page.getByRole("region", { name: t("selection:title") });
  await expect(bar).toContainText(t("selection:count", { count: 1 }));

  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+J");
  await page.keyboard.press("Shift+J");
  expect(await selected(rows)).toEqual([1, 2, 3, 4]);
  await expect(linkOf(rows.nth(4))).toBeFocused();
  await page.keyboard.press("Shift+K");
  expect(await selected(rows)).toEqual([1, 2, 3]);
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("Shift+ArrowUp");
  await page.keyboard.press("Shift+ArrowUp");
  expect(await selected(rows), "past its start").toEqual([0, 1]);

  // The next range begins at the row that now has the focus.
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+J");
  expect(await selected(rows)).toEqual([0, 1, 3, 4]);
  await page.keyboard.press("x");
  expect(await selected(rows)).toEqual([0, 1, 3]);

  await page.keyboard.press("Escape");
  expect(await selected(rows)).toEqual([]);
  await expect(bar).toBeHidden();
  await expect(page.getByRole("status").filter({ hasText: t("selection:nothing") })).toBeAttached();
  await expect(linkOf(rows.nth(4)), "the focus stays").toBeFocused();
});

test("a Shift click selects the rows in between, also outside the checkbox, and deselects them", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  const rows = await openList(page, open, "/manager/books");
  await boxOf(rows.nth(2)).click();
  await boxOf(rows.nth(5)).click({ modifiers: ["Shift"] });
  expect(await selected(rows)).toEqual([2, 3, 4, 5]);
  const beside = rows.nth(7).locator(".select-box");
  await beside.click({ modifiers: ["Shift"], position: { x: 3, y: 3 } });
  expect(await selected(rows)).toEqual([2, 3, 4, 5, 6, 7]);
  await boxOf(rows.nth(4)).click();
  await boxOf(rows.first()).click({ modifiers: ["Shift"] });
  expect(await selected(rows), "like the clicked row").toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  await boxOf(rows.nth(7)).click();
  await boxOf(rows.nth(5)).click({ modifiers: ["Shift"] });
  expect(await selected(rows)).toEqual([0, 1, 2, 3, 4]);
  expect(await page.evaluate(() => `${getSelection()}`), "no text is marked").toBe("");

  const all = page.getByRole("checkbox", { name: t("selection:all") });
  await expect(all).toHaveJSProperty("indeterminate", true);
  await page.getByRole("link", { name: t("selection:clear") }).press("Enter");
  expect(await selected(rows)).toEqual([]);
  await expect(all).toHaveJSProperty("indeterminate", false);
  await expect(boxOf(rows.first()), "the focus is in the list").toBeFocused();
  await expect(page).toHaveURL(/\/manager\/books$/);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("Clear clears the selection, even one in the URL", async ({ page, signIn, t }) => {
    await signIn({ role: "admin" });
    await page.goto("/manager/books?sort=-title");
    const rows = page.locator("tbody").getByRole("row");
    await boxOf(rows.first()).check();
    await page.getByRole("link", { name: t("selection:clear") }).click();
    await expect(page.locator("tbody").getByRole("checkbox", { checked: true })).toHaveCount(0);
    const id = await boxOf(rows.nth(1)).inputValue();
    await page.goto(`/manager/books?sort=-title&selected=${id}`);
    await expect(boxOf(rows.nth(1))).toBeChecked();
    await page.getByRole("link", { name: t("selection:clear") }).click();
    await expect(page.locator("tbody").getByRole("checkbox", { checked: true })).toHaveCount(0);
    await expect(page).toHaveURL(/\?sort=-title$/);
  });
});
