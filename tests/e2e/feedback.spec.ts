import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { TFunction } from "i18next";
import { expect, hydrated, test } from "./fixtures.ts";

let added = 0;

/** Adds a genre, which is the quickest write there is, and waits for its toast. */
async function addGenre(page: Page, t: TFunction, prefix: string) {
  added += 1;
  await page.getByRole("link", { name: t("genre:manager.new") }).click();
  await page.getByRole("textbox", { name: t("genre:name") }).fill(`${prefix} ${added} ${Math.random()}`);
  await page.getByRole("button", { name: t("genre:manager.create") }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("genre:list.title") })).toBeVisible();
}

const toastsOf = (page: Page, t: TFunction) =>
  page
    .getByRole("region", { name: t("common:toast.region").replace(" ({hotkey})", "") })
    .getByRole("listitem");

/** Lets time pass, by little, until there are so many toasts. */
const shown = (page: Page, t: TFunction, count: number) =>
  expect(async () => {
    await page.clock.runFor(50);
    expect(await toastsOf(page, t).count()).toBe(count);
  }).toPass();

test.describe("a toast", () => {
  test.beforeEach(async ({ page, signIn }) => {
    await page.clock.install();
    await signIn({ role: "admin" });
    await page.goto("/manager/genres");
    await hydrated(page);
    // From here on time passes only where a test lets it.
    await page.clock.pauseAt(Date.now() + 60_000);
  });

  test("says what was done, is read out, and goes by itself after four seconds", async ({ page, t }) => {
    const toasts = toastsOf(page, t);
    await addGenre(page, t, "Toast");
    await shown(page, t, 1);
    await expect(toasts).toHaveText(t("genre:success.created"));
    await page.clock.runFor(100);
    await expect(page.getByRole("status").filter({ hasText: t("genre:success.created") })).toHaveAttribute(
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
    await addGenre(page, t, "Hover");
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

  test("leaves at a click, and there are three at most, a gap of 14 pixels apart", async ({ page, t }) => {
    const toasts = toastsOf(page, t);
    for (let n = 0; n < 4; n++) await addGenre(page, t, "Many");
    await shown(page, t, 3);
    const gap = await toasts.evaluateAll(([first, second]) =>
      Math.round((second?.getBoundingClientRect().top ?? 0) - (first?.getBoundingClientRect().bottom ?? 0)),
    );
    expect(gap).toBe(14);
    await toasts
      .first()
      .getByRole("button", { name: t("common:toast.close") })
      .click();
    await expect(toasts).toHaveCount(2);
  });

  test("is swiped away, but not by less than 45 pixels", async ({ page, t }) => {
    const toasts = toastsOf(page, t);
    await addGenre(page, t, "Swipe");
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

  test("the page itself says what was done, and the page after it no longer", async ({ page, signIn, t }) => {
    await signIn({ role: "admin" });
    await page.goto("/manager/genres");
    await addGenre(page, t, "Block");
    await expect(page.getByRole("status")).toHaveText(t("genre:success.created"));
    await page.reload();
    await expect(page.getByRole("status")).toHaveCount(0);
  });
});

test.describe("in Arabic", () => {
  test.use({ language: "ar", locale: "ar" });

  test("a toast stands on the left, in Arabic, and axe finds no fault", async ({ page, signIn, t }) => {
    await signIn({ role: "admin" });
    await page.goto("/manager/genres");
    await hydrated(page);
    await addGenre(page, t, "Arabic");
    await toastsOf(page, t).hover();
    const box = await toastsOf(page, t).boundingBox();
    expect(box?.x).toBeLessThan(50);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});

test.describe("a form with unsaved changes", () => {
  test.use({ expectedErrors: [/status of (400|409)/] });

  test.beforeEach(async ({ page, signIn, t }) => {
    await signIn({ role: "admin" });
    await page.goto("/manager/books");
    await hydrated(page);
    await page.getByRole("link", { name: t("book:manager.new") }).click();
    await expect(page.getByRole("heading", { level: 1, name: t("book:manager.newTitle") })).toBeVisible();
  });

  test("asks before it is left by a link, and stays or goes as told", async ({ page, t }) => {
    const title = page.getByRole("textbox", { name: t("book:title") });
    await title.fill("Half a b");
    const away = page.getByRole("link", { name: t("manager:navigation.users"), exact: true });
    await away.click();
    const question = page.getByRole("dialog", { name: t("common:leave.title") });
    await expect(question).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(title).toHaveValue("Half a b");
    await page.getByRole("link", { name: t("common:cancel") }).click();
    await question.getByRole("button", { name: t("common:leave.stay") }).click();
    await expect(title).toHaveValue("Half a b");
    await away.click();
    await question.getByRole("button", { name: t("common:leave.leave") }).click();
    await expect(page.getByRole("heading", { level: 1, name: t("user:list.title") })).toBeVisible();
  });

  test("asks before Back", async ({ page, t }) => {
    await page.getByRole("textbox", { name: t("book:title") }).fill("Half a b");
    await page.goBack();
    const question = page.getByRole("dialog", { name: t("common:leave.title") });
    await expect(question).toBeVisible();
    await expect(page).toHaveURL(/\/manager\/books\/new$/);
    await question.getByRole("button", { name: t("common:leave.leave") }).click();
    await expect(page).toHaveURL(/\/manager\/books$/);
  });

  test("asks before reload, in the browser's words", async ({ page, t }) => {
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      return dialog.accept();
    });
    await page.reload();
    await hydrated(page);
    expect(asked).toEqual([]);
    await page.getByRole("textbox", { name: t("book:title") }).fill("Half a b");
    await page.reload();
    expect(asked).toEqual(["beforeunload"]);
  });

  test("does not ask where nothing is changed, or changed back, or saved", async ({ page, t }) => {
    const title = page.getByRole("textbox", { name: t("book:title") });
    await title.fill("x");
    await title.fill("");
    await page.getByRole("link", { name: t("common:cancel") }).click();
    await expect(page.getByRole("heading", { level: 1, name: t("book:list.title") })).toBeVisible();
    await page.getByRole("link", { name: t("book:manager.new") }).click();
    await title.fill(`Saved ${Math.random()}`);
    await page.getByRole("button", { name: t("book:manager.create") }).click();
    await expect(page.getByText(t("book:success.created"), { exact: true })).toBeVisible();
  });

  test("still asks when it was refused, and not when the sidebar is made narrow", async ({ page, t }) => {
    await page.getByRole("textbox", { name: t("book:author") }).fill("Nobody");
    await page.getByRole("button", { name: t("book:manager.create") }).click();
    await expect(page.getByText(t("book:errors.titleRequired"))).toBeVisible();
    await expect(page.getByRole("textbox", { name: t("book:title") })).toBeFocused();
    await page.getByRole("button", { name: t("manager:collapse") }).click();
    await expect(page.getByRole("button", { name: t("manager:expand") })).toBeVisible();
    await expect(page.getByRole("textbox", { name: t("book:author") })).toHaveValue("Nobody");
    await page.getByRole("link", { name: t("common:cancel") }).click();
    await expect(page.getByRole("dialog", { name: t("common:leave.title") })).toBeVisible();
  });
});
