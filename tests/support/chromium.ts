import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Where a Chromium may be. The first that exists wins. */
const candidates = () => [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  chromium.executablePath(),
];

/** The Chromium for the browser tests, or undefined if there is none. */
export function findChromium(): string | undefined {
  return candidates().find((path) => path && existsSync(path));
}
