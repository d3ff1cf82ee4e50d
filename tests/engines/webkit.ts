import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Builder, By, Capabilities, Key as Keys, Origin } from "selenium-webdriver";
import { DriverService } from "selenium-webdriver/remote";
import { findWebKit } from "#tests/support/engines.ts";
import type { Browser, BrowserOptions, Key } from "./browser.ts";
import { takeRecordedErrors } from "./record-errors.ts";

const KEYS: Record<Key, string> = {
  Escape: Keys.ESCAPE,
  Enter: Keys.ENTER,
  Tab: Keys.TAB,
  Backspace: Keys.BACK_SPACE,
  ArrowDown: Keys.ARROW_DOWN,
  k: "k",
};

/** Starts WebKitGTK's MiniBrowser on its own virtual screen. Its pages must be served through `recordErrors`. */
export async function startWebKit({ script = true, cookies = true }: BrowserOptions): Promise<Browser> {
  const found = findWebKit();
  if (!found) throw new Error("There is no WebKit: install webkit2gtk-driver and xvfb.");
  const { screen, name } = await startScreen();
  const service = new DriverService.Builder(found.driver)
    .setLoopback(true)
    .setEnvironment({ ...process.env, DISPLAY: name } as Record<string, string>)
    .build();
  const options = {
    binary: found.browser,
    args: [
      "--automation",
      `--enable-javascript=${script}`,
      `--cookies-policy=${cookies ? "no-third-party" : "never"}`,
    ],
  };
  const driver = await new Builder()
    .usingServer(await service.start())
    .withCapabilities(new Capabilities({ browserName: "MiniBrowser", "webkitgtk:browserOptions": options }))
    .build();
  return {
    open: (url) => driver.get(url),
    evaluate: (run, ...args) => driver.executeScript(run, ...args),
    clickAt: (x, y) =>
      driver.actions().move({ x, y, duration: 0, origin: Origin.VIEWPORT }).click().perform(),
    press(key, withControl = false) {
      const actions = driver.actions();
      if (withControl) actions.keyDown(Keys.CONTROL);
      actions.keyDown(KEYS[key]).keyUp(KEYS[key]);
      if (withControl) actions.keyUp(Keys.CONTROL);
      return actions.perform();
    },
    type: (text) => driver.actions().sendKeys(text).perform(),
    chooseFile: (selector, file) => driver.findElement(By.css(selector)).sendKeys(file),
    async resize(width, height) {
      const window = driver.manage().window();
      const { width: outer, height: outerHeight } = await window.getRect();
      const [inner, innerHeight] = await driver.executeScript<[number, number]>(() => [
        innerWidth,
        innerHeight,
      ]);
      await window.setRect({ width: width + outer - inner, height: height + outerHeight - innerHeight });
    },
    async setCookie(name, value) {
      await driver.manage().addCookie({ name, value, httpOnly: true });
    },
    clearCookies: () => driver.manage().deleteAllCookies(),
    errors: () => driver.executeScript(takeRecordedErrors),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), "base64"),
    async close() {
      await driver.quit();
      await service.kill();
      screen.kill();
    },
  };
}

/** Starts a virtual screen. @returns its process, and its name */
async function startScreen(): Promise<{ screen: ChildProcess; name: string }> {
  // Xvfb picks a free display number and prints it.
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const display = screen.stdio[3];
  if (!display) throw new Error("Xvfb printed no number.");
  const [number] = (await once(display, "data")) as [Buffer];
  return { screen, name: `:${String(number).trim()}` };
}
