import { eq } from "drizzle-orm";
import { passkeys, sessions } from "#app/schema.ts";
import { PasskeyDevice } from "#tests/support/passkey-device.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { addSecondStep, codeOf } from "#tests/support/second-steps.ts";
import { lastCode } from "#tests/support/visitor.ts";
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

for (const language of ["en", "ar"] as const) {
  test.describe(language, () => {
    test.use({ language, locale: language, expectedErrors: [/status of 401|net::ERR_FAILED/] });

    test("a user who is asked for a proof uses a passkey, or a code after a closed prompt or a refusal", async ({
      page,
      site,
      signIn,
      open,
      t,
    }) => {
      const phone = await PasskeyDevice.pluggedInto(page);
      const email = `${crypto.randomUUID()}@example.com`;
      const { id } = await signIn({ email, role: "admin", emailVerifiedAt: 1 });
      await open("/account/passkeys");
      await page.getByRole("button", { name: t("passkey:add") }).click();
      await expect(page.getByText(t("passkey:success.added"), { exact: true })).toBeVisible();

      const scripts: string[] = [];
      page.on("request", (request) => scripts.push(request.url()));
      const ask = page.getByRole("button", { name: t("passkey:proof.submit") });
      const code = page.getByRole("textbox", { name: t("proof:code") });
      /** Sends a form that asks for a proof. @returns whether the form was carried out */
      const banSomebody = async () => {
        await site.db.update(sessions).set({ provenAt: 0 }).where(eq(sessions.userId, id));
        const person = await addUser(site);
        await open(`/manager/users/${person.id}/ban`);
        await page.getByRole("textbox", { name: t("user:ban.reason") }).fill("Spam");
        expect(scripts.join(), "only the proof needs it").not.toContain("/passkey-proof-");
        await page.getByRole("button", { name: t("user:ban.submit") }).click();
        await expect(ask).toBeVisible();
        expect(scripts.splice(0).join()).toContain("/passkey-proof-");
        return async () => (await findUser(site, person.email))?.banReason === "Spam";
      };
      const isBanned = await banSomebody();
      await checkShown(page, "the step with a passkey", language);
      await ask.click();
      await expect(page.getByText(t("user:ban.because", { reason: "Spam" }))).toBeVisible();
      expect(await isBanned()).toBe(true);

      const isNextBanned = await banSomebody();
      await phone.unlocked(false);
      await ask.click();
      await expect(page.getByRole("alert")).toHaveText(t("passkey:proof.cancelled"));
      await phone.unlocked(true);
      await site.db.update(passkeys).set({ counter: 1000 }).where(eq(passkeys.userId, id));
      await ask.click();
      await expect(page.getByRole("alert")).toHaveText(t("passkey:errors.copied"));
      await checkShown(page, "the step, a passkey refused", language);
      expect(await isNextBanned()).toBe(false);
      await code.fill(await lastCode(site, email));
      await page.getByRole("button", { name: t("proof:submit") }).click();
      await expect(page.getByText(t("user:ban.because", { reason: "Spam" }))).toBeVisible();
      expect(await isNextBanned()).toBe(true);

      // If a passkey is the only proof, there is no field to focus.
      await site.db.update(sessions).set({ provenAt: 0, factorProvenAt: 0 }).where(eq(sessions.userId, id));
      await open("/account/passkeys");
      await page.getByRole("button", { name: t("passkey:add") }).press("Enter");
      await expect(page.getByRole("heading", { name: t("proof:title") })).toBeFocused();
      await expect(code).toHaveCount(0);

      // The passkey's script does not load, so the code is the only way left.
      const script = "**/assets/passkey-proof-*.js";
      await page.route(script, (route) => route.abort());
      await open("/account/passkeys");
      await page.getByRole("button", { name: t("passkey:add") }).click();
      await expect(page.getByRole("alert")).toHaveText(t("passkey:proof.unavailable"));
      await checkShown(page, "the step without its script", language);
      await page.unroute(script);
      await site.db.update(passkeys).set({ counter: 0 }).where(eq(passkeys.userId, id));
      await page.getByRole("button", { name: t("common:tryAgain") }).click();
      await ask.click();
      await expect(page.getByRole("alert")).toHaveText(t("passkey:already"));
    });

    test("a user with a second step adds a passkey with its code, and another one with that passkey, not with an email", async ({
      page,
      site,
      signIn,
      open,
      t,
    }) => {
      await PasskeyDevice.pluggedInto(page);
      const { id } = await signIn({ emailVerifiedAt: 1 });
      const { secret } = await addSecondStep(site, id);
      await open("/account/passkeys");
      const add = page.getByRole("button", { name: t("passkey:add") });
      const help = page.getByText(t("factor:proofHelp"));
      await add.click();
      await expect(help).toBeVisible();
      await expect(page.getByRole("textbox", { name: t("factor:signIn.code") })).toBeFocused();
      await expect(page.getByRole("button", { name: t("proof:resend") })).toHaveCount(0);
      await page.getByRole("textbox", { name: t("factor:signIn.code") }).fill(codeOf(secret));
      await page.getByRole("button", { name: t("proof:submit") }).click();
      await expect(page.getByText(t("passkey:success.added"), { exact: true })).toBeVisible();

      await site.db.update(sessions).set({ factorProvenAt: 0 }).where(eq(sessions.userId, id));
      await add.click();
      await expect(help).toBeVisible();
      await checkShown(page, "the step without a mail", language);
      await page.getByRole("button", { name: t("passkey:proof.submit") }).click();
      await expect(page.getByRole("alert")).toHaveText(t("passkey:already"));
    });
  });
}
