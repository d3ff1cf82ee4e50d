import { globSync, readFileSync } from "node:fs";
import { playwright, vitest } from "./test-runners.ts";

const FILES = {
  unit: ["app/**/*.test.{ts,tsx}", "tests/unit/**/*.test.ts"],
  integration: ["tests/integration/**/*.test.ts"],
  attacks: ["tests/attacks/**/*.test.ts"],
  e2e: ["tests/e2e/**/*.spec.ts"],
};

/** Runs the test files whose path contains the pattern; if there are none, the tests whose name does. */
export function testMatching(pattern: string): void {
  const all = Object.values(FILES).flatMap((globs) => globSync(globs));
  const byPath = all.filter((file) => file.includes(pattern));
  const byText = all.filter((file) => readFileSync(file, "utf8").includes(pattern));
  const files = byPath.length > 0 ? byPath : byText;
  const name = byPath.length > 0 ? undefined : pattern;
  const chosen = (globs: string[]) => globSync(globs).filter((file) => files.includes(file));

  if (files.length === 0) console.error(`No test, and no test file, has "${pattern}" in its name.`);
  vitest("unit", { files: chosen(FILES.unit), name });
  vitest("integration", { files: chosen(FILES.integration), name });
  vitest("attacks", { files: chosen(FILES.attacks), name });
  playwright({ files: chosen(FILES.e2e), name });
}
