import type { Page } from "@playwright/test";
import type { TFunction } from "i18next";
import { startTestWorker } from "#tests/support/worker.ts";
import { expect, test } from "./fixtures.ts";

const REFUSED = "This is a read-only demo, this action is disabled.";
const COMMAND = "npm create cloudflare@latest -- my-app --template=https://example.com/team/deckle";

const demo = test.extend<object, { demoUrl: string }>({
  demoUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures to provide
    async ({}, use) => {
      const settings = { DEMO: "true", REPOSITORY_URL: "https://example.com/team/deckle" };
      const worker = await startTestWorker({ settings, seeded: true });
      await use(worker.url);
      await worker.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ demoUrl }, use) => use(demoUrl),
});

demo.use({ expectedErrors: [/status of 403/] });

/** Signs in to the demo as a visitor does, and starts to fill in a form. */
async function lookAround(page: Page, open: (path: string) => Promise<void>, t: TFunction) {
  await open("/login");
  await page.getByRole("button", { name: t("demo:signInAs", { email: "admin@admin.com" }) }).click();
  const code = await page.getByText(/^\d{6}$/).textContent();
  await expect(page.getByRole("textbox", { name: t("proof:code") })).toHaveValue(code as string);
  await page.getByRole("button", { name: t("auth:verify.submit") }).click();
  await expect(page).toHaveURL(/\/manager\/dashboard$/);
  await open("/manager/users/new");
  await page.getByRole("textbox", { name: t("user:fields.name") }).fill("Mine");
}

for (const { name, viewport, isSheet } of [
  { name: "a dialog on a wide screen", viewport: { width: 1280, height: 800 }, isSheet: false },
  { name: "a sheet on a phone", viewport: { width: 390, height: 844 }, isSheet: true },
]) {
  demo.describe(() => {
    demo.use({ viewport, permissions: ["clipboard-read", "clipboard-write"] });

    demo(`the refusal is ${name}, and the input stays`, async ({ page, open, t }) => {
      await lookAround(page, open, t);
      await page.getByRole("button", { name: t("common:create"), exact: true }).click();
      const popup = page.getByRole("dialog", { name: t("demo:title") });
      await expect(popup.getByText(REFUSED)).toBeVisible();
      await expect
        .poll(async () => {
          const box = await popup.boundingBox();
          return Math.round((box?.y ?? 0) + (box?.height ?? 0)) === viewport.height;
        })
        .toBe(isSheet);
      await popup.getByRole("button", { name: t("demo:copyCommand") }).click();
      await expect(popup.getByRole("button", { name: t("demo:copied") })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(COMMAND);
      await page.keyboard.press("Escape");
      await expect(popup).toBeHidden();
      await expect(page.getByRole("textbox", { name: t("user:fields.name") })).toHaveValue("Mine");
    });
  });
}

demo.describe("without script", () => {
  demo.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  demo("the refusal is a page", async ({ page, open, t }) => {
    await lookAround(page, open, t);
    await page.getByRole("button", { name: t("common:create"), exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: t("demo:title") })).toBeVisible();
    await expect(page.getByText(REFUSED)).toBeVisible();
    await expect(page.getByText(COMMAND)).toBeVisible();
    const box = await page.getByRole("main").boundingBox();
    expect(box?.width).toBeLessThanOrEqual(390);
    await page.getByRole("link", { name: t("common:home") }).click();
    await expect(page).toHaveURL(/\/manager\/dashboard$/);
  });
});
