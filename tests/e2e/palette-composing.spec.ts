import { expect, test } from "./fixtures.ts";

test("Enter that confirms an input method's composition opens nothing", async ({ page, signIn, open, t }) => {
  await signIn({ role: "admin" });
  await open("/manager/account");
  const find = Promise.withResolvers<void>();
  await page.route("**/manager/find.data?*", async (route) => {
    await find.promise;
    await route.continue();
  });
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: t("manager:palette.title") });
  const field = palette.getByRole("combobox");
  await expect(field).toBeFocused();
  const client = await page.context().newCDPSession(page);
  const text = "admin@";
  const enter = { type: "rawKeyDown", key: "Enter", code: "Enter" } as const;
  // In Chromium and Firefox, the composition ends after the key.
  await client.send("Input.imeSetComposition", { text, selectionStart: 6, selectionEnd: 6 });
  await expect(palette.getByText(t("common:loading"))).toBeVisible();
  await client.send("Input.dispatchKeyEvent", { ...enter, windowsVirtualKeyCode: 229 });
  // In Safari, the composition ends before the key.
  await client.send("Input.insertText", { text });
  await expect(field).toHaveValue(text);
  await client.send("Input.dispatchKeyEvent", { ...enter, windowsVirtualKeyCode: 229 });
  find.resolve();
  await expect(palette.getByRole("option", { selected: true })).toContainText("admin@admin.com");
  await expect(page).toHaveURL(/\/manager\/account$/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/manager\/users\//);
});
