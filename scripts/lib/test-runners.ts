import { spawnSync } from "node:child_process";
import { globSync, readFileSync, rmSync } from "node:fs";
import { ensureChromium } from "./install-chromium.ts";
import { isCi } from "./install-debian.ts";
import { installEngines } from "./install-engines.ts";

const RESULTS = "test-results";

/** Where a failed browser test keeps its address and what its page held, beside what Playwright keeps. */
export const PAGE_OF_FAILURE = "page.yml";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const total: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Runs one step and shows its output. @returns whether it succeeded */
function run(title: string, command: string, args: string[], env: Record<string, string> = {}): boolean {
  console.log(`\n== ${title}`);
  const start = Date.now();
  const { status } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  console.log(
    `== ${title}: ${status === 0 ? "passed" : "FAILED"} in ${Math.round((Date.now() - start) / 1000)} s`,
  );
  return status === 0;
}

/** Starts a run: deletes the reports of the last one. */
export function begin(): void {
  rmSync(RESULTS, { recursive: true, force: true });
}

/** Runs a step that counts no tests: a failure counts as one failed test. */
export function check(title: string, command: string, args: string[]): boolean {
  const passed = run(title, command, args);
  if (!passed) total.failed += 1;
  return passed;
}

/** Counts as one failed test, and says why. */
export function fail(reason: string): void {
  console.error(reason);
  total.failed += 1;
}

/** Which tests a runner runs; without it, all of its own. */
interface Selection {
  /** Empty if there is nothing to run. */
  files: string[];
  /** A part of the name of the tests to run. */
  name?: string | undefined;
}

/** Runs the tests of a project in tests/vitest.config.ts. */
export const vitest = (project: "unit" | "integration" | "attacks", selection?: Selection): void =>
  runVitest(project, [project], selection);

/**
 * Runs the tests of tests/engines/ in each browser that is installed. Elsewhere they are left out with a line that says so;
 * in CI that is a failure.
 */
export function engines(selection?: Selection): void {
  if (selection?.files.length === 0) return;
  const { found, missing } = installEngines();
  for (const line of missing) {
    if (isCi) fail(line);
    else console.log(`\n== ${line} Its tests are skipped.`);
  }
  if (found.length > 0) runVitest("engine", found, selection);
}

/** Runs the tests of some projects, at the same time. */
function runVitest(title: string, projects: string[], selection?: Selection): void {
  const report = `${RESULTS}/${title}.json`;
  const read = (): Counts => {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
      readFileSync(report, "utf8"),
    );
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  };
  const args = [
    "run",
    "--config",
    "tests/vitest.config.ts",
    ...projects.map((project) => `--project=${project}`),
  ];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const name = selection?.name ? [`--testNamePattern=${literally(selection.name)}`] : [];
  suite(`${title} tests`, read, selection, "vitest", [
    ...args,
    ...reporters,
    ...name,
    ...(selection?.files ?? []),
  ]);
}

/** Runs the browser tests, and installs a Chromium first if there is none. */
export function playwright(selection?: Selection): void {
  if (selection?.files.length === 0) return;
  const missing = ensureChromium();
  if (missing) {
    fail(missing);
    return;
  }
  const report = `${RESULTS}/e2e.json`;
  const read = (): Counts => {
    const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(report, "utf8")).stats;
    return { passed: expected, failed: unexpected + flaky, skipped };
  };
  const args = ["test", "--config", "tests/e2e/playwright.config.ts", "--reporter=list,json"];
  const name = selection?.name ? [`--grep=${literally(selection.name)}`, "--pass-with-no-tests"] : [];
  const files = (selection?.files ?? []).map(literally);
  suite("browser tests", read, selection, "playwright", [...args, ...name, ...files], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: `${process.cwd()}/${report}`,
  });
  if (isCi) showFailedPages();
}

/** Prints what the pages of failed tests held, as a machine of CI keeps no files: of five tests at most, 8,000 characters each. */
function showFailedPages(): void {
  for (const file of globSync(`${RESULTS}/*/${PAGE_OF_FAILURE}`).slice(0, 5)) {
    console.log(`\n== The page of ${file}: ${readFileSync(file, "utf8").slice(0, 8000)}`);
  }
}

/**
 * Runs a test runner and adds its results to the total. A runner that fails without a failed test counts as one
 * failure.
 */
function suite(
  title: string,
  read: () => Counts,
  selection: Selection | undefined,
  command: string,
  args: string[],
  env?: Record<string, string>,
): void {
  if (selection?.files.length === 0) return;
  const passed = run(title, command, args, env);
  try {
    const counts = read();
    // The pattern may match a file's text but no test's name, and tests that it leaves out are not skipped.
    const expected = selection?.name === undefined;
    total.passed += counts.passed;
    total.skipped += expected ? counts.skipped : 0;
    total.failed += Math.max(counts.failed, passed && (counts.passed > 0 || !expected) ? 0 : 1);
  } catch {
    total.failed += 1;
  }
}

/** A regular expression that matches exactly this text. */
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Prints the totals alone on the last line and ends the process: with 0 if tests passed and nothing failed. */
export function finish(): never {
  if (total.passed + total.failed === 0) console.error("No test has such a name.");
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
}
