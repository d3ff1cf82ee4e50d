import { defineConfig } from "vitest/config";

const EVERYWHERE = {
  // A test that hangs is ended after this many milliseconds. Tests of commands take up to a minute on an idle machine.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  // Work after a response, such as an email, takes time, too. A busy machine needs more than the default of one second.
  expect: { poll: { timeout: 120_000 } },
  // All files of a test process share its loaded modules.
  isolate: false,
};

/** Tests that talk to a real worker: each file has its own, with its own database. */
const AGAINST_A_WORKER = {
  globalSetup: ["tests/support/fresh-build.ts"],
  // This file comes first, because Miniflare must not be loaded before it.
  setupFiles: ["tests/support/quick-miniflare.ts", "tests/support/matchers.ts"],
  ...EVERYWHERE,
};

export default defineConfig({
  test: {
    // By default, Vitest keeps one core for its main process, which has little to do. On two cores, this
    // would waste half of the time.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "unit",
          include: ["app/**/*.test.ts", "app/**/*.test.tsx", "tests/unit/**/*.test.ts"],
          setupFiles: ["tests/support/fill-hooks.ts"],
          ...EVERYWHERE,
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
