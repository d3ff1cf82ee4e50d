import { globSync, readFileSync } from "node:fs";
import { engines, fail, playwright, vitest } from "./test-runners.ts";

const FILES = {
  unit: ["app/**/*.test.{ts,tsx}", "tests/unit/**/*.test.ts"],
  integration: ["tests/integration/**/*.test.ts"],
  attacks: ["tests/attacks/**/*.test.ts"],
  e2e: ["tests/e2e/**/*.spec.ts"],
  engines: ["tests/engines/**/*.test.ts"],
};

const ALL = Object.values(FILES).flatMap((globs) => globSync(globs));

/**
 * Runs the test files whose path contains one of the patterns. If no path contains a pattern, it runs the tests whose
 * name does.
 */
export function testMatching(patterns: string[]): void {
  const inPath = (pattern: string) => ALL.filter((file) => file.includes(pattern));
  const files = patterns.flatMap(inPath);
  if (files.length > 0) runFiles(files);
  for (const name of patterns.filter((pattern) => inPath(pattern).length === 0)) {
    const named = ALL.filter((file) => readFileSync(file, "utf8").includes(name));
    if (named.length === 0) fail(`No test, and no test file, has "${name}" in its name.`);
    runFiles(named, name);
  }
}

/** @param name a part of the name of the tests to run; by default all tests of the files run */
function runFiles(files: string[], name?: string): void {
  const matching = (globs: string[]) => globSync(globs).filter((file) => files.includes(file));
  vitest("unit", { files: matching(FILES.unit), name });
  vitest("integration", { files: matching(FILES.integration), name });
  vitest("attacks", { files: matching(FILES.attacks), name });
  playwright({ files: matching(FILES.e2e), name });
  engines({ files: matching(FILES.engines), name });
}
