import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { expect, test } from "./fixtures.ts";

test("the palette runs commands: keys, the theme, the language, and signing out, which asks first", async ({
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

  await run(t("shortcut:title"));
  const keys = page.getByRole("dialog", { name: t("shortcut:title") });
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

test("the palette has the actions of the page about the open user, and returns to recently opened users", async ({
  page,
  site,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  const person = await addUser(site, { name: "Zora Neale Hurston" });
  await open(`/manager/users/${person.id}`);
  const palette = page.getByRole("dialog", { name: t("manager:palette.title") });
  const group = (name: string) => palette.getByRole("group", { name });
  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette.getByRole("option").first()).toBeVisible();
  await expect(group(t("manager:palette.recent"))).toHaveCount(0);
  await expect(group(t("manager:palette.here")).getByRole("option").first()).toContainText(
    `${t("common:edit")}Zora Neale Hurston`,
  );
  await palette.getByRole("combobox").fill(`${t("user:ban.open")} zora`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/manager/users/${person.id}/ban`));
  await page.keyboard.press("ControlOrMeta+k");
  await palette.getByRole("combobox").fill("zora");
  await group(t("manager:palette.recent")).getByRole("option", { name: "Zora Neale Hurston" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Zora Neale Hurston" })).toBeVisible();
  // The confirmation is the same as on the page.
  await page.keyboard.press("ControlOrMeta+k");
  await palette.getByRole("combobox").fill(t("common:delete"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("button", { name: t("common:delete") })).toBeVisible();
  await page.keyboard.press("Escape");
  // Another person may be the next to open the manager in the same document.
  await page.getByRole("link", { name: t("manager:navigation.openApp") }).click();
  await page.locator('main a[href="/manager"]').first().click();
  await page
    .getByRole("link", { name: t("user:list.title"), exact: true })
    .first()
    .click();
  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette.getByRole("option").first()).toBeVisible();
  await expect(group(t("manager:palette.recent"))).toHaveCount(0);
});

test("the palette has the actions on selected rows", async ({ page, signIn, open, t }) => {
  await signIn({ role: "admin" });
  await open("/manager/books");
  const palette = page.getByRole("dialog", { name: t("manager:palette.title") });
  const here = palette.getByRole("group", { name: t("manager:palette.here") });
  await page.keyboard.press("ControlOrMeta+k");
  await expect(palette.getByRole("option").first()).toBeVisible();
  await expect(here.getByRole("option", { name: t("common:delete") })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("table").getByRole("checkbox").nth(1).check();
  await page.keyboard.press("ControlOrMeta+k");
  await here.getByRole("option", { name: t("common:delete") }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: t("common:delete") })).toBeVisible();
});
