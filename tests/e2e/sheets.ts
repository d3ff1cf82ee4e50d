import type { Locator, Page } from "@playwright/test";
import type { TFunction } from "i18next";
import { expect } from "./fixtures.ts";

/** A phone: dialogs are sheets there. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** The position of a sheet's bottom edge, and how far its content is scrolled, in pixels. */
export const placeOf = (sheet: Locator) =>
  sheet.evaluate((element) => ({
    below: Math.round(element.getBoundingClientRect().bottom - window.innerHeight),
    scrolled: Math.round(element.scrollTop),
  }));

export const expectAtRest = (sheet: Locator) =>
  expect.poll(async () => (await placeOf(sheet)).below, "the sheet is at the bottom of the screen").toBe(0);

/** Waits until a sheet is in place and its script handles fingers. */
export async function ready(page: Page, sheet: Locator): Promise<void> {
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
export async function openSheet(page: Page, open: (path: string) => Promise<void>, t: TFunction) {
  await open("/app/account");
  await page.getByRole("link", { name: t("account:changeName.open") }).click();
  const sheet = page.getByRole("dialog", { name: t("account:changeName.title") });
  await ready(page, sheet);
  const { y: top, height } = (await sheet.boundingBox()) ?? { y: 0, height: 0 };
  return { sheet, top, height };
}

/** Enlarges the text so that the sheet does not fit on the screen. */
export async function enlargeText(page: Page, sheet: Locator) {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "56px";
  });
  await expect
    .poll(() => sheet.evaluate((element) => element.scrollHeight - element.clientHeight))
    .toBeGreaterThan(150);
}
