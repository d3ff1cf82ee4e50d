import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findChromium } from "#tests/support/chromium.ts";

/**
 * Installs a Chromium for the browser tests: Playwright's own, or Debian's if that download is refused.
 * @returns null on success, otherwise a line that says what to install
 */
export function installChromium(): string | null {
  console.log("\n== No Chromium found: getting one");
  spawnSync("playwright", ["install", "chromium"], { stdio: "ignore" });
  if (findChromium()) return null;
  if (process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore", env });
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], {
      stdio: "ignore",
      env,
    });
    if (findChromium()) return null;
  }
  return "The browser tests need Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM_PATH to one.";
}
