import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "#tests/support/chromium.ts";
import type { JourneyOptions } from "./fixtures.ts";

/** What works without script, and in Arabic on a phone, too. */
const JOURNEYS = /journey\.spec\.ts$/;
const executablePath = findChromium();

export default defineConfig<JourneyOptions>({
  testDir: ".",
  outputDir: "../../test-results",
  globalSetup: "../support/fresh-build.ts",
  // A test that passes at the second try is a failing test.
  retries: 0,
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // Some tests go through dozens of pages; a busy machine is no failure.
  timeout: 240_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices["Desktop Chrome"],
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    },
    actionTimeout: 30_000,
    trace: "retain-on-failure",
  },
  projects: [
    { name: "script" },
    { name: "no-script", testMatch: JOURNEYS, use: { javaScriptEnabled: false } },
    { name: "no script, saving data", testMatch: JOURNEYS, use: { savesData: true } },
    {
      name: "arabic",
      testMatch: JOURNEYS,
      use: { language: "ar", locale: "ar", viewport: { width: 390, height: 844 } },
    },
  ],
});
