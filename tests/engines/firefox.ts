import { type ElementHandle, type KeyInput, launch } from "puppeteer-core";
import { findFirefox } from "#tests/support/engines.ts";
import type { Browser, BrowserOptions } from "./browser.ts";

/** Starts Debian's Firefox, which supports WebDriver BiDi without a driver. */
export async function startFirefox({ script = true, cookies = true }: BrowserOptions): Promise<Browser> {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error("There is no Firefox: install it, or set FIREFOX_PATH to one.");
  const firefox = await launch({
    browser: "firefox",
    executablePath,
    extraPrefsFirefox: {
      "javascript.enabled": script,
      "intl.accept_languages": "en",
      // The value 2 rejects all cookies.
      ...(!cookies && { "network.cookie.cookieBehavior": 2 }),
    },
  });
  const page = (await firefox.pages())[0] ?? (await firefox.newPage());
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  // A dialog asks before a reader leaves a form with unsaved changes. This accepts the dialog, as WebKit's
  // driver does by default.
  page.on("dialog", (dialog) => dialog.accept());
  return {
    async open(url) {
      await page.goto(url);
    },
    async evaluate(run, ...args) {
      // The function is passed as text, because Puppeteer's type accepts only functions without arguments.
      return page.evaluate(`(${run})(...${JSON.stringify(args)})`) as Promise<ReturnType<typeof run>>;
    },
    clickAt: (x, y) => page.mouse.click(x, y),
    async press(key, withControl = false) {
      if (withControl) await page.keyboard.down("Control");
      await page.keyboard.press(key satisfies KeyInput);
      if (withControl) await page.keyboard.up("Control");
    },
    type: (text) => page.keyboard.type(text),
    async chooseFile(selector, file) {
      const field = (await page.$(selector)) as ElementHandle<HTMLInputElement> | null;
      await field?.uploadFile(file);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    setCookie: (name, value) =>
      firefox.setCookie({ name, value, domain: new URL(page.url()).hostname, path: "/", httpOnly: true }),
    clearCookies: async () => firefox.deleteCookie(...(await firefox.cookies())),
    errors: async () => errors.splice(0),
    screenshot: () => page.screenshot(),
    close: () => firefox.close(),
  };
}
