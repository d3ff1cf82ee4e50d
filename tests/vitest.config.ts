import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: { name: "unit", include: ["app/**/*.test.ts", "app/**/*.test.tsx", "tests/unit/**/*.test.ts"] },
      },
      {
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          globalSetup: ["tests/support/fresh-build.ts"],
          setupFiles: ["tests/support/matchers.ts"],
          // Each test talks to a real worker; a slow machine is no failure.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
