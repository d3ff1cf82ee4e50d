import type { Locator, Page } from "@playwright/test";
import type { TFunction } from "i18next";
import { addUser } from "#tests/support/people.ts";
import { fingerOn } from "./finger.ts";
import { expect, test } from "./fixtures.ts";

const HEIGHT = 844;

test.use({ viewport: { width: 390, height: HEIGHT }, hasTouch: true });

/** Where the lower edge of a sheet is, and how far its content is scrolled, in pixels. */
const placeOf = (sheet: Locator) =>
  sheet.evaluate((element) => ({
    below: Math.round(element.getBoundingClientRect().bottom - window.innerHeight),
    scrolled: Math.round(element.scrollTop),
  }));

const expectAtRest = (sheet: Locator) =>
  expect.poll(async () => (await placeOf(sheet)).below, "the sheet is at the bottom of the screen").toBe(0);

/** Waits until a sheet is where it belongs, and its script listens to fingers. */
async function ready(page: Page, sheet: Locator): Promise<void> {
  await expectAtRest(sheet);
  const browser = await page.context().newCDPSession(page);
  const listensToFingers = async () => {
    const { result } = await browser.send("Runtime.evaluate", {
      expression: "document.querySelector('dialog:modal')",
    });
    if (!result.objectId) return false;
    const { listeners } = await browser.send("DOMDebugger.getEventListeners", { objectId: result.objectId });
    return listeners.some(({ type }) => type === "touchmove");
  };
  await expect.poll(listensToFingers).toBe(true);
  await sheet.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
}

/** Opens the account page with the sheet that asks for a new name. */
async function openSheet(page: Page, open: (path: string) => Promise<void>, t: TFunction) {
  await open("/app/account");
  await page.getByRole("link", { name: t("account:changeName.open") }).click();
  const sheet = page.getByRole("dialog", { name: t("account:changeName.title") });
  await ready(page, sheet);
  const { y: top, height } = (await sheet.boundingBox()) ?? { y: 0, height: 0 };
  return { sheet, top, height };
}

/** Makes the text so large that the sheet does not fit on the screen. */
async function enlargeText(page: Page, sheet: Locator) {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "56px";
  });
  await expect
    .poll(() => sheet.evaluate((element) => element.scrollHeight - element.clientHeight))
    .toBeGreaterThan(150);
}

test("a finger scrolls a sheet to its top, then takes the sheet along, and back: one of the two at a time", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn();
  const { sheet } = await openSheet(page, open, t);
  await enlargeText(page, sheet);
  await sheet.evaluate((element) => {
    element.scrollTop = 100;
    const seen: [number, number][] = [];
    const note = () => {
      seen.push([element.scrollTop, element.getBoundingClientRect().bottom - window.innerHeight]);
      requestAnimationFrame(note);
    };
    note();
    Object.assign(window, { seen });
  });
  const finger = await fingerOn(page);
  await finger.touch(195, 300);
  await finger.moveTo(360, 600);
  expect(await placeOf(sheet)).toMatchObject({ below: 0 });
  expect((await placeOf(sheet)).scrolled).toBeLessThan(100);
  await finger.moveTo(560, 2000);
  const { below } = await placeOf(sheet);
  expect(below).toBeGreaterThan(50);
  await finger.moveTo(600, 400);
  expect(await placeOf(sheet)).toEqual({ below: below + 40, scrolled: 0 });
  await finger.moveTo(300, 3000);
  await expect.poll(async () => (await placeOf(sheet)).scrolled).toBeGreaterThan(0);
  await finger.lift(500);
  await expectAtRest(sheet);
  const seen = await page.evaluate(() => (window as unknown as { seen: [number, number][] }).seen);
  expect(Math.max(...seen.map(([scrolled, moved]) => Math.min(scrolled, moved)))).toBeLessThan(1);
});

test("content that is flung to its top does not close the sheet", async ({ page, signIn, open, t }) => {
  await signIn();
  const { sheet } = await openSheet(page, open, t);
  await enlargeText(page, sheet);
  await sheet.evaluate((element) => {
    element.scrollTop = 50;
  });
  const finger = await fingerOn(page);
  await finger.touch(195, 300);
  await finger.moveTo(420, 100);
  await expect.poll(async () => (await placeOf(sheet)).scrolled).toBe(0);
  await finger.moveTo(500, 60);
  expect((await placeOf(sheet)).below).toBeGreaterThan(0);
  await finger.lift();
  await expectAtRest(sheet);
  await expect(sheet).toBeVisible();
});

test("a flick closes a sheet whatever the distance, and the speed at its end is what counts", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn();
  const { sheet, top, height } = await openSheet(page, open, t);
  const finger = await fingerOn(page);

  // As far, but slowly; then fast, but it rests at the end; then far, but on its way back.
  await finger.touch(195, top + 60);
  await finger.moveTo(top + 100, 1000);
  await finger.lift();
  await expectAtRest(sheet);
  await finger.touch(195, top + 60);
  await finger.moveTo(top + 100, 40);
  await finger.lift(500);
  await expectAtRest(sheet);
  await finger.touch(195, top + 60);
  await finger.moveTo(top + 60 + height * 0.6, 1000);
  await finger.moveTo(top + 60 + height * 0.4, 60);
  await finger.lift();
  await expectAtRest(sheet);

  // Slowly at first.
  await finger.touch(195, top + 60);
  await finger.moveTo(top + 75, 2000);
  await finger.moveTo(top + 115, 40);
  await finger.lift();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/app\/account$/);
});

test("a sheet closes when it is dragged down by a quarter of its height, with a finger or a mouse", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn();
  const finger = await fingerOn(page);
  const drag = {
    finger: async (from: number, to: number) => {
      await finger.touch(195, from);
      await finger.moveTo(to, 3000);
      await finger.lift(500);
    },
    mouse: async (from: number, to: number) => {
      await page.mouse.move(195, from);
      await page.mouse.down();
      await page.mouse.move(195, to, { steps: 5 });
      // A mouse that goes back as fast as it came is no flick.
      await page.mouse.move(195, to - 1);
      await page.mouse.move(195, to);
      await page.mouse.up();
    },
  };
  for (const by of ["finger", "mouse"] as const) {
    const { sheet, top, height } = await openSheet(page, open, t);
    // A mouse is as fast as the machine, so only a finger can show that less is too little.
    if (by === "finger") await drag.finger(top + 15, top + 15 + height * 0.2);
    await expectAtRest(sheet);
    await expect(sheet).toBeVisible();
    await drag[by](top + 15, top + 15 + height * 0.3);
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/\/app\/account$/);
  }
});

test("the keyboard of a phone covers no field of a sheet", async ({ page, signIn, open, t }) => {
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

  // Where the keyboard makes the page smaller.
  await page.setViewportSize({ width: 390, height: 400 });
  await expectAbove(400);
  await page.setViewportSize({ width: 390, height: HEIGHT });
  await expectAtRest(sheet);

  // Where it covers the page, as in Safari: only the visual viewport is smaller.
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
  await showKeyboard(HEIGHT, 0);
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
  // Nor does it by a finger on the sheet itself, which has nothing to scroll.
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

test("a sheet can be dragged back: by the same finger, and while it slides away", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn();
  const { sheet, top, height } = await openSheet(page, open, t);
  const finger = await fingerOn(page);
  await finger.touch(195, top + 60);
  await finger.moveTo(top + 60 + height * 0.6, 1000);
  expect((await placeOf(sheet)).below).toBe(Math.round(height * 0.6));
  await finger.moveTo(top + 60 + height * 0.1, 1000);
  expect((await placeOf(sheet)).below).toBe(Math.round(height * 0.1));
  await finger.lift(500);
  await expectAtRest(sheet);
  await sheet.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));

  // Released too far, it slides away. Its way is stopped here, so that the finger has all the time it needs.
  const browser = await page.context().newCDPSession(page);
  await browser.send("Animation.enable");
  await browser.send("Animation.setPlaybackRate", { playbackRate: 0 });
  await finger.touch(195, top + 60);
  await finger.moveTo(top + 60 + height * 0.5, 1000);
  await finger.lift(500);
  await finger.touch(195, top + height * 0.7);
  await finger.moveTo(top + height * 0.3, 1000);
  expect((await placeOf(sheet)).below).toBe(Math.round(height * 0.1));
  await browser.send("Animation.setPlaybackRate", { playbackRate: 1 });
  await finger.lift(500);
  await expectAtRest(sheet);
  await expect(sheet).toBeVisible();
  await expect(page).toHaveURL(/state=change-name/);
});

test("the sheets that script opens are dragged away, too, and give the focus back", async ({
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
  await page.setViewportSize({ width: 1280, height: HEIGHT });
  await open("/app/account?state=change-name");
  await expect(page.getByRole("dialog", { name: t("account:changeName.title") })).toBeVisible();
  await page.setViewportSize({ width: 390, height: HEIGHT });
  await open("/app/account");
  expect(loaded).toEqual([]);
  await openSheet(page, open, t);
  expect(loaded).toHaveLength(1);
});
