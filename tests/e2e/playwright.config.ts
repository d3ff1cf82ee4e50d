import { defineConfig, devices } from "@playwright/test";
// This import is here because every process reads this file before it loads Miniflare.
import "#tests/support/quick-miniflare.ts";
import { findTestChromium } from "#tests/support/chromium.ts";
import type { JourneyOptions } from "./fixtures.ts";

/** Tests that also run without script, with Save-Data, translated by the browser, and in Arabic on a phone. */
const JOURNEYS = /journey\.spec\.ts$/;
const executablePath = findTestChromium();

export default defineConfig<JourneyOptions>({
  testDir: ".",
  outputDir: "../../test-results",
  globalSetup: "../support/fresh-build.ts",
  // A test that only passes on a second try is a failing test.
  retries: 0,
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // Some tests visit dozens of pages, and a busy machine must not fail them.
  timeout: 240_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices["Desktop Chrome"],
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    },
    actionTimeout: 30_000,
    // No traces are recorded, because they take a tenth of the time, and nobody could open one there.
    trace: process.env.CI ? "off" : "retain-on-failure",
  },
  projects: [
    { name: "script" },
    { name: "no-script", testMatch: JOURNEYS, use: { javaScriptEnabled: false } },
    { name: "no script, saving data", testMatch: JOURNEYS, use: { savesData: true } },
    { name: "translated", testMatch: JOURNEYS, use: { translates: true } },
    {
      name: "arabic",
      testMatch: JOURNEYS,
      use: { language: "ar", locale: "ar", viewport: { width: 390, height: 844 } },
    },
  ],
});
