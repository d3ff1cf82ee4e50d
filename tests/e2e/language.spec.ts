import { textsIn } from "#tests/support/texts.ts";
import { expect, holdScripts, hydrated, stopClock, test } from "./fixtures.ts";

test.use({ expectedErrors: [/status of 503|ERR_FAILED/] }); // responses that a test blocks

const fr = textsIn("fr");
const ar = textsIn("ar");

test("changing the language loads no document, keeps values, and is remembered", async ({
  page,
  context,
  signIn,
}) => {
  await signIn({ role: "admin" });
  await page.goto("/manager/users/new?lng=en");
  await hydrated(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const name = page.locator('input[name="name"]');
  await name.fill("Half a name");
  await page.getByRole("button", { name: "Ada", exact: true }).click();
  await page.getByRole("button", { name: "العربية" }).click();
  await expect(page.getByRole("heading", { level: 1, name: ar("user:manager.new") })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page).toHaveTitle(new RegExp(ar("user:manager.new")));
  await expect(name).toHaveValue("Half a name");
  await expect(page).toHaveURL(/\/manager\/users\/new$/);
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
  expect(await page.evaluate(() => localStorage.getItem("i18nextLng"))).toBe("ar");
  const cookie = (await context.cookies()).find(({ name }) => name === "lng");
  expect(cookie).toMatchObject({ value: "ar", path: "/", sameSite: "Lax" });
  // The cookie expires 43200 minutes from now.
  expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 43_200 * 60)).toBeLessThan(600);
});

test("text that the server formats changes with the language", async ({ page, signIn, t }) => {
  await signIn();
  await page.goto("/app/account");
  await hydrated(page);
  await expect(page.getByText(t("session:expiresAt", { time: "" }).trim())).toBeVisible();
  await page.getByRole("radio", { name: "Français" }).check();
  await expect(page.getByText(fr("session:expiresAt", { time: "" }).trim())).toBeVisible();
  const month = new Intl.DateTimeFormat("fr", { month: "short" });
  const months = Array.from({ length: 12 }, (_, n) => month.format(new Date(2026, n, 15)));
  const session = page.getByRole("listitem").filter({ hasText: fr("session:current") });
  await expect(session.locator("time").last()).toHaveAttribute("title", new RegExp(months.join("|")));
});

test("a language that is selected before script runs takes effect once it does", async ({
  page,
  context,
  signIn,
  t,
}) => {
  await signIn();
  const runScripts = await holdScripts(page);
  await page.goto("/app/account", { waitUntil: "commit" });
  await page.getByRole("radio", { name: "Français" }).check();
  await page.getByRole("radio", { name: t("theme:dark") }).check();
  runScripts();
  await expect(page.getByRole("heading", { level: 1, name: fr("common:account") })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Français" })).toBeChecked();
  await expect(page.getByRole("radio", { name: fr("theme:dark") })).toBeChecked();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const selected = (await context.cookies()).filter(({ name }) => name === "lng" || name === "theme");
  expect(selected.map(({ value }) => value).sort()).toEqual(["dark", "fr"]);
});

test.describe("a language that only the browser has stored", () => {
  for (const storage of ["localStorage", "sessionStorage"] as const) {
    test(`is taken from ${storage} once the page is hydrated`, async ({ page, context }) => {
      await page.goto("/login");
      await page.evaluate((storage) => window[storage].setItem("i18nextLng", "fr"), storage);
      await page.goto("/login");
      await expect(page.getByRole("heading", { level: 1, name: fr("login:signInOrUp.title") })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", "fr");
      expect((await context.cookies()).find(({ name }) => name === "lng")?.value).toBe("fr");
    });
  }

  test("is overridden by the cookie, and by the URL", async ({ page, context }) => {
    await page.goto("/login?lng=fr");
    await hydrated(page);
    await page.evaluate(() => localStorage.setItem("i18nextLng", "ar"));
    await page.goto("/login");
    await hydrated(page);
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    // The cookie's language is also stored, for when the cookie is gone.
    await expect.poll(() => page.evaluate(() => localStorage.getItem("i18nextLng"))).toBe("fr");
    await context.clearCookies({ name: "lng" });
    await page.goto("/login?lng=ar");
    await hydrated(page);
    await expect(page.locator("html")).toHaveAttribute("lang", "ar");
    await expect.poll(() => page.evaluate(() => localStorage.getItem("i18nextLng"))).toBe("ar");
  });
});

test("strings that fail to load are requested again, and the reader sees a message if they keep failing", async ({
  page,
}) => {
  const { timerSet, forgetTimers } = await stopClock(page, "/login");
  let asked = 0;
  let fails = 2;
  await page.route("**/strings/*", (route) => {
    asked += 1;
    return asked <= fails ? route.fulfill({ status: 503 }) : route.continue();
  });
  const choose = async (name: string, tries: number) => {
    asked = 0;
    await forgetTimers();
    await page.getByRole("button", { name }).click();
    for (let tried = 1, wait = 350; tried < tries; tried++, wait *= 2) {
      await timerSet(wait);
      await page.clock.runFor(wait);
    }
    await expect.poll(() => asked).toBe(tries);
  };
  await choose("Français", 3);
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  fails = 100;
  await choose("العربية", 6);
  await page.clock.resume();
  await expect(page.getByText(fr("common:languageFailed")).first()).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the account page sends the language, and the server remembers it", async ({ page, signIn, t }) => {
    await signIn();
    await page.goto("/app/account?lng=en&state=change-name");
    await page.getByRole("radio", { name: "العربية" }).check();
    await page
      .getByRole("button", { name: t("account:applyChoice") })
      .first()
      .click();
    await expect(page).toHaveURL(/\/app\/account\?state=change-name$/);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await page.goto("/app/account");
    await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  });
});
