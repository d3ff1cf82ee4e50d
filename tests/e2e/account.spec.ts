import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { sessions } from "#app/schema.ts";
import { findUser } from "#tests/support/people.ts";
import { lastCode, mailsTo } from "#tests/support/visitor.ts";
import { JOURNEY_VARIANTS } from "./appearances.ts";
import { expect, test } from "./fixtures.ts";

let people = 0;

for (const { name, options } of JOURNEY_VARIANTS) {
  test.describe(name, () => {
    test.use({ ...options, expectedErrors: [/status of (400|409)/] });

    test("a reader changes their email address, downloads their data, and deletes their account", async ({
      page,
      site,
      signIn,
      open,
      t,
    }, { workerIndex }) => {
      people += 1;
      const email = `reader-${workerIndex}-${people}@old.example`;
      const newEmail = `reader-${workerIndex}-${people}@new.example`;
      await signIn({ email });
      await open("/app/account");

      await page.getByRole("link", { name: t("account:changeEmail.open") }).click();
      await page.getByRole("textbox", { name: t("account:changeEmail.new") }).fill("nobody@");
      await page.getByRole("button", { name: t("account:changeEmail.submit") }).click();
      await expect(page.getByText(t("refused:emailInvalid"))).toBeVisible();
      await page.getByRole("textbox", { name: t("account:changeEmail.new") }).fill(newEmail);
      await page.getByRole("button", { name: t("account:changeEmail.submit") }).click();
      const question = page.getByRole("dialog", { name: t("account:changeEmail.title") });
      const toNew = question
        .getByRole("textbox", { name: t("account:changeEmail.codeTo", { email: newEmail }) })
        .first();
      const toOld = question.getByRole("textbox", { name: t("account:changeEmail.codeTo", { email }) });
      await toNew.fill("12345");
      await question.getByRole("button", { name: t("account:changeEmail.confirm") }).click();
      await expect(question.getByText(t("refused:codeLength"))).toBeVisible();
      await question.getByRole("button", { name: t("account:changeEmail.resend") }).click();
      await expect(page.getByText(t("proof:resent"), { exact: true })).toBeVisible();
      await question.getByText(t("account:changeEmail.lost.open")).click();
      const lost = question.getByRole("group");
      await lost.getByRole("textbox").fill(await lastCode(site, newEmail));
      await lost.getByRole("button").click();
      await expect(page.getByText(t("account:changeEmail.planned"), { exact: true })).toBeVisible();
      await page.getByRole("button", { name: t("account:changeEmail.keep") }).click();
      await expect(page.getByText(t("account:changeEmail.kept"), { exact: true })).toBeVisible();

      await page.getByRole("link", { name: t("account:changeEmail.open") }).click();
      await page.getByRole("textbox", { name: t("account:changeEmail.new") }).fill(newEmail);
      await page.getByRole("button", { name: t("account:changeEmail.submit") }).click();
      await expect(toNew).toBeVisible(); // When this page is shown, the emails have been sent.
      await toNew.fill(await lastCode(site, newEmail));
      await toOld.fill(await lastCode(site, email));
      await question.getByRole("button", { name: t("account:changeEmail.confirm") }).click();
      await expect(question).toBeHidden();
      await expect(page.getByText(t("account:changeEmail.done"), { exact: true })).toBeVisible();
      await expect(page.getByRole("main").getByText(newEmail)).toBeVisible();
      await expect(page.getByText(t("account:notVerified"))).toBeHidden();
      await expect
        .poll(async () => (await mailsTo(site, email))[0]?.subject)
        .toBe(t("email:emailChanged.subject"));

      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: t("account:data.download") }).click();
      expect((await download).suggestedFilename()).toBe("my-data.json");

      await page.getByRole("link", { name: t("account:delete.open") }).click();
      await page.getByRole("button", { name: t("account:delete.send") }).click();
      const code = page.getByRole("textbox", { name: t("proof:code") });
      await expect(code).toBeVisible();
      await code.fill(await lastCode(site, newEmail));
      const confirmation = page.getByRole("textbox", {
        name: t("account:delete.confirmation", { email: newEmail }),
      });
      await confirmation.fill("me");
      await page.getByRole("button", { name: t("account:delete.submit") }).click();
      await expect(page.getByText(t("account:delete.mismatch"))).toBeVisible();
      await confirmation.fill(newEmail);
      await page.getByRole("button", { name: t("account:delete.submit") }).click();
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.getByText(t("account:delete.done"), { exact: true })).toBeVisible();
      expect(await findUser(site, newEmail)).toBeUndefined();
    });
  });
}

test.describe(() => {
  test.use({ expectedErrors: [/status of 401/] });

  test("a reader who is asked for a proof before the download stays on the page", async ({
    page,
    site,
    signIn,
    open,
    t,
  }) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { id } = await signIn({ email });
    await site.db.update(sessions).set({ provenAt: 0 }).where(eq(sessions.userId, id));
    await open("/app/account");
    await page.getByRole("button", { name: t("account:data.download") }).click();
    const code = page.getByRole("textbox", { name: t("proof:code") });
    await expect(code).toBeVisible();
    await code.fill(await lastCode(site, email));
    await page.getByRole("button", { name: t("proof:submit") }).click();
    const heading = page.getByRole("heading", { level: 2, name: t("account:data.title") });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: t("account:data.download") })).toBeFocused();
  });
});

/** Presses Tab until an element has the focus. */
async function tabTo(
  page: Page,
  role: "link" | "button" | "textbox" | "combobox",
  name: string,
): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: true }).and(page.locator(":focus"));
  for (let n = 0; n < 60; n++) {
    if ((await wanted.count()) > 0) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab reaches no ${role} "${name}"`);
}

test.describe(() => {
  test.use({ expectedErrors: [/status of 400/] });

  test("signing in, the account and a new user can be used with the keyboard alone", async ({
    page,
    site,
    open,
    t,
  }) => {
    await open("/login");
    await expect(page.getByRole("textbox", { name: t("login:email") })).toBeFocused();
    await page.keyboard.type("admin@admin.com");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: t("proof:code") })).toBeFocused();
    await page.keyboard.type(await lastCode(site, "admin@admin.com"));
    await expect(page).toHaveURL(/\/manager\/dashboard$/);

    await tabTo(page, "link", t("common:account"));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: t("common:account") })).toBeFocused();
    await tabTo(page, "link", t("account:changeName.open"));
    await page.keyboard.press("Enter");
    const name = page.getByRole("textbox", { name: t("user:fields.name") });
    await expect(name).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Keyboard");
    await page.keyboard.press("Enter");
    await expect(name).toBeHidden();
    await expect(page.getByRole("main").getByText("Keyboard")).toBeVisible();

    await open("/manager/account");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: t("common:skipToContent") })).toBeFocused();
    await tabTo(page, "link", t("user:list.title"));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: t("user:list.title") })).toBeFocused();
    await tabTo(page, "link", t("user:manager.new"));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: t("user:manager.new") })).toBeVisible();
    await expect(page.getByRole("textbox", { name: t("user:fields.email") })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText(t("refused:emailRequired"))).toBeVisible();
    await expect(page.getByRole("textbox", { name: t("user:fields.email") })).toBeFocused();
    await page.keyboard.type("without-a-mouse@example.com");
    await tabTo(page, "combobox", t("user:fields.role"));
    await page.keyboard.type(t("user:roles.admin"));
    await tabTo(page, "button", t("common:create"));
    await page.keyboard.press("Enter");
    const facts = page.getByRole("definition");
    await expect(facts.getByText("without-a-mouse@example.com")).toBeVisible();
    await expect(facts.getByText(t("user:roles.admin"))).toBeVisible();
  });
});
