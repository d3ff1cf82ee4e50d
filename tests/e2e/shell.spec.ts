import { LANGUAGE_KEYS } from "#app/core/i18n/languages.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import manifest from "../../package.json" with { type: "json" };
import { expect, expectFocusKept, test } from "./fixtures.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled, expectedErrors: [/status of 400/] });

    test("the user menu leads to the account and to the sign-out", async ({ page, signIn, open, t }) => {
      await signIn({ role: "admin", name: "Ada Lovelace" });
      await open("/manager/users");
      const opener = page.getByRole("button", { name: "Ada Lovelace" });
      const signOut = page.getByRole("link", { name: t("common:signOut") });
      await expect(signOut).toBeHidden();
      await opener.click();
      await expect(signOut).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(signOut).toBeHidden();
      await expect(opener).toBeFocused();
      await opener.click();
      await signOut.click();
      await expect(page.getByText(t("auth:signOut.description"))).toBeVisible();
      await page.getByRole("button", { name: t("auth:signOut.submit") }).click();
      await expect(page).toHaveURL(/\/login$/);
    });

    test("a reader changes their name on the account page", async ({ page, signIn, open, t }) => {
      await signIn({ name: "Ada" });
      await open("/app/account");
      await page.getByRole("link", { name: t("account:changeName.open") }).click();
      const panel = page.getByRole("dialog", { name: t("account:changeName.title") });
      await panel.getByRole("textbox", { name: t("user:fields.name") }).fill("");
      await panel.getByRole("button", { name: t("account:changeName.submit") }).click();
      await expect(panel.getByText(t("user:errors.nameRequired"))).toBeVisible();
      await panel.getByRole("textbox", { name: t("user:fields.name") }).fill("Ada Lovelace");
      await panel.getByRole("button", { name: t("account:changeName.submit") }).click();
      await expect(page.getByText(t("account:changeName.done"), { exact: true })).toBeVisible();
      await expect(panel).toBeHidden();
      await expect(page.getByRole("definition").filter({ hasText: "Ada Lovelace" })).toBeVisible();
    });
  });
}

for (const { name, use } of [
  { name: "a phone", use: {} },
  { name: "a phone in Arabic, dark", use: { language: "ar", locale: "ar", colorScheme: "dark" } },
] as const) {
  test.describe(name, () => {
    test.use({ ...use, viewport: { width: 390, height: 844 } });

    test("keeps the focus in its menu, and returns it on Escape", async ({ page, signIn, open, t }) => {
      await signIn({ role: "admin" });
      await open("/manager/users");
      const opener = page.getByRole("button", { name: t("manager:menu"), exact: true });
      await opener.focus();
      await page.keyboard.press("Enter");
      const menu = page.getByRole("dialog", { name: t("manager:menu") });
      await expect(menu).toBeVisible();
      await expectFocusKept(page, 15);
      await page.keyboard.press("Escape");
      await expect(menu).toBeHidden();
      await expect(opener).toBeFocused();

      await opener.click();
      await expect(menu).toBeVisible();
      await menu.getByRole("button", { name: t("manager:closeMenu") }).click();
      await expect(menu).toBeHidden();

      await opener.click();
      await expect(menu).toBeVisible();
      await page.setViewportSize({ width: 1024, height: 700 });
      await page
        .getByRole("complementary")
        .getByRole("link", { name: t("user:list.title"), exact: true })
        .click();
      await expect(page.getByRole("heading", { level: 1, name: t("user:list.title") })).toBeVisible();
    });
  });
}

test("the account page shows who is signed in, in both areas, and marks an unverified address", async ({
  page,
  signIn,
  t,
}) => {
  const { email } = await signIn({ role: "admin", name: "Ada Lovelace", emailVerifiedAt: null });
  for (const area of ["/manager", "/app"]) {
    await page.goto(`${area}/account?state=nonsense&newEmail=x`);
    await expect(page.getByRole("definition").filter({ hasText: email })).toContainText(
      t("account:notVerified"),
    );
    await expect(page.getByText(t("session:current"))).toBeVisible();
    await expect(page.getByRole("link", { name: t("common:account") }).first()).toHaveAttribute(
      "aria-current",
      "page",
    );
  }
});

test.describe("the running build", () => {
  test.use({ permissions: ["clipboard-read", "clipboard-write"] });

  for (const { role, path } of [
    { role: "user", path: "/app" },
    { role: "admin", path: "/manager/users" },
  ] as const) {
    test(`is shown and can be copied at ${path}`, async ({ page, signIn, open, t }) => {
      await signIn({ role, name: "Ada" });
      await open(path);
      if (role === "admin") await page.getByRole("button", { name: "Ada" }).click();
      await expect(
        page.getByText(`${PRODUCT_NAME} ${manifest.version}`).filter({ visible: true }),
      ).toBeVisible();
      await page.getByRole("button", { name: t("common:build.copy") }).click();
      await expect(page.getByText(t("common:build.copied")).first()).toBeVisible();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      const health = await (await page.request.get("/healthz")).json();
      const build = [`${PRODUCT_NAME} ${manifest.version}`, health.commit, health.date];
      expect(copied).toBe(build.filter(Boolean).join(" · "));
    });
  }
});

test.describe("a path that the router can't match or decode", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("gets the page for missing pages, before and after hydration", async ({ page, signIn, open, t }) => {
    await signIn();
    for (const path of ["/%0a", "/app/%0a", "/app/books/%e2%80%a8", "/app/%ff"]) {
      await open(path);
      await expect(page.getByRole("heading", { name: t("error:404") }), path).toBeVisible();
    }
  });
});

for (const language of LANGUAGE_KEYS) {
  test.describe(language, () => {
    test.use({ language, locale: language, viewport: { width: 768, height: 800 } });

    test("the navigation of readers stays on one line where it has the least space", async ({
      page,
      signIn,
      open,
      t,
    }) => {
      await signIn();
      await open("/app");
      const tabs = page.getByRole("navigation", { name: t("common:navigation") }).getByRole("link");
      await expect(tabs.last()).toBeVisible();
      const places = await tabs.evaluateAll((links) =>
        links
          .map((link) => ({
            top: link.getBoundingClientRect().top,
            width: link.clientWidth,
            needed: link.scrollWidth,
          }))
          .filter(({ width }) => width > 0),
      );
      expect(places.length).toBeGreaterThan(3);
      expect(new Set(places.map(({ top }) => top)).size).toBe(1);
      for (const { width, needed } of places) expect(needed).toBeLessThanOrEqual(width);
    });
  });
}
