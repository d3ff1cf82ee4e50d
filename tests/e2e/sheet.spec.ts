import type { Locator } from "@playwright/test";
import { addUser } from "#tests/support/people.ts";
import { fingerOn } from "./finger.ts";
import { expect, test } from "./fixtures.ts";
import { enlargeText, expectAtRest, openSheet, PHONE, ready } from "./sheets.ts";

test.use(PHONE);

test("the keyboard of a phone hides no field of a sheet", async ({ page, signIn, open, t }) => {
  await signIn();
  const { sheet } = await openSheet(page, open, t);
  await enlargeText(page, sheet);
  const field = sheet.getByRole("textbox", { name: t("user:fields.name") });
  const expectAbove = async (keyboard: number) => {
    await expect
      .poll(async () =>
        Math.round(((await sheet.boundingBox())?.y ?? 0) + ((await sheet.boundingBox())?.height ?? 0)),
      )
      .toBe(keyboard);
    await expect
      .poll(async () => ((await field.boundingBox())?.y ?? 0) + ((await field.boundingBox())?.height ?? 0))
      .toBeLessThanOrEqual(keyboard);
    expect((await field.boundingBox())?.y).toBeGreaterThan(0);
  };
  await field.focus();

  // A keyboard that makes the page smaller.
  await page.setViewportSize({ width: 390, height: 400 });
  await expectAbove(400);
  await page.setViewportSize({ width: 390, height: PHONE.viewport.height });
  await expectAtRest(sheet);

  // A keyboard that covers the page, as in Safari, so only the visual viewport is smaller.
  const showKeyboard = (height: number, offsetTop: number) =>
    page.evaluate(
      (seen) => {
        const viewport = window.visualViewport;
        if (!viewport) throw new Error("no visual viewport");
        for (const [name, value] of Object.entries(seen))
          Object.defineProperty(viewport, name, { value, configurable: true });
        viewport.dispatchEvent(new Event("resize"));
      },
      { height, offsetTop },
    );
  await showKeyboard(400, 0);
  await expectAbove(400);
  expect((await sheet.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  // Safari has moved the visible part down by 100 pixels.
  await showKeyboard(400, 100);
  await expectAbove(500);
  expect((await sheet.boundingBox())?.y).toBeGreaterThanOrEqual(100);
  await showKeyboard(PHONE.viewport.height, 0);
  await expectAtRest(sheet);
});

test("the page behind a sheet does not scroll, with a finger or a wheel", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn();
  const { sheet, top } = await openSheet(page, open, t);
  const finger = await fingerOn(page);
  const scrollPage = async () => {
    await finger.touch(195, 400);
    await finger.moveTo(100, 600);
    await finger.lift(500);
    await page.mouse.move(195, 100);
    await page.mouse.wheel(0, 200);
  };
  const scrolled = () => page.evaluate(() => window.scrollY);
  const before = await scrolled();
  expect(top).toBeGreaterThan(400);
  await scrollPage();
  // A finger on the sheet itself, which has nothing to scroll, does not scroll the page either.
  await finger.touch(195, top + 100);
  await finger.moveTo(top - 200, 600);
  await finger.lift(500);
  await expectAtRest(sheet);
  expect(await scrolled()).toBe(before);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  expect(await scrolled()).toBe(before);
  await scrollPage();
  await expect.poll(scrolled).toBeGreaterThan(before);
});

test("sheets that script opens can be dragged away, too, and return the focus", async ({
  page,
  site,
  signIn,
  open,
  t,
}) => {
  const person = await addUser(site);
  await signIn({ role: "admin" });
  await open(`/manager/users/${person.id}/ban`);
  const flickAway = async (sheet: Locator) => {
    await ready(page, sheet);
    const top = (await sheet.boundingBox())?.y ?? 0;
    const finger = await fingerOn(page);
    await finger.touch(195, top + 15);
    await finger.moveTo(top + 75, 60);
    await finger.lift();
    await expect(sheet).toBeHidden();
  };

  const date = page.getByRole("button", { name: new RegExp(t("common:date.pick")) });
  await date.click();
  await flickAway(page.getByRole("dialog", { name: t("common:date.pick") }));
  await expect(date).toBeFocused();

  const reason = page.getByRole("textbox", { name: t("user:ban.reason") });
  await reason.fill("Spam");
  await page.keyboard.press("Control+k");
  await flickAway(page.getByRole("dialog", { name: t("manager:palette.title") }));
  await expect(reason).toBeFocused();

  const cancel = page.getByRole("link", { name: t("common:cancel") });
  await cancel.click();
  await flickAway(page.getByRole("dialog", { name: t("common:leave.title") }));
  await expect(cancel).toBeFocused();
  await expect(reason).toHaveValue("Spam");
});

test("only a phone loads the script of sheets, once one is open", async ({ page, signIn, open, t }) => {
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (/\/sheet-[^/]*\.js$/.test(request.url())) loaded.push(request.url());
  });
  await signIn();
  await page.setViewportSize({ width: 1280, height: PHONE.viewport.height });
  await open("/app/account?state=change-name");
  await expect(page.getByRole("dialog", { name: t("account:changeName.title") })).toBeVisible();
  await page.setViewportSize({ width: 390, height: PHONE.viewport.height });
  await open("/app/account");
  expect(loaded).toEqual([]);
  await openSheet(page, open, t);
  expect(loaded).toHaveLength(1);
});
