import { gitHubAccount, startGitHub } from "#tests/support/github.ts";
import { startTestWorker } from "#tests/support/worker.ts";
import { check, inEveryAppearance } from "./appearances.ts";
import { test as base, expect } from "./fixtures.ts";

type GitHub = Awaited<ReturnType<typeof startGitHub>>;

const test = base.extend<object, { there: { github: GitHub; url: string } }>({
  there: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures to provide
    async ({}, use) => {
      const github = await startGitHub();
      const worker = await startTestWorker({ settings: github.settings, seeded: true });
      await use({ github, url: worker.url });
      await worker.stop();
      await github.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ there }, use) => use(there.url),
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("a visitor goes to GitHub and comes back signed in, to where they were going", async ({
      page,
      there,
      open,
      t,
    }) => {
      there.github.signIn(gitHubAccount(`visitor-${javaScriptEnabled}@example.com`));
      await open("/app/account");
      await page.getByRole("link", { name: t("login:social.continue", { provider: "GitHub" }) }).click();
      await page.getByRole("textbox", { name: t("onboarding:question") }).fill("Grace");
      await page.getByRole("button", { name: t("onboarding:submit") }).click();
      await expect(page.getByRole("heading", { level: 1, name: t("common:account") })).toBeVisible();
    });
  });
}

inEveryAppearance((language) => {
  test("the sign-in page with its link to GitHub is accessible", async ({ page }) => {
    await check(page, "/login", language);
  });
});
