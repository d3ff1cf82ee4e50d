import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { passkeys } from "#app/schema.ts";
import { PasskeyDevice } from "#tests/support/passkey-device.ts";
import { passkeysOf } from "#tests/support/passkeys.ts";
import type { TestWorker } from "#tests/support/worker.ts";
import { checkShown } from "./appearances.ts";
import { test as base, expect } from "./fixtures.ts";

const test = base.extend<object, { site: TestWorker }>({
  // A passkey belongs to the name of a host, which an IP address is not.
  site: [
    ({ site }, use) => use({ ...site, url: site.url.replace("127.0.0.1", "localhost") }),
    { scope: "worker" },
  ],
});

/** Prevents the browser from offering passkeys by itself, as some browsers do, so that only the button asks for one. */
const withoutAutofill = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

for (const language of ["en", "ar"] as const) {
  test.describe(language, () => {
    test.use({ language, locale: language, expectedErrors: [/status of 400/] });

    test("a reader adds passkeys on two devices, signs in with one, and can't after it is removed", async ({
      page,
      site,
      context,
      signIn,
      open,
      t,
    }) => {
      await withoutAutofill(page);
      const phone = await PasskeyDevice.pluggedInto(page);
      const { id } = await signIn({ emailVerifiedAt: 1 });
      await open("/app/account");
      await page
        .getByRole("link", { name: t("account:security.manageOf", { what: t("account:passkeys.title") }) })
        .click();
      await expect(page.getByText(t("passkey:empty"))).toBeVisible();
      await checkShown(page, "no passkeys", language);
      const rows = page.getByRole("main").getByRole("listitem");
      const add = page.getByRole("button", { name: t("passkey:add") });
      await add.click();
      await expect(page.getByText(t("passkey:success.added"), { exact: true })).toBeVisible();
      await expect(rows).toHaveCount(1);

      // This device already has a passkey.
      await add.click();
      await expect(page.getByRole("alert")).toHaveText(t("passkey:already"));
      await phone.unplug();
      const key = await PasskeyDevice.pluggedInto(page, "usb");
      await page.getByRole("button", { name: t("passkey:retry") }).click();
      await expect(rows).toHaveCount(2);
      await rows
        .last()
        .getByRole("link", { name: t("passkey:rename.open") })
        .click();
      const dialog = page.getByRole("dialog", { name: t("passkey:rename.title") });
      await dialog.getByRole("textbox").fill("Blue key");
      await dialog.getByRole("button", { name: t("passkey:rename.submit") }).click();
      await expect(rows.last()).toContainText("Blue key");
      await checkShown(page, "two passkeys", language);

      await context.clearCookies();
      await open("/login?redirect=/account/passkeys");
      const button = page.getByRole("button", { name: t("login:passkey.submit") });
      await expect(button).toBeVisible();
      await checkShown(page, "the sign-in page with its button", language);
      await button.click();
      await expect(page.getByRole("heading", { level: 1, name: t("passkey:title") })).toBeVisible();
      await expect(rows.last()).not.toContainText(t("passkey:neverUsed"));

      await rows
        .last()
        .getByRole("link", { name: t("passkey:remove.open") })
        .click();
      await page
        .getByRole("dialog", { name: t("passkey:remove.title", { name: "Blue key" }) })
        .getByRole("button", { name: t("passkey:remove.open") })
        .click();
      await expect(page.getByText(t("passkey:success.removed"), { exact: true })).toBeVisible();
      await expect(rows).toHaveCount(1);
      expect(await passkeysOf(site, id)).toHaveLength(1);

      await context.clearCookies();
      await open("/login");
      const email = page.getByRole("textbox", { name: t("login:email") });
      await email.fill("typed@example.com");
      await button.click();
      await expect(page.getByRole("alert")).toHaveText(t("code:PASSKEY_NOT_FOUND"));
      await expect(email).toHaveValue("typed@example.com");
      await key.unplug();
      await checkShown(page, "the sign-in page, refused", language);
    });
  });
}

test("a closed prompt changes nothing, and the page says so", async ({
  page,
  site,
  context,
  signIn,
  open,
  t,
}) => {
  await withoutAutofill(page);
  const phone = await PasskeyDevice.pluggedInto(page);
  const { id } = await signIn();
  await open("/account/passkeys");
  await phone.unlocked(false);
  await page.getByRole("button", { name: t("passkey:add") }).click();
  await expect(page.getByRole("alert")).toHaveText(t("passkey:cancelled"));
  expect(await passkeysOf(site, id)).toEqual([]);
  await phone.unlocked(true);
  await page.getByRole("button", { name: t("passkey:retry") }).click();
  await expect(page.getByText(t("passkey:success.added"), { exact: true })).toBeVisible();

  await context.clearCookies();
  await phone.unlocked(false);
  await open("/login");
  await page.getByRole("button", { name: t("login:passkey.submit") }).click();
  await expect(page.getByRole("alert")).toHaveText(t("login:passkey.cancelled"));
  await expect(page).toHaveURL(/\/login$/);
});

test.describe("autofill", () => {
  test.use({ expectedErrors: [/status of 403/] });

  test("offers a passkey when the sign-in page opens, and refuses a copy", async ({
    page,
    site,
    context,
    signIn,
    open,
    t,
  }) => {
    await PasskeyDevice.pluggedInto(page);
    const { id } = await signIn();
    await open("/account/passkeys");
    await page.getByRole("button", { name: t("passkey:add") }).click();
    await expect(page.getByText(t("passkey:success.added"), { exact: true })).toBeVisible();
    await context.clearCookies();
    await page.goto("/login?redirect=/account/passkeys");
    await expect(page.getByRole("heading", { level: 1, name: t("passkey:title") })).toBeVisible();

    await site.db.update(passkeys).set({ counter: 1000 }).where(eq(passkeys.userId, id));
    await context.clearCookies();
    await page.goto("/login");
    await expect(page.getByRole("alert")).toHaveText(t("code:PASSKEY_COPIED"));
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("passkeys are listed, renamed and removed, and nothing that needs script is offered", async ({
    page,
    site,
    signIn,
    open,
    t,
  }) => {
    await open("/login");
    await expect(page.getByText(t("login:passkey.submit"))).toBeHidden();
    const { id: userId } = await signIn({ emailVerifiedAt: 1 });
    await site.db.insert(passkeys).values({
      userId,
      name: "Phone",
      credentialId: crypto.randomUUID(),
      publicKey: "",
      counter: 0,
      transports: [],
      aaguid: "",
      backedUp: false,
      createdAt: Date.now(),
    });
    await open("/account/passkeys");
    await expect(page.getByText(t("passkey:new"))).toBeHidden();
    await page.getByRole("link", { name: t("passkey:rename.open") }).click();
    await page.getByRole("textbox").fill("Old phone");
    await page.getByRole("button", { name: t("passkey:rename.submit") }).click();
    await expect(page.getByText(t("passkey:success.renamed"), { exact: true })).toBeVisible();
    await page.getByRole("link", { name: t("passkey:remove.open") }).click();
    await page
      .getByRole("dialog", { name: t("passkey:remove.title", { name: "Old phone" }) })
      .getByRole("button", { name: t("passkey:remove.open") })
      .click();
    await expect(page.getByText(t("passkey:empty"))).toBeVisible();
  });
});

test("at an IP address, which can't have passkeys, none are offered", async ({ page, site, open, t }) => {
  await open(site.url.replace("localhost", "127.0.0.1").concat("/login"));
  await expect(page.getByRole("textbox", { name: t("login:email") })).toBeVisible();
  await expect(page.getByText(t("login:passkey.submit"))).toBeHidden();
});
