import type { Page } from "@playwright/test";
import { LARGEST_FONT } from "#scripts/lib/typeface.ts";
import { expect, test } from "./fixtures.ts";

/** The fonts that a page requests from now on. */
function fontsAskedFor(page: Page): string[] {
  const fonts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "font" || request.url().endsWith(".woff2")) fonts.push(request.url());
  });
  return fonts;
}

/** Whether only a font of the page draws its first heading. */
async function headingIsOurs(page: Page): Promise<boolean> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("DOM.enable");
  await devTools.send("CSS.enable");
  const { root } = await devTools.send("DOM.getDocument");
  const { nodeId } = await devTools.send("DOM.querySelector", { nodeId: root.nodeId, selector: "h1" });
  const { fonts } = await devTools.send("CSS.getPlatformFontsForNode", { nodeId });
  return fonts.length > 0 && fonts.every(({ isCustomFont }) => isCustomFont);
}

for (const language of ["en", "ar"] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ language, locale: language });

    test("headings use the product's typeface, in one file", async ({ page, open }) => {
      const fonts = fontsAskedFor(page);
      await open("/login");
      await expect.poll(() => headingIsOurs(page)).toBe(true);
      const [file = "", ...others] = new Set(fonts);
      expect(others).toEqual([]);
      const font = await page.request.get(file);
      expect((await font.body()).byteLength).toBeLessThan(LARGEST_FONT);
      expect(font.headers()["cache-control"]).toContain("immutable");
    });

    test("the headings of an account use the product's typeface, too", async ({ page, open, signIn }) => {
      await signIn();
      await open("/app/account");
      await expect.poll(() => headingIsOurs(page)).toBe(true);
    });
  });
}

/**
 * How much the elements of a page move when its font arrives. The font is held back until everything else has
 * loaded.
 */
async function shiftByFont(page: Page, path: string): Promise<number> {
  const late = Promise.withResolvers<void>();
  await page.route(/\.woff2$/, (route) => late.promise.then(() => route.continue()));
  // The page's load event waits for the font.
  await page.goto(path, { waitUntil: "domcontentloaded" });
  expect(await headingIsOurs(page)).toBe(false);
  late.resolve();
  await page.waitForLoadState();
  const shift = await page.evaluate(async () => {
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const { value } of entries as (PerformanceEntry & { value: number })[]) sum += value;
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    add(observer.takeRecords());
    return sum;
  });
  expect(await headingIsOurs(page)).toBe(true);
  await page.unrouteAll();
  return shift;
}

for (const width of [390, 1280]) {
  test(`nothing moves when the typeface arrives late, ${width} pixels wide`, async ({ page, signIn }) => {
    await page.setViewportSize({ width, height: 900 });
    expect(await shiftByFont(page, "/login")).toBe(0);
    await signIn({ role: "admin" });
    for (const path of ["/app", "/app/account", "/manager/users"])
      expect(await shiftByFont(page, path), path).toBe(0);
  });
}

test.describe("a reader who saves data", () => {
  test.use({ savesData: true });

  test("sees headings in a system font, and loads no font", async ({ page, open }) => {
    const fonts = fontsAskedFor(page);
    await open("/login");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await headingIsOurs(page)).toBe(false);
    await page.waitForLoadState("networkidle");
    expect(fonts).toEqual([]);
  });
});
