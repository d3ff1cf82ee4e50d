import { fingerOn } from "./finger.ts";
import { expect, test } from "./fixtures.ts";
import { enlargeText, expectAtRest, openSheet, PHONE, placeOf } from "./sheets.ts";

test.use(PHONE);

test("a finger scrolls a sheet to its top, then drags the sheet, and back, but never moves both at the same time", async ({
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

test("a fling of the content to its top does not close the sheet", async ({ page, signIn, open, t }) => {
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

test("a flick closes a sheet at any distance, and only the final speed counts", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn();
  const { sheet, top, height } = await openSheet(page, open, t);
  const finger = await fingerOn(page);

  // Three drags that close nothing: one over the same distance but slow, one that is fast but rests at the end, and one
  // that goes far but is on its way back.
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

  // The drag is slow at first.
  await finger.touch(195, top + 60);
  await finger.moveTo(top + 75, 2000);
  await finger.moveTo(top + 115, 40);
  await finger.lift();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/app\/account$/);
});

test("a sheet closes after a drag down by a quarter of its height, with a finger or a mouse", async ({
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
      // If a mouse returns as fast as it came, that is not a flick.
      await page.mouse.move(195, to - 1);
      await page.mouse.move(195, to);
      await page.mouse.up();
    },
  };
  for (const by of ["finger", "mouse"] as const) {
    const { sheet, top, height } = await openSheet(page, open, t);
    // The speed of a mouse depends on the machine. So only a finger can show that a shorter drag does not close the
    // sheet.
    if (by === "finger") await drag.finger(top + 15, top + 15 + height * 0.2);
    await expectAtRest(sheet);
    await expect(sheet).toBeVisible();
    await drag[by](top + 15, top + 15 + height * 0.3);
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/\/app\/account$/);
  }
});

test("a sheet can be dragged back, by the same finger and while it slides away", async ({
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

  // A sheet that is released below the limit slides away. Its animation is paused here, so that the finger has time.
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
