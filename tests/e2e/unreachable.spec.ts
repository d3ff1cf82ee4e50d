import type { Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures.ts";

// A reader follows a link while the site can't be reached. They stay on the page, see a message, and can try again.

test.use({
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|Error loading route module/],
});

/** The ways in which the site becomes unreachable, each with how it recovers. */
const WAYS: Record<string, (page: Page) => Promise<() => Promise<void>>> = {
  "while the browser is offline": async (page) => {
    await page.context().setOffline(true);
    return () => page.context().setOffline(false);
  },
  "while the server is gone, and the browser believes to be online": async (page) => {
    await page.route("**", (route) => route.abort());
    return () => page.unroute("**");
  },
};

for (const [when, lose] of Object.entries(WAYS)) {
  test(`a link leaves the page and its values unchanged ${when}, and works again later`, async ({
    page,
    signIn,
    open,
    t,
  }) => {
    await signIn({ role: "admin" });
    await open("/manager/users?searchTerm=zz");
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    const search = page.getByRole("searchbox");
    const back = await lose(page);
    await search.evaluate((field: HTMLInputElement) => {
      field.value = "half a te";
    });
    // The script of the page was never loaded. Try twice, because the router does not request it again.
    const link = page.getByRole("link", { name: t("manager:navigation.audit") });
    const line = page.getByRole("alert").filter({ hasText: t("common:connection.notOpened") });
    const again = line.getByRole("button", { name: t("common:tryAgain") });
    for (let n = 0; n < 2; n++) {
      await link.click();
      await expect(again).toBeVisible();
      await expect(page.getByRole("progressbar")).toBeHidden();
      await expect(search).toHaveValue("half a te");
      await expect(page).toHaveURL(/users\?searchTerm=zz$/);
      expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
    }
    await again.click();
    await expect(again).toBeVisible();
    await back();
    await again.click();
    await expect(page).toHaveURL(/\/manager\/audit$/);
    await hydrated(page);
    await expect(page.getByRole("heading", { level: 1, name: t("manager:navigation.audit") })).toBeVisible();
    await expect(line).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/users\?searchTerm=zz$/);
  });
}

test("links and forms that open a document also leave the reader on the page", async ({
  page,
  context,
  signIn,
  open,
  t,
}) => {
  await signIn();
  await open("/app/account");
  await context.setOffline(true);
  const line = page.getByRole("alert");
  await page.getByRole("link", { name: t("account:data.download") }).click();
  await expect(line).toContainText(t("common:connection.notOpened"));
  await page.evaluate(() => {
    const form = Object.assign(document.createElement("form"), { method: "post", action: "/theme" });
    document.body.append(form);
    form.submit();
  });
  // Don't use Playwright's click, because it would wait for a navigation, and there is none.
  await expect
    .poll(() => page.evaluate(() => document.querySelector("[role=alert]")?.textContent))
    .toBe(t("common:connection.notSent"));
});
