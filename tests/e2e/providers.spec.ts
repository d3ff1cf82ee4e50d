import { accountThere, startProviders } from "#tests/support/providers.ts";
import { startTestWorker } from "#tests/support/worker.ts";
import { check, inEveryAppearance } from "./appearances.ts";
import { test as base, expect } from "./fixtures.ts";

type Providers = Awaited<ReturnType<typeof startProviders>>;

const test = base.extend<object, { there: Pick<Providers, "google" | "github"> & { url: string } }>({
  there: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures to provide
    async ({}, use) => {
      const { google, github, settings, stop } = await startProviders();
      const worker = await startTestWorker({ settings, seeded: true });
      await use({ google, github, url: worker.url });
      await worker.stop();
      await stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ there }, use) => use(there.url),
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("a visitor goes to GitHub and returns signed in, to the page that they wanted", async ({
      page,
      there,
      open,
      t,
    }) => {
      there.github.signIn(accountThere(`visitor-${javaScriptEnabled}@example.com`));
      await open("/app/account");
      await page.getByRole("link", { name: t("login:social.continue", { provider: "GitHub" }) }).click();
      await page.getByRole("textbox", { name: t("onboarding:question") }).fill("Grace");
      await page.getByRole("button", { name: t("onboarding:submit") }).click();
      await expect(page.getByRole("heading", { level: 1, name: t("common:account") })).toBeVisible();

      // Links the account at Google, which then signs in to the same account.
      there.google.signIn(accountThere(null));
      await page.getByRole("link", { name: t("account:linked.link", { provider: "Google" }) }).click();
      await expect(page.getByText(t("account:linked.done", { provider: "Google" }))).toBeVisible();
      await page.getByRole("link", { name: t("account:linked.unlink", { provider: "GitHub" }) }).click();
      await page.getByRole("button", { name: t("account:linked.unlink", { provider: "GitHub" }) }).click();
      await expect(
        page.getByRole("link", { name: t("account:linked.link", { provider: "GitHub" }) }),
      ).toBeVisible();
    });
  });
}

inEveryAppearance((language) => {
  test("the sign-in page with its links to providers is accessible", async ({ page }) => {
    await check(page, "/login", language);
  });
});
