import { spawnSync } from "node:child_process";
import { findChromium, hasHeadlessShell } from "#tests/support/chromium.ts";
import { installDebian, isCi } from "./install-debian.ts";

/** The message if no Chromium could be installed. */
const MISSING =
  "The browser tests need Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM_PATH to one.";

/**
 * Installs a Chromium if there is none: Playwright's own, or Debian's if that download fails. CI prefers Playwright's
 * headless shell, which is made for tests.
 * @returns null if there is a Chromium now, otherwise what to install
 */
export function ensureChromium(): string | null {
  if (isCi && !hasHeadlessShell()) installDebian(["chromium-headless-shell"]);
  if (findChromium()) return null;
  console.log("\n== No Chromium found: downloading one");
  spawnSync("playwright", ["install", "chromium"], { stdio: "ignore" });
  if (!findChromium()) installDebian(["chromium"]);
  return findChromium() ? null : MISSING;
}
