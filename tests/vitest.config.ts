import { defineConfig } from "vitest/config";

/** Tests that talk to a real worker; a slow machine is no failure. */
const AGAINST_A_WORKER = {
  globalSetup: ["tests/support/fresh-build.ts"],
  setupFiles: ["tests/support/matchers.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    // By default, one core is left to Vitest itself, which has little to do: on two cores that is half of the time.
    maxWorkers: "100%",
    projects: [
      {
        test: { name: "unit", include: ["app/**/*.test.ts", "app/**/*.test.tsx", "tests/unit/**/*.test.ts"] },
      },
      { test: { name: "integration", include: ["tests/integration/**/*.test.ts"], ...AGAINST_A_WORKER } },
      { test: { name: "attacks", include: ["tests/attacks/**/*.test.ts"], ...AGAINST_A_WORKER } },
    ],
  },
});
