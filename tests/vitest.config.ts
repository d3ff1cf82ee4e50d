import { defineConfig } from "vitest/config";

/** After this, in milliseconds, what hangs is ended. Tests of commands take up to a minute where nothing else runs. */
const PATIENCE = { testTimeout: 240_000, hookTimeout: 240_000 };

/** Tests that talk to a real worker. */
const AGAINST_A_WORKER = {
  globalSetup: ["tests/support/fresh-build.ts"],
  setupFiles: ["tests/support/matchers.ts"],
  // A file has its own worker and database. What its test process has loaded, the next file may use.
  isolate: false,
  ...PATIENCE,
};

export default defineConfig({
  test: {
    // By default, one core is left to Vitest itself, which has little to do: on two cores that is half of the time.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "unit",
          include: ["app/**/*.test.ts", "app/**/*.test.tsx", "tests/unit/**/*.test.ts"],
          setupFiles: ["tests/support/fill-hooks.ts"],
          ...PATIENCE,
        },
      },
      { test: { name: "integration", include: ["tests/integration/**/*.test.ts"], ...AGAINST_A_WORKER } },
      { test: { name: "attacks", include: ["tests/attacks/**/*.test.ts"], ...AGAINST_A_WORKER } },
      ...["firefox", "webkit"].map((engine) => ({
        test: {
          name: engine,
          include: ["tests/engines/**/*.test.ts"],
          env: { ENGINE: engine },
          ...AGAINST_A_WORKER,
        },
      })),
    ],
  },
});
