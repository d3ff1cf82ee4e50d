import { loginFailures } from "#app/schema.ts";
import { startTurnstile } from "#tests/support/captcha-turnstile.ts";
import { lastCode, lastLink } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";
import { checkShown, inEveryAppearance, JOURNEY_VARIANTS } from "./appearances.ts";
import { test as base, expect } from "./fixtures.ts";

interface There {
  turnstile: Awaited<ReturnType<typeof startTurnstile>>;
  worker: TestWorker;
  /** Sets the number of wrong codes in the current hour. */
  failures: (value: number) => Promise<unknown>;
}

const ALARM = 100;

const test = base.extend<object, { there: There }>({
  there: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures to provide
    async ({}, use) => {
      const turnstile = await startTurnstile();
      const settings = { ...turnstile.settings, LOGIN_FAILURES_ALARM: String(ALARM) };
      const worker = await startTestWorker({ settings, seeded: true });
      const failures = (value: number) =>
        worker.db
          .insert(loginFailures)
          .values({ hour: Math.floor(Date.now() / 3_600_000), value })
          .onConflictDoUpdate({ target: loginFailures.hour, set: { value } });
      await use({ turnstile, worker, failures });
      await worker.stop();
      turnstile.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ there }, use) => use(there.worker.url),
  expectedErrors: [/status of (400|403|429)/],
});

/** A wrong code: `code` with another first digit. */
const wrong = (code: string) => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));

for (const { name, options } of JOURNEY_VARIANTS) {
  const hasScript = !("javaScriptEnabled" in options);

  test.describe(name, () => {
    test.use(options);

    test("while many codes are guessed, a code needs a captcha, and the email's link does not", async ({
      page,
      there,
      open,
      t,
    }) => {
      const { turnstile, worker, failures } = there;
      const email = `${name.replaceAll(" ", "-").toLowerCase()}@example.com`;
      await failures(0);
      await open("/login");
      await page.getByRole("textbox", { name: t("login:email") }).fill(email);
      await page.getByRole("button", { name: t("login:signInOrUp.submit") }).click();
      const field = page.getByRole("textbox", { name: t("proof:code") });
      await expect(field).toBeVisible();
      await expect(page.getByText(t("auth:captcha.why"))).toBeHidden();
      const loads = turnstile.loads();
      const code = await lastCode(worker, email);

      // The number of wrong codes reaches the limit while the page is open.
      await failures(ALARM);
      await field.fill(code);
      const confirm = page.getByRole("button", { name: t("auth:verify.submit") });
      if (!hasScript) await confirm.click();
      await expect(page.getByText(t("code:MISSING_RESPONSE"), { exact: true })).toBeVisible();
      await expect(page.getByText(t("auth:captcha.why"))).toBeVisible();
      await expect(field).toHaveValue(code);

      if (!hasScript) {
        await expect(page.locator("iframe")).toHaveCount(0);
        expect(turnstile.loads()).toBe(loads);
        await page.goto(await lastLink(worker, email));
        await page.getByRole("button", { name: t("auth:link.submit") }).click();
        await expect(page).toHaveURL(/\/onboarding/);
        return;
      }
      const captcha = page.frameLocator(`iframe[title="${t("auth:captcha.title")}"]`).frameLocator("iframe");
      const solve = async () => {
        await captcha.getByRole("button", { name: "I am human" }).click();
        await expect(captcha.getByRole("button", { name: "Success" })).toBeVisible();
        await expect(page.locator('input[name="captcha"]')).not.toHaveValue("");
      };
      await solve();
      // The page accepts messages only from the captcha's document.
      await page.evaluate(() => {
        const told = new Promise((resolve) => addEventListener("message", resolve, { once: true }));
        postMessage({ captcha: "another token" }, "*");
        return told.then(() => {});
      });
      await field.fill(wrong(code));
      await confirm.click();
      await expect(page.getByText(t("refused:codeWrong", { count: 4 }))).toBeVisible();
      // A token is valid for only one try, so the page shows another captcha.
      await solve();
      await field.fill(code);
      await confirm.click();
      await expect(page).toHaveURL(/\/onboarding/);
    });
  });
}

test("a page that can't reach Turnstile explains what to do, and logs no errors", async ({
  page,
  there,
  open,
  t,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await there.failures(ALARM);
  await page.route("**/turnstile/v0/api.js", (route) => route.abort());
  await open("/login/verify?email=blocked@example.com");
  await expect(page.getByText(t("auth:captcha.why"))).toBeVisible();
});

inEveryAppearance((language) => {
  test("the code page with its captcha is accessible", async ({ page, there, open, t }) => {
    await there.failures(ALARM);
    await open("/login/verify?email=someone@example.com");
    const frame = page.frameLocator(`iframe[title="${t("auth:captcha.title")}"]`);
    await expect(frame.frameLocator("iframe").getByRole("button")).toBeVisible();
    await checkShown(page, "/login/verify with a captcha", language);
    // Nobody has solved the captcha.
    await page.getByRole("textbox", { name: t("proof:code") }).fill("123456");
    await page.getByRole("button", { name: t("auth:verify.submit") }).click();
    await expect(page.getByText(t("code:MISSING_RESPONSE"), { exact: true })).toBeVisible();
    await expect(frame.frameLocator("iframe").getByRole("button")).toBeVisible();
    await checkShown(page, "/login/verify without its captcha", language);
  });
});
