import { textsIn } from "#tests/support/texts.ts";
import { expect, test } from "./fixtures.ts";

test("the palette runs commands: keys, the theme, the language, and signing out, which asks", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  await open("/manager/users");
  const palette = page.getByRole("dialog", { name: t("manager:palette.title") });
  const field = palette.getByRole("combobox");
  const run = async (term: string) => {
    await page.keyboard.press("ControlOrMeta+k");
    await field.fill(term);
    await page.keyboard.press("Enter");
    await expect(palette).toBeHidden();
  };
  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette.getByRole("option", { name: t("common:signOut") })).toBeVisible();
  await expect(palette.getByRole("option", { name: t("theme:dark") })).toHaveCount(0);
  await page.keyboard.press("Escape");

  await run(t("manager:keys.title"));
  const keys = page.getByRole("dialog", { name: t("manager:keys.title") });
  await expect(keys).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await run(`${t("theme:legend")} ${t("theme:dark")}`);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await run("français");
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  const french = textsIn("fr");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog").getByRole("combobox").fill(french("common:signOut"));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/sign-out$/);
  await expect(page.getByRole("button", { name: french("common:signOut") })).toBeVisible();
});
