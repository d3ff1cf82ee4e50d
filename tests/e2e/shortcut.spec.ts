import { accessibilityViolations } from "#tests/support/accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { keysAreReady, linkOf, openList, selected } from "./shortcut-list.ts";

test("j and k move through a list to Load more and back, Enter opens a row, and Back returns to it", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  const rows = await openList(page, open, "/manager/books");
  await page.keyboard.press("k");
  await expect(linkOf(rows.first()), "nothing is before the list").not.toBeFocused();
  await page.keyboard.press("j");
  await expect(linkOf(rows.first())).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  await expect(linkOf(rows.nth(2))).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("k");
  await expect(linkOf(rows.first())).toBeFocused();

  const name = ((await linkOf(rows.nth(1)).textContent()) ?? "").trim();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.goBack();
  await expect(linkOf(rows.nth(1))).toBeFocused();
  await keysAreReady(page);
  await page.keyboard.press("j");
  await expect(linkOf(rows.nth(2))).toBeFocused();

  for (let row = 3; row <= 20; row++) await page.keyboard.press("j");
  const more = page.getByRole("link", { name: t("common:loadMore") });
  await expect(more).toBeFocused();
  await page.keyboard.press("k");
  await expect(linkOf(rows.nth(19))).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(40);
  await expect(linkOf(rows.nth(20))).toBeFocused();
});

test("after scrolling down, keys start at the first visible row, and no row is hidden below the headings", async ({
  page,
  signIn,
  open,
}) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await signIn({ role: "admin" });
  const rows = await openList(page, open, "/manager/books");
  await rows.nth(12).evaluate((row) => row.scrollIntoView({ block: "start" }));
  await page.keyboard.press("j");
  const focused = page.locator("tbody tr:focus-within");
  await expect(focused).toHaveCount(1);
  const headings = await page.getByRole("table").locator("thead").boundingBox();
  const row = await focused.boundingBox();
  const bottom = (headings?.y ?? 0) + (headings?.height ?? 0);
  expect(row?.y).toBeGreaterThanOrEqual(bottom);
  expect(row?.y, "it is the first visible one").toBeLessThan(bottom + 2 * (row?.height ?? 0));
});

test("e edits a row, and the form links back to the list", async ({ page, signIn, open, t }) => {
  await signIn({ role: "admin" });
  for (const [path, title] of [
    ["/manager/books?sort=-title", t("book:manager.update")],
    ["/manager/genres", t("genre:manager.update")],
    ["/manager/users?sort=email", t("user:manager.update")],
  ] as const) {
    await openList(page, open, path);
    await page.keyboard.press("e");
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${path.replace("?", "\\?")}$`));
  }
});

test("keys belong first to a field, a dialog, a menu and the browser", async ({ page, signIn, open, t }) => {
  await signIn({ role: "admin" });
  const rows = await openList(page, open, "/manager/books");
  const search = page.getByRole("searchbox");
  await search.focus();
  await page.keyboard.type("jex?");
  await expect(search).toHaveValue("jex?");

  await openList(page, open, "/manager/books");
  await page.keyboard.press("j");
  await page.keyboard.press("Control+j");
  await page.keyboard.press("Alt+e");
  await expect(linkOf(rows.first())).toBeFocused();
  await page.keyboard.press("x");
  await page.getByRole("button", { name: t("common:delete") }).click();
  const cancel = page.getByRole("dialog").getByRole("button", { name: t("common:cancel") });
  await expect(cancel).toBeFocused();
  for (const key of ["j", "x", "e", "?"]) await page.keyboard.press(key);
  await expect(cancel).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  expect(await selected(rows), "Escape has closed only the confirmation").toEqual([0]);

  const menu = page.getByRole("button", { name: "Ada", exact: true });
  await menu.click();
  await page.keyboard.press("j");
  await expect(menu).toBeFocused();
});

test("? lists the keys, as does the palette, and a switch turns single-character keys off", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  const rows = await openList(page, open, "/manager/books");
  const dialog = page.getByRole("dialog", { name: t("shortcut:title") });
  const askPalette = async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("option", { name: t("shortcut:title") }).click();
  };
  await page.keyboard.press("j");
  await page.keyboard.press("?");
  await expect(dialog).toContainText(t("shortcut:next"));
  await expect(dialog).toContainText(t("shortcut:search"));
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(linkOf(rows.first()), "the focus has not moved").toBeFocused();

  await askPalette();
  await dialog.getByRole("checkbox", { name: t("shortcut:single") }).uncheck();
  await dialog.getByRole("button", { name: t("shortcut:close") }).click();
  await linkOf(rows.first()).focus();
  for (const key of ["j", "x", "e", "?", "/"]) await page.keyboard.press(key);
  await expect(linkOf(rows.first())).toBeFocused();
  expect(await selected(rows)).toEqual([]);
  await page.keyboard.press("Shift+ArrowDown");
  expect(await selected(rows), "keys that type no character still work").toEqual([0, 1]);

  await openList(page, open, "/manager/books");
  await page.keyboard.press("?");
  await page.keyboard.press("j");
  await expect(page.locator("tbody :focus")).toHaveCount(0);
  await askPalette();
  await dialog.getByRole("checkbox", { name: t("shortcut:single") }).check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await expect(linkOf(rows.first())).toBeFocused();
});

test("a slash focuses the search, and is a character like any other there", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  await openList(page, open, "/manager/users");
  const search = page.getByRole("searchbox", { name: t("common:search") });
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.press("/");
  await expect(search).toHaveValue("/");
});

test.describe("in Arabic, on an Arabic keyboard", () => {
  test.use({ language: "ar", locale: "ar" });

  test("the keys are in the same places as on an English keyboard, and the arrow down moves down", async ({
    page,
    signIn,
    open,
    t,
  }) => {
    await signIn({ role: "admin" });
    const rows = await openList(page, open, "/manager/books");
    const press = (key: string, code: string, shiftKey = false) =>
      page.evaluate(
        (given) =>
          document.activeElement?.dispatchEvent(
            new KeyboardEvent("keydown", { ...given, bubbles: true, cancelable: true }),
          ),
        { key, code, shiftKey },
      );
    await press("ت", "KeyJ");
    await expect(linkOf(rows.first())).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await press("ء", "KeyX");
    expect(await selected(rows)).toEqual([1]);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await expect(linkOf(rows.nth(1))).toBeFocused();
    await press("؟", "Slash", true);
    await expect(page.getByRole("dialog", { name: t("shortcut:title") })).toBeVisible();
  });
});
