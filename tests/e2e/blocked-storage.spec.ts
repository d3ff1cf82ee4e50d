import { startProxy } from "#tests/support/proxy.ts";
import { textsIn } from "#tests/support/texts.ts";
import { mailsTo } from "#tests/support/visitor.ts";
import { expect, hydrated, test } from "./fixtures.ts";

// A browser that blocks cookies may refuse every access to storage, as Firefox does. Here, features that a browser may
// lack are also missing.

/** Properties that throw when they are read. */
const REFUSED = ["localStorage", "sessionStorage", "indexedDB", "caches", "cookieStore"];
/** Constructors that throw. */
const CONSTRUCTORS = ["BroadcastChannel", "SharedWorker", "PerformanceObserver"];
/** Properties that are missing from `window` and `navigator`. */
const MISSING = ["navigation", "visualViewport", "PublicKeyCredential", "requestIdleCallback"];
const MISSING_OF_NAVIGATOR = [
  "clipboard",
  "locks",
  "serviceWorker",
  "storage",
  "connection",
  "userAgentData",
];

// React Router's inline script for the scroll position logs the refusal and tries again, as its last step. No other
// error is allowed.
const SCROLL_POSITION = /^(SecurityError: )?sessionStorage is refused\.$/;
test.use({ expectedErrors: [SCROLL_POSITION] });

test.beforeEach(({ page }) =>
  page.addInitScript(
    ([refused, constructors, missing, ofNavigator]) => {
      const refuse = (name: string) => () => {
        throw new DOMException(`${name} is refused.`, "SecurityError");
      };
      for (const name of refused) Object.defineProperty(window, name, { get: refuse(name) });
      for (const name of constructors) Object.assign(window, { [name]: refuse(name) });
      for (const name of missing) Object.defineProperty(window, name, { get: () => undefined });
      for (const name of ofNavigator)
        Object.defineProperty(Navigator.prototype, name, { get: () => undefined });
      Object.defineProperty(Document.prototype, "cookie", { get: () => "", set: () => {} });
    },
    [REFUSED, CONSTRUCTORS, MISSING, MISSING_OF_NAVIGATOR] as const,
  ),
);

test("pages work without storage and newer features", async ({ page, signIn, open, t }) => {
  await signIn({ role: "admin" });
  await open("/app/account");
  await page.getByRole("radio", { name: t("theme:dark") }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("radio", { name: "Français" }).check();
  const fr = textsIn("fr");
  await expect(page.getByRole("heading", { level: 1, name: fr("common:account") })).toBeVisible();
  await page.getByRole("link", { name: fr("account:changeName.open") }).click();
  await page.getByRole("textbox", { name: fr("user:fields.name") }).fill("Blocked");
  await page.getByRole("button", { name: fr("account:changeName.submit") }).click();
  // The server does not know the selected language, because only a cookie could tell it.
  await expect(page.getByRole("region").getByText(t("account:changeName.done"))).toBeVisible();

  await open("/manager/users");
  await page.getByRole("searchbox").fill("admin@");
  await page.waitForURL(/searchTerm=admin/);
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("dialog").getByRole("combobox").fill("audit");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/manager\/audit/);
  await open("/login/error");
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({
      javaScriptEnabled,
      expectedErrors: [new RegExp(`${SCROLL_POSITION.source}|status of 400`)],
      baseURL: async ({ site }, use) => {
        const proxy = await startProxy(site.url, { headers: { cookie: undefined } });
        await use(proxy.url);
        await proxy.stop();
      },
    });

    test("signing in without cookies shows what is missing, keeps the address, and sends no email", async ({
      page,
      site,
      t,
    }) => {
      const email = `no-cookies-${javaScriptEnabled}@example.com`;
      await page.goto("/login?redirect=%2Fapp%2Faccount");
      if (javaScriptEnabled) await hydrated(page);
      const field = page.getByRole("textbox", { name: t("login:email") });
      await field.fill(email);
      for (let n = 0; n < 2; n++) {
        await page.getByRole("button", { name: t("login:signInOrUp.submit") }).click();
        await expect(page.getByRole("alert")).toHaveText(t("code:COOKIES_NEEDED"));
        await expect(field).toHaveValue(email);
      }
      expect(await mailsTo(site, email)).toEqual([]);
    });
  });
}
