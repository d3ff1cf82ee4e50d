import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** Where a Chromium may be, the first that exists wins. */
const candidates = () => [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  chromium.executablePath(),
];

/** The Chromium the browser tests use, or undefined where the machine has none. */
export function findChromium(): string | undefined {
  return candidates().find((path) => path && existsSync(path));
}
