import type { Locator } from "@playwright/test";
import { eq } from "drizzle-orm";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { users } from "#app/schema.ts";
import { addSession, addUser, findUser } from "#tests/support/people.ts";
import { JOURNEY_VARIANTS } from "./appearances.ts";
import { expect, expectFocusKept, openMore, test } from "./fixtures.ts";

for (const { name, options } of JOURNEY_VARIANTS) {
  test.describe(name, () => {
    test.use({ ...options, expectedErrors: [/status of (400|404|409)/] });

    test("a manager adds a user, makes them an administrator, ends their sessions and deletes them", async ({
      page,
      site,
      signIn,
      open,
      t,
    }, { workerIndex }) => {
      const email = `added-${name.replaceAll(" ", "-")}-${workerIndex}@example.com`.toLowerCase();
      await signIn({ role: "admin" });
      await open("/manager/users");
      await page.getByRole("link", { name: t("user:manager.new") }).click();
      await page.getByRole("textbox", { name: t("user:fields.name") }).fill("Grace Hopper");
      await page.getByRole("button", { name: t("common:create"), exact: true }).click();
      await expect(page.getByText(t("refused:emailRequired"))).toBeVisible();
      await expect(page.getByRole("textbox", { name: t("user:fields.name") })).toHaveValue("Grace Hopper");
      await page.getByRole("textbox", { name: t("user:fields.email") }).fill(email);
      await page.getByRole("button", { name: t("common:create"), exact: true }).click();
      await expect(page.getByText(t("user:success.created"), { exact: true })).toBeVisible();
      await expect(page.getByText(t("session:list.empty"))).toBeVisible();
      await page.getByRole("link", { name: t("common:edit") }).click();
      await page.getByRole("combobox", { name: t("user:fields.role") }).selectOption("admin");
      await page.getByRole("button", { name: t("user:update.role") }).click();
      const question = page.getByRole("dialog");
      await expect(question.getByRole("heading")).toHaveText(
        t("user:setRole.title", { name: "Grace Hopper" }),
      );
      await question.getByRole("link", { name: t("common:cancel") }).click();
      await expect(question).toBeHidden();
      expect((await findUser(site, email))?.role).toBe("user");
      await page.getByRole("combobox", { name: t("user:fields.role") }).selectOption("admin");
      await page.getByRole("button", { name: t("user:update.role") }).click();
      await question.getByRole("button", { name: t("user:update.role") }).click();
      const changed = t("user:success.roleChanged", { role: t("user:roles.admin") });
      await expect(page.getByText(changed, { exact: true })).toBeVisible();
      await page.getByRole("link", { name: t("common:back") }).click();
      await expect(page.getByRole("definition").filter({ hasText: t("user:roles.admin") })).toBeVisible();

      const user = await findUser(site, email);
      if (!user) throw new Error(`no user ${email}`);
      for (let n = 0; n < 6; n++) await addSession(site, user, { updatedAt: Date.now() - n * 1000 });
      await open(page.url());
      const sessions = page.getByRole("region", { name: t("session:list.title") }).getByRole("listitem");
      await expect(sessions).toHaveCount(5);
      await page.getByRole("link", { name: t("common:loadMore") }).click();
      await expect(sessions).toHaveCount(name === "without script" ? 1 : 6);
      const revoke = page.getByRole("main").getByRole("button", { name: t("session:revoke") });
      await revoke.first().click();
      await expect(page.getByText(t("session:revoked"), { exact: true })).toBeVisible();
      if (name !== "without script") {
        // The row stays, so that no other row moves under the pointer, and the next row's button has the focus.
        await expect(sessions).toHaveCount(6);
        await expect(sessions.first()).toContainText(t("session:ended"));
        await expect(revoke).toHaveCount(5);
        await expect(revoke.first()).toBeFocused();
      }
      await page.getByRole("link", { name: t("session:revokeAll"), exact: true }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t("session:revokeAll") })
        .click();
      await expect(page.getByText(t("session:success.revokedAll"), { exact: true })).toBeVisible();
      await expect(page.getByText(t("session:list.empty"))).toBeVisible();

      await openMore(page, t);
      await page.getByRole("link", { name: t("common:delete") }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t("common:delete") })
        .click();
      await expect(page.getByText(t("user:success.deleted"), { exact: true })).toBeVisible();
    });
  });
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a phone ${javaScriptEnabled ? "with" : "without"} script`, () => {
    test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled });

    test("opens the menu, navigates, and finds the menu closed", async ({ page, signIn, open, t }) => {
      await signIn({ role: "admin" });
      await open("/manager/audit");
      const users = page
        .getByRole("navigation", { name: t("common:navigation") })
        .getByRole("link", { name: t("user:list.title"), exact: true });
      await expect(users).toBeHidden();
      await page.getByRole("button", { name: t("manager:menu"), exact: true }).click();
      await users.click();
      await expect(page.getByRole("heading", { level: 1, name: t("user:list.title") })).toBeVisible();
      await expect(users).toBeHidden();
    });
  });
}

test("the confirmation keeps the focus, closes on Escape, and returns the focus", async ({
  page,
  site,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  const { id } = await addUser(site);
  await open(`/manager/users/${id}`);
  const opener = page.getByRole("button", { name: t("manager:more"), exact: true });
  await opener.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: t("common:delete") }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("link", { name: t("common:cancel") })).toBeFocused();
  await expectFocusKept(page, 4);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page).not.toHaveURL(/confirm/);
});

test.describe("a user who is no longer an administrator", () => {
  test.use({ expectedErrors: [/status of 403/] });

  test("sees that after the next click, without the layout around the pages", async ({
    page,
    site,
    signIn,
    open,
    t,
  }) => {
    const { id } = await signIn({ role: "admin" });
    await open("/manager/audit");
    const navigation = page.getByRole("navigation", { name: t("common:navigation") });
    await site.db.update(users).set({ role: "user" }).where(eq(users.id, id));
    await navigation.getByRole("link", { name: t("user:list.title"), exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: t("error:403") })).toBeVisible();
    await expect(navigation).toBeHidden();
  });
});

test("Ctrl K finds pages and people", async ({ page, site, signIn, open, t }) => {
  await signIn({ role: "admin" });
  const name = `Wangari ${crypto.randomUUID()}`;
  const { id } = await addUser(site, { name, nameKey: comparisonKey(name) });
  await open("/manager/users");
  await page.getByRole("button", { name: t("manager:palette.open") }).focus();
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: t("manager:palette.title") });
  const field = palette.getByRole("combobox");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
  await expect(page.getByRole("button", { name: t("manager:palette.open") })).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await page.keyboard.type(t("user:manager.new"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: t("user:manager.new") })).toBeVisible();

  // On an Arabic keyboard, the K key types another letter. On Dvorak, the key in its place types T.
  const isTaken = (key: string) =>
    page.evaluate(
      (key) =>
        !document.dispatchEvent(
          new KeyboardEvent("keydown", { key, code: "KeyK", ctrlKey: true, cancelable: true }),
        ),
      key,
    );
  expect(await isTaken("t")).toBe(false);
  expect(await isTaken("ن")).toBe(true);
  await field.fill(name.toUpperCase());
  await expect(palette.getByRole("option", { name })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/manager/users/${id}$`));
  await expect(palette).toBeHidden();

  await page.keyboard.press("ControlOrMeta+k");
  await expectNamed(field, palette.getByRole("option").first());
  await page.keyboard.press("ArrowDown");
  await expectNamed(field, palette.getByRole("option").nth(1));
  await field.fill(t("user:list.title"));
  await expectNamed(field, palette.getByRole("option", { name: t("user:list.title"), exact: true }));
  await field.fill("nothing is called this");
  await expect(palette.getByRole("status")).toHaveText(t("common:noResults"));
  await expect(field).not.toHaveAttribute("aria-activedescendant");
});

test("the palette's first row is the selected one, and Enter waits for it", async ({
  page,
  site,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  const name = "Admin Apidoc";
  const { id } = await addUser(site, { name, nameKey: comparisonKey(name) });
  await open("/manager/account");
  const held = Promise.withResolvers<void>();
  await page.route("**/manager/find.data?*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: t("manager:palette.title") });
  const field = palette.getByRole("combobox");
  await field.fill(t("user:list.title"));
  await expect(palette.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  // The term has only some letters of "API Documentation".
  await field.fill("admin apidoc");
  await expect(palette.getByText(t("common:loading"))).toBeVisible();
  await expect(palette.getByText(t("common:noResults"))).toBeHidden();
  await expect(palette.getByRole("option")).toHaveCount(0);
  await page.keyboard.press("Enter");
  held.resolve();
  await expect(page).toHaveURL(new RegExp(`/manager/users/${id}$`));

  await page.keyboard.press("ControlOrMeta+k");
  await field.fill("apidoc");
  await expect(palette.getByRole("option", { name, selected: true })).toBeVisible();
});

test.describe("when the server fails", () => {
  test.use({ expectedErrors: [/status of 503/] });

  test("the palette reports it instead of an empty result", async ({ page, signIn, open, t }) => {
    await signIn({ role: "admin" });
    await open("/manager/account");
    await page.route("**/manager/find.data?*", (route) => route.fulfill({ status: 503 }));
    await page.keyboard.press("ControlOrMeta+k");
    const palette = page.getByRole("dialog", { name: t("manager:palette.title") });
    await palette.getByRole("combobox").fill("hawking");
    await expect(palette.getByRole("alert")).toHaveText(t("error:hint.unreachable"));
    await expect(palette.getByText(t("common:noResults"))).toBeHidden();
    await page.unroute("**/manager/find.data?*");
    await palette.getByRole("combobox").fill("zzzzqq");
    await expect(palette.getByRole("status")).toHaveText(t("common:noResults"));
    await page.route("**/manager/find.data?*", (route) => route.fulfill({ status: 503 }));
    await palette.getByRole("combobox").fill("hawking");
    await expect(palette.getByRole("alert"), "also after it has worked once").toHaveText(
      t("error:hint.unreachable"),
    );
  });
});

/** Screen readers announce the row that Enter opens. */
async function expectNamed(field: Locator, row: Locator) {
  await expect(row).toHaveAttribute("aria-selected", "true");
  await expect(field).toHaveAttribute("aria-activedescendant", (await row.getAttribute("id")) as string);
}
