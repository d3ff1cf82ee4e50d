// npm test: every check there is. The last line, alone, is the sum over the test runners.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { findChromium } from "#tests/support/chromium.ts";
import { installChromium } from "./lib/install-chromium.ts";

const RESULTS = "test-results";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const total: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Runs one step with its output shown. @returns whether it succeeded */
function run(title: string, command: string, args: string[], env: Record<string, string> = {}): boolean {
  console.log(`\n== ${title}`);
  const start = Date.now();
  const { status } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  console.log(
    `== ${title}: ${status === 0 ? "passed" : "FAILED"} in ${Math.round((Date.now() - start) / 1000)} s`,
  );
  return status === 0;
}

/** A step that counts no tests: where it fails, it is one failure. */
function check(title: string, command: string, args: string[]): boolean {
  const passed = run(title, command, args);
  if (!passed) total.failed += 1;
  return passed;
}

/** A test runner: its report is added up. A runner that fails without a failed test is one failure. */
function suite(
  title: string,
  read: () => Counts,
  command: string,
  args: string[],
  env?: Record<string, string>,
) {
  const passed = run(title, command, args, env);
  try {
    const counts = read();
    total.passed += counts.passed;
    total.skipped += counts.skipped;
    total.failed += Math.max(counts.failed, passed && counts.passed > 0 ? 0 : 1);
  } catch {
    total.failed += 1;
  }
}

function vitest(project: string) {
  const report = `${RESULTS}/${project}.json`;
  const read = (): Counts => {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
      readFileSync(report, "utf8"),
    );
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  };
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  suite(`${project} tests`, read, "vitest", [
    "run",
    "--config",
    "tests/vitest.config.ts",
    "--project",
    project,
    ...reporters,
  ]);
}

function playwright() {
  const report = `${RESULTS}/e2e.json`;
  const read = (): Counts => {
    const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(report, "utf8")).stats;
    return { passed: expected, failed: unexpected + flaky, skipped };
  };
  const args = ["test", "--config", "tests/e2e/playwright.config.ts", "--reporter=list,json"];
  suite("browser tests", read, "playwright", args, {
    PLAYWRIGHT_JSON_OUTPUT_FILE: `${process.cwd()}/${report}`,
  });
}

rmSync(RESULTS, { recursive: true, force: true });

const typed =
  check("generated types", "npm", ["run", "--silent", "typegen"]) &&
  check("type check", "tsc", ["--pretty", "false"]);
if (typed) {
  check("lint", "biome", ["check"]);
  check("dead code", "knip", []);
}
vitest("unit");
// Each leaves a build of its own, so that they come before the one that the tests run on.
for (const environment of ["preview", "production", "demo"]) {
  check(`deploy dry run: ${environment}`, "node", ["scripts/deploy.ts", "--env", environment, "--dry-run"]);
}
if (check("build", "react-router", ["build"])) {
  vitest("integration");
  const missing = findChromium() ? null : installChromium();
  if (missing) {
    console.error(missing);
    total.failed += 1;
  } else {
    playwright();
  }
}

console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
