import { expect, vi } from "vitest";
import { isHydrated } from "#tests/support/hydrated.ts";
import { addSession, type addUser } from "#tests/support/people.ts";
import type { TestWorker } from "#tests/support/worker.ts";
import type { Browser } from "./browser.ts";
import { look, type Sight } from "./look.ts";

/** The longest wait is what a busy machine may need. Usually, a wait is much shorter. */
const PATIENCE = { timeout: 30_000, interval: 100 };

/**
 * What a reader does and sees in a browser. A CSS selector and a name, which is a label or text, identify an element.
 * Every method waits until it can act or until the expected state is there.
 */
export class Visit {
  readonly browser: Browser;
  readonly #site: TestWorker;
  readonly #hasScript: boolean;

  constructor(browser: Browser, site: TestWorker, { hasScript = true } = {}) {
    this.browser = browser;
    this.#site = site;
    this.#hasScript = hasScript;
  }

  /** Opens a page and, if it has script, waits until it is hydrated. */
  async open(path: string): Promise<void> {
    await this.browser.open(new URL(path, this.#site.url).href);
    if (this.#hasScript) await this.until("the page is hydrated", () => this.browser.evaluate(isHydrated));
  }

  /** Signs a user in without the form, and opens a page. @param user null signs out */
  async openAs(user: Awaited<ReturnType<typeof addUser>> | null, path: string): Promise<void> {
    const { cookie } = user ? await addSession(this.#site, user) : { cookie: "session=none" };
    const [name, value] = cookie.split("=") as [string, string];
    // A cookie can only be set on a page of its site.
    if ((await this.#origin()) !== this.#site.url) await this.browser.open(`${this.#site.url}/robots.txt`);
    await this.browser.setCookie(name, value);
    await this.open(path);
  }

  /** Waits until a condition holds. */
  until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    return vi.waitFor(async () => {
      // The page may be about to be replaced.
      const answer = await isSo().catch((error: Error) => error.message);
      expect(answer, what).toBe(true);
    }, PATIENCE);
  }

  /** Waits until an element is visible and the checks pass. @returns what it looks like at that moment */
  see(selector: string, name: string | null = null, check?: (sight: Sight) => void): Promise<Sight> {
    return vi.waitFor(async () => {
      const sight = await this.browser.evaluate(look, selector, name);
      if (sight.count === 0) throw new Error(`${selector} "${name}": ${sight.problem}`);
      check?.(sight);
      return sight;
    }, PATIENCE);
  }

  /** Waits until there is no such element, or it is hidden. */
  async gone(selector: string, name: string | null = null): Promise<void> {
    await vi.waitFor(async () => {
      const { count } = await this.browser.evaluate(look, selector, name);
      expect(count, `visible: ${selector} "${name}"`).toBe(0);
    }, PATIENCE);
  }

  /** Waits until an element has the focus. */
  hasFocus(selector: string, name: string | null = null): Promise<Sight> {
    return this.see(selector, name, ({ hasFocus }) =>
      expect(hasFocus, `focus on ${selector} "${name}"`).toBe(true),
    );
  }

  /** Clicks an element once it no longer moves and nothing covers it. */
  async click(selector: string, name: string | null = null): Promise<void> {
    let last = "";
    const { x, y } = await this.see(selector, name, ({ problem, x, y }) => {
      if (problem) throw new Error(`${selector} "${name}": ${problem}`);
      const place = `${x} ${y}`;
      const moves = place !== last;
      last = place;
      if (moves) throw new Error(`${selector} "${name}" moves`);
    });
    await this.browser.clickAt(x, y);
  }

  /** Replaces the value of a field, as a reader does with the keyboard. */
  async fill(selector: string, name: string | null, text: string): Promise<void> {
    await this.click(selector, name);
    await this.browser.evaluate(() => {
      const field = document.activeElement;
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
    });
    if (text) await this.browser.type(text);
    else await this.browser.press("Backspace");
    await this.see(selector, name, ({ value }) => expect(value).toBe(text));
  }

  /** Waits until the page has this path. */
  isAt(path: string): Promise<void> {
    return this.until(`the page is ${path}`, async () => {
      const here = await this.browser.evaluate(() => location.pathname + location.search);
      if (here !== path) throw new Error(`the path is ${here}`);
      return true;
    });
  }

  /**
   * Clicks outside a dialog, near the edge of the page. Repeats this until the dialog closes, because its script may
   * still be loading.
   */
  async closeBeside(dialog: string): Promise<void> {
    await this.see(dialog);
    const [width, height] = await this.browser.evaluate(() => [innerWidth, innerHeight] as const);
    await vi.waitFor(async () => {
      await this.browser.clickAt(width - 40, Math.round(height / 2));
      const { count } = await this.browser.evaluate(look, dialog, null);
      expect(count, `visible: ${dialog}`).toBe(0);
    }, PATIENCE);
  }

  /** Whether the engine supports an interface. */
  knows(name: string): Promise<boolean> {
    return this.browser.evaluate((name) => typeof Reflect.get(window, name) === "function", name);
  }

  /** The background colour of the page. */
  paper(): Promise<string> {
    return this.browser.evaluate(() => getComputedStyle(document.body).backgroundColor);
  }

  /** The text direction of the page. */
  direction(): Promise<string> {
    return this.browser.evaluate(() => document.documentElement.dir);
  }

  /** Whether the page is wider than its window. */
  isTooWide(): Promise<boolean> {
    return this.browser.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
  }

  #origin(): Promise<string> {
    return this.browser.evaluate(() => location.origin);
  }
}
