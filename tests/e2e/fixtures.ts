import { writeFileSync } from "node:fs";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import type { TFunction } from "i18next";
import type { LanguageKey } from "#app/core/i18n/languages.ts";
import { PAGE_OF_FAILURE } from "#scripts/lib/test-runners.ts";
import { isHydrated } from "#tests/support/hydrated.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { startProxy } from "#tests/support/proxy.ts";
import { textsIn } from "#tests/support/texts.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";
import { translatePages } from "./translator.ts";

export { expect };

/** Options that a project of playwright.config.ts may set. */
export interface JourneyOptions {
  /** The language that the browser requests and the tests read. */
  language: LanguageKey;
  /** Whether the browser asks to save data. */
  savesData: boolean;
  /** Whether the browser translates each page (translator.ts). */
  translates: boolean;
}

interface Fixtures extends JourneyOptions {
  /** The product's strings in `language`. */
  t: TFunction;
  /** Signs the browser in as a new user, without using the form. */
  signIn: (given?: Parameters<typeof addUser>[1]) => ReturnType<typeof addUser>;
  /** Opens a page and, if it has script, waits until it is hydrated. */
  open: (path: string) => Promise<void>;
  /** Picks a day in the date field with this label: in the calendar, or in the browser's own field without script. */
  pickDay: (label: string) => Promise<void>;
  /** Console messages that the test provokes on purpose. Any other error fails it. */
  expectedErrors: RegExp[];
  noUnexpectedErrors: undefined;
  keepsPageOfFailure: undefined;
}

/** Each Playwright process has its own worker, database and KV. */
export const test = base.extend<Fixtures, { site: TestWorker }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures to provide
    async ({}, use) => {
      const site = await startTestWorker({ seeded: true });
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  language: ["en", { option: true }],
  savesData: [false, { option: true }],
  translates: [false, { option: true }],
  page: async ({ page, translates }, use) => {
    if (translates) await translatePages(page);
    await use(page);
  },
  baseURL: async ({ site, savesData }, use) => {
    if (!savesData) return use(site.url);
    const proxy = await startProxy(site.url, { headers: { "save-data": "on" } });
    await use(proxy.url);
    await proxy.stop();
  },
  t: ({ language }, use) => use(textsIn(language)),

  signIn: ({ site, context, language }, use) =>
    use(async (given) => {
      const user = await addUser(site, { language, ...given });
      const [name, value] = (await addSession(site, user)).cookie.split("=") as [string, string];
      await context.addCookies([{ name, value, url: site.url }]);
      return user;
    }),

  open: ({ page, javaScriptEnabled, savesData }, use) =>
    use(async (path) => {
      await page.goto(path);
      if (javaScriptEnabled && !savesData) await hydrated(page);
    }),

  pickDay: ({ page, t, javaScriptEnabled, savesData }, use) =>
    use(async (label) => {
      if (!javaScriptEnabled || savesData) {
        const field = page.getByRole("textbox", { name: label, exact: true });
        const today = new Date().toISOString().slice(0, 10);
        const [first, last] = [await field.getAttribute("min"), await field.getAttribute("max")];
        return field.fill(first ?? last ?? today);
      }
      await page.getByRole("button", { name: `${label} ${t("common:date.pick")}`, exact: true }).click();
      const calendar = page.getByRole("dialog", { name: t("common:date.pick") });
      await calendar.getByRole("gridcell").getByRole("button", { disabled: false }).first().click();
      await expect(calendar).toBeHidden();
    }),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures to provide
  expectedErrors: ({}, use) => use([]),
  noUnexpectedErrors: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = [];
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      page.on("pageerror", (error) => errors.push(error.message));
      await use(undefined);
      const unexpected = errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)));
      if (unexpected.length > 0) throw new Error(`The console shows:\n${unexpected.join("\n")}`);
    },
    { auto: true },
  ],

  // Playwright records only the element that it checked. The reason for a failure is usually elsewhere on the page.
  keepsPageOfFailure: [
    async ({ page }, use, testInfo) => {
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      const shown = await page.locator("body").ariaSnapshot();
      writeFileSync(testInfo.outputPath(PAGE_OF_FAILURE), `${page.url()}\n${shown}\n`);
    },
    { auto: true },
  ],
});

/** Opens the menu with the further actions of a page in the manager. */
export const openMore = (page: Page, t: TFunction) =>
  page.getByRole("button", { name: t("manager:more"), exact: true }).click();

/** Holds back the scripts of the pages that are opened from here on. @returns a function that releases them */
export async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Holds back the data response of a page until the returned function is called. */
export async function holdBack(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(`**${path}.data`, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Presses Tab some times, and expects an open dialog to keep the focus. */
export async function expectFocusKept(page: Page, presses: number): Promise<void> {
  for (let n = 0; n < presses; n++) {
    await page.keyboard.press("Tab");
    const held = await page.evaluate(() => {
      const { activeElement, body } = document;
      return activeElement === body || activeElement?.closest("dialog") !== null;
    });
    expect(held).toBe(true);
  }
}

/** Waits until React has hydrated the page and the page reports failures of the connection. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated);
  await page.locator("#connection").waitFor({ state: "attached" });
}

/** The colour that covers an item whose link is pressed (ui/stretched-link.tsx); transparent otherwise. */
export const pressedColour = (link: Locator) =>
  link.evaluate((element) => getComputedStyle(element, "::after").backgroundColor);
export const NOT_PRESSED = "rgba(0, 0, 0, 0)";

/** A page whose clock advances only when the test calls `page.clock`. */
interface StoppedClock {
  /** Waits until the page has set at least `times` timers of this length. */
  timerSet(milliseconds: number, times?: number): Promise<void>;
  /** Resets the timer counts. */
  forgetTimers(): Promise<void>;
}

/** Opens a page, and stops its clock once it is hydrated. */
export async function stopClock(page: Page, path: string): Promise<StoppedClock> {
  await page.clock.install({ time: 0 });
  await page.goto(path);
  await hydrated(page);
  await page.clock.pauseAt(3_600_000);
  const timers = await page.evaluateHandle(() => {
    const set = window.setTimeout;
    const timers: unknown[] = [];
    const setAndNote = (handler: () => void, milliseconds?: number) => {
      timers.push(milliseconds);
      return set(handler, milliseconds);
    };
    window.setTimeout = setAndNote as typeof set;
    return timers;
  });
  const count = (milliseconds: number) =>
    timers.evaluate((timers, wanted) => timers.filter((set) => set === wanted).length, milliseconds);
  return {
    timerSet: (milliseconds, times = 1) =>
      expect.poll(() => count(milliseconds)).toBeGreaterThanOrEqual(times),
    forgetTimers: () => timers.evaluate((timers) => void timers.splice(0)),
  };
}
