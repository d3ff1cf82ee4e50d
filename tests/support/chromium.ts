import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Paths of a Chromium with a window. The first one that exists is used. */
const WITH_WINDOW = ["/usr/bin/chromium", "/usr/bin/chromium-browser", chromium.executablePath()];

/**
 * Chromium without the parts for windows, as Debian packages it. Pages behave alike, and tests take a sixth less time.
 */
const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

const firstOf = (paths: (string | undefined)[]) => paths.find((path) => path && existsSync(path));

/** The Chromium that draws and measures pages, or undefined if there is none. */
export const findChromium = (): string | undefined =>
  firstOf([process.env.CHROMIUM_PATH, ...WITH_WINDOW, HEADLESS_SHELL]);

/** The Chromium for the browser tests, or undefined if there is none. */
export const findTestChromium = (): string | undefined =>
  firstOf([process.env.CHROMIUM_PATH, HEADLESS_SHELL, ...WITH_WINDOW]);

/** Whether the fastest Chromium for the browser tests is installed. */
export const hasHeadlessShell = (): boolean => existsSync(HEADLESS_SHELL);
