import { findUser } from "#tests/support/people.ts";
import { addSecondStep, codeOf, findSecondStepRow } from "#tests/support/second-steps.ts";
import { lastCode, mailsTo } from "#tests/support/visitor.ts";
import { JOURNEY_VARIANTS } from "./appearances.ts";
import { expect, test } from "./fixtures.ts";

for (const { name, options } of JOURNEY_VARIANTS) {
  const hasScript = name !== "without script";
  test.describe(name, () => {
    // The request for a proof.
    test.use({ ...options, expectedErrors: [/status of 401/] });

    test("a user with a second step deletes their account with a code from the app in addition to the emailed one", async ({
      page,
      site,
      signIn,
      open,
      t,
    }) => {
      const { id, email } = await signIn();
      const { secret } = await addSecondStep(site, id);
      await open("/app/account");
      await page.getByRole("link", { name: t("account:delete.open") }).click();
      await page.getByRole("button", { name: t("account:delete.send") }).click();
      await expect(page.getByText(t("factor:proofHelp"))).toBeVisible();
      expect(await mailsTo(site, email)).toEqual([]);
      await page.getByRole("textbox", { name: t("factor:signIn.code") }).fill(codeOf(secret));
      await page.getByRole("button", { name: t("proof:submit") }).click();

      const code = page.getByRole("textbox", { name: t("proof:code"), exact: true });
      await expect(code).toBeVisible();
      await code.fill(await lastCode(site, email));
      await page.getByRole("textbox", { name: t("account:delete.confirmation", { email }) }).fill(email);
      await page.getByRole("button", { name: t("account:delete.submit") }).click();
      await expect(page.getByText(t("account:delete.done"), { exact: true })).toBeVisible();
      expect(await findUser(site, email)).toBeUndefined();
    });

    test("a reader switches the second step on, signs in with it and with a recovery code, and switches it off", async ({
      page,
      site,
      signIn,
      open,
      t,
    }) => {
      const email = `${crypto.randomUUID()}@example.com`;
      const { id } = await signIn({ email, emailVerifiedAt: 1 });
      await open("/app/account");
      await page
        .getByRole("link", { name: t("account:security.manageOf", { what: t("account:secondStep.title") }) })
        .click();
      await page.getByRole("button", { name: t("factor:begin.submit") }).click();
      await expect(page.getByRole("img", { name: t("factor:setup.qr") })).toBeVisible();
      const secret = (
        (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ""
      ).replaceAll(" ", "");
      await page.getByRole("textbox", { name: t("factor:setup.code") }).fill(codeOf(secret));
      await page.getByRole("button", { name: t("factor:setup.submit") }).click();

      const codes = page.getByRole("region", { name: t("factor:codes.title") }).getByRole("listitem");
      await expect(codes).toHaveCount(10);
      const [recoveryCode = "", another = ""] = await codes.allTextContents();
      const downloading = page.waitForEvent("download");
      await page.getByRole("link", { name: t("factor:codes.download") }).click();
      expect((await downloading).suggestedFilename()).toBe("recovery-codes.txt");

      /** Signs out and in again, up to the page that asks for the second step. */
      const passFirstStep = async () => {
        await page.context().clearCookies({ name: "session" });
        await open("/login");
        await page.getByRole("textbox", { name: t("login:email") }).fill(email);
        await page.getByRole("button", { name: t("login:signInOrUp.submit") }).click();
        const field = page.getByRole("textbox", { name: t("proof:code") });
        await expect(field).toBeVisible();
        await field.fill(await lastCode(site, email));
        // With script, the form sends itself after six digits.
        if (!hasScript) await page.getByRole("button", { name: t("auth:verify.submit") }).click();
      };
      await passFirstStep();
      const code = page.getByRole("textbox", { name: t("factor:signIn.code") });
      await expect(code).toBeVisible();
      await code.fill(codeOf(secret, 1));
      if (!hasScript) await page.getByRole("button", { name: t("factor:signIn.submit") }).click();
      await expect(page).toHaveURL(/\/app$/);

      await passFirstStep();
      await page.getByRole("link", { name: t("factor:signIn.other") }).click();
      await page.getByRole("textbox", { name: t("factor:recover.code") }).fill(recoveryCode);
      await page.getByRole("button", { name: t("factor:signIn.submit") }).click();
      await expect(page).toHaveURL(/\/app$/);

      await open("/account/second-step");
      await expect(page.getByText(t("factor:on.codesLeft", { count: 9 }))).toBeVisible();
      const off = page.getByRole("region", { name: t("factor:on.off") });
      await off.getByRole("textbox").fill(another);
      await off.getByRole("button", { name: t("factor:on.off") }).click();
      await expect(page.getByText(t("factor:switchedOff"), { exact: true })).toBeVisible();
      expect(await findSecondStepRow(site, id)).toMatchObject({ sealed: null });
    });
  });
}
