import type { Page } from "@playwright/test";
import type { TFunction } from "i18next";
import { expect, hydrated, test } from "./fixtures.ts";

/** Changes the reader's name, which is the quickest way to write something. */
async function rename(page: Page, t: TFunction, name: string) {
  await page.getByRole("link", { name: t("account:changeName.open") }).click();
  await page.getByRole("textbox", { name: t("user:fields.name") }).fill(name);
  await page.getByRole("button", { name: t("account:changeName.submit") }).click();
  await expect(page.getByRole("main").getByText(name, { exact: true })).toBeVisible();
}

const toastsOf = (page: Page, t: TFunction) =>
  page
    .getByRole("region", { name: t("common:toast.region").replace(" ({hotkey})", "") })
    .getByRole("listitem");

/** Advances the clock in small steps until this many toasts are shown. */
const shown = (page: Page, t: TFunction, count: number) =>
  expect(async () => {
    await page.clock.runFor(50);
    expect(await toastsOf(page, t).count()).toBe(count);
  }).toPass();

test.describe("a toast", () => {
  test.beforeEach(async ({ page, signIn }) => {
    await page.clock.install();
    await signIn();
    await page.goto("/app/account");
    await hydrated(page);
    // After this line, the test controls the time.
    await page.clock.pauseAt(Date.now() + 60_000);
  });

  test("says what has happened, is announced, and disappears after four seconds", async ({ page, t }) => {
    const toasts = toastsOf(page, t);
    await rename(page, t, "Toast");
    await shown(page, t, 1);
    await expect(toasts).toHaveText(t("account:changeName.done"));
    await page.clock.runFor(100);
    await expect(page.getByRole("status").filter({ hasText: t("account:changeName.done") })).toHaveAttribute(
      "aria-live",
      "assertive",
    );
    expect(await toasts.evaluate((toast) => toast.getBoundingClientRect().width)).toBe(356);
    await page.clock.runFor(3500);
    await expect(toasts).toHaveCount(1);
    await page.clock.runFor(600);
    await expect(toasts).toHaveCount(0);
  });

  test("waits while it is hovered, and while the tab is hidden", async ({ page, t }) => {
    const toasts = toastsOf(page, t);
    await rename(page, t, "Hover");
    await shown(page, t, 1);
    await toasts.hover();
    await page.clock.runFor(10_000);
    await expect(toasts).toHaveCount(1);

    const hide = (hidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    await hide(true);
    await page.mouse.move(5, 5);
    await page.clock.runFor(10_000);
    await expect(toasts).toHaveCount(1);
    await hide(false);
    await page.clock.runFor(4100);
    await expect(toasts).toHaveCount(0);
  });

  test("does not reappear with a page from the browser's cache", async ({ page, t }) => {
    const toasts = toastsOf(page, t);
    await rename(page, t, "Once");
    await shown(page, t, 1);
    await page.clock.runFor(4100);
    await expect(toasts).toHaveCount(0);
    await page.getByRole("link", { name: t("app:navigation.home") }).click();
    await expect(page.getByRole("heading", { level: 1, name: t("common:account") })).toBeHidden();
    await page.getByRole("link", { name: t("common:account") }).click();
    await expect(page.getByRole("main").getByText("Once", { exact: true })).toBeVisible();
    await page.clock.runFor(500);
    await expect(toasts).toHaveCount(0);
  });

  test("replaces an identical one", async ({ page, t }) => {
    const toasts = toastsOf(page, t);
    await rename(page, t, "One");
    await shown(page, t, 1);
    await page.clock.runFor(3500);
    await rename(page, t, "Two");
    await page.clock.runFor(3500);
    await expect(toasts).toHaveCount(1);
  });

  test("names its subject and closes on a click, and at most three toasts are shown, 14 pixels apart", async ({
    page,
    signIn,
    t,
  }) => {
    const toasts = toastsOf(page, t);
    await signIn({ role: "admin" });
    await page.clock.resume();
    await page.goto("/manager/genres/new");
    await hydrated(page);
    await page.clock.pauseAt(Date.now() + 120_000);
    const name = page.getByRole("textbox", { name: t("genre:fields.name") });
    const genres = ["One", "Two", "Three", "Four"].map((text) => `${text} ${crypto.randomUUID()}`);
    for (const genre of genres) {
      await name.fill(genre);
      await page.getByRole("button", { name: t("manager:createAnother") }).click();
      await expect(name).toHaveValue("");
    }
    await shown(page, t, 3);
    await expect(toasts.first()).toContainText(genres[1] as string);
    await expect(toasts.last().getByRole("link", { name: genres[3] as string })).toBeVisible();
    const gap = () =>
      toasts.evaluateAll(([first, second]) =>
        Math.round((second?.getBoundingClientRect().top ?? 0) - (first?.getBoundingClientRect().bottom ?? 0)),
      );
    // The last toasts are still moving.
    await expect.poll(gap).toBe(14);
    await toasts
      .first()
      .getByRole("button", { name: t("common:toast.close") })
      .click();
    await expect(toasts).toHaveCount(2);
  });

  test("is dismissed by a swipe, but not by less than 45 pixels", async ({ page, t }) => {
    const toasts = toastsOf(page, t);
    await rename(page, t, "Swipe");
    await shown(page, t, 1);
    const box = await toasts.boundingBox();
    const swipe = async (by: number) => {
      await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 20);
      await page.mouse.down();
      await page.mouse.move((box?.x ?? 0) + 60 + by, (box?.y ?? 0) + 20, { steps: 5 });
      await page.mouse.up();
    };
    await swipe(40);
    await expect(toasts).toHaveCount(1);
    await swipe(60);
    await expect(toasts).toHaveCount(0);
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the page itself says what has happened, and the next page does not", async ({ page, signIn, t }) => {
    await signIn();
    await page.goto("/app/account");
    await rename(page, t, "Block");
    await expect(page.getByRole("status")).toHaveText(t("account:changeName.done"));
    await page.reload();
    await expect(page.getByRole("status")).toHaveCount(0);
  });
});

test.describe("in Arabic", () => {
  test.use({ language: "ar", locale: "ar" });

  test("a toast appears on the left", async ({ page, signIn, t }) => {
    await signIn();
    await page.goto("/app/account");
    await hydrated(page);
    await rename(page, t, "Arabic");
    await toastsOf(page, t).hover();
    const box = await toastsOf(page, t).boundingBox();
    expect(box?.x).toBeLessThan(50);
  });
});

test.describe("a form with unsaved changes", () => {
  test.use({ expectedErrors: [/status of (400|409)/] });

  test.beforeEach(async ({ page, signIn, t }) => {
    await signIn({ role: "admin" });
    await page.goto("/manager/users");
    await hydrated(page);
    await page.getByRole("link", { name: t("user:manager.new") }).click();
    await expect(page.getByRole("heading", { level: 1, name: t("user:manager.new") })).toBeVisible();
  });

  test("asks before a link leaves it, and follows the answer", async ({ page, t }) => {
    const name = page.getByRole("textbox", { name: t("user:fields.name") });
    await name.fill("Half a n");
    const away = page.getByRole("link", { name: t("manager:navigation.audit"), exact: true });
    await away.click();
    const question = page.getByRole("dialog", { name: t("common:leave.title") });
    await expect(question).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(name).toHaveValue("Half a n");
    await page.getByRole("link", { name: t("common:cancel") }).click();
    await question.getByRole("button", { name: t("common:leave.stay") }).click();
    await expect(name).toHaveValue("Half a n");
    await away.click();
    await question.getByRole("button", { name: t("common:leave.leave") }).click();
    await expect(page.getByRole("heading", { level: 1, name: t("manager:navigation.audit") })).toBeVisible();
  });

  test("asks before Back", async ({ page, t }) => {
    await page.getByRole("textbox", { name: t("user:fields.name") }).fill("Half a n");
    await page.goBack();
    const question = page.getByRole("dialog", { name: t("common:leave.title") });
    await expect(question).toBeVisible();
    await expect(page).toHaveURL(/\/manager\/users\/new$/);
    await question.getByRole("button", { name: t("common:leave.leave") }).click();
    await expect(page).toHaveURL(/\/manager\/users$/);
  });

  test("asks before a reload, in the browser's words", async ({ page, t }) => {
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      return dialog.accept();
    });
    await page.reload();
    await hydrated(page);
    expect(asked).toEqual([]);
    await page.getByRole("textbox", { name: t("user:fields.name") }).fill("Half a n");
    await page.reload();
    expect(asked).toEqual(["beforeunload"]);
  });

  test("does not ask when changes are undone or saved", async ({ page, t }) => {
    const email = page.getByRole("textbox", { name: t("user:fields.email") });
    await email.fill("x");
    await email.fill("");
    await page.getByRole("link", { name: t("common:cancel") }).click();
    await expect(page.getByRole("heading", { level: 1, name: t("user:list.title") })).toBeVisible();
    await page.getByRole("link", { name: t("user:manager.new") }).click();
    await email.fill("saved@example.com");
    await page.getByRole("button", { name: t("common:create"), exact: true }).click();
    await expect(page.getByText(t("user:success.created"), { exact: true })).toBeVisible();
  });

  test("still asks after it was refused, but not when the sidebar collapses", async ({ page, t }) => {
    await page.getByRole("textbox", { name: t("user:fields.name") }).fill("Nobody");
    await page.getByRole("button", { name: t("common:create"), exact: true }).click();
    await expect(page.getByText(t("refused:emailRequired"))).toBeVisible();
    await expect(page.getByRole("textbox", { name: t("user:fields.email") })).toBeFocused();
    await page.getByRole("button", { name: t("manager:collapse") }).click();
    await expect(page.getByRole("button", { name: t("manager:expand") })).toBeVisible();
    await expect(page.getByRole("textbox", { name: t("user:fields.name") })).toHaveValue("Nobody");
    await page.getByRole("link", { name: t("common:cancel") }).click();
    await expect(page.getByRole("dialog", { name: t("common:leave.title") })).toBeVisible();
  });
});
