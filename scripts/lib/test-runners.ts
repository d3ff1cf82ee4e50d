import { spawnSync } from "node:child_process";
import { globSync, readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/node";
import { ensureChromium } from "./install-chromium.ts";
import { isCi } from "./install-debian.ts";
import { installEngines } from "./install-engines.ts";

const RESULTS = "test-results";

/** The file with the address and the content of the page of a failed browser test, next to Playwright's own files. */
export const PAGE_OF_FAILURE = "page.yml";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const total: Counts = { passed: 0, failed: 0, skipped: 0 };

/** The failures. They are printed again at the end, because the runners' own output is far above the totals. */
const failures: string[] = [];

/** Runs one step and shows its output. @returns whether the step succeeded */
function run(title: string, command: string, args: string[], env: Record<string, string> = {}): boolean {
  console.log(`\n== ${title}`);
  const start = Date.now();
  const { status } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  console.log(
    `== ${title}: ${status === 0 ? "passed" : "FAILED"} in ${Math.round((Date.now() - start) / 1000)} s`,
  );
  return status === 0;
}

/** Starts a run: deletes the reports of the previous one. */
export function begin(): void {
  rmSync(RESULTS, { recursive: true, force: true });
}

/** Runs a step that does not count tests. If it fails, that counts as one failed test. */
export function check(title: string, command: string, args: string[]): boolean {
  const passed = run(title, command, args);
  if (!passed) fail(`${title}: see above`);
  return passed;
}

/** Counts one failed test, and prints why. */
export function fail(reason: string): void {
  console.error(reason);
  failures.push(reason);
  total.failed += 1;
}

/** The tests that a runner runs; by default, all of its tests. */
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
 * Runs the tests of tests/engines/ in each installed browser. A missing browser is skipped with a message; in CI it is
 * a failure.
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

/** Runs the tests of several projects at the same time. */
function runVitest(title: string, projects: string[], selection?: Selection): void {
  const report = `${RESULTS}/${title}.json`;
  const read = (): Counts => {
    const results: JsonTestResults = JSON.parse(readFileSync(report, "utf8"));
    failures.push(...failuresOfVitest(results));
    return {
      passed: results.numPassedTests,
      failed: results.numFailedTests,
      skipped: results.numPendingTests + results.numTodoTests,
    };
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
    const results: JSONReport = JSON.parse(readFileSync(report, "utf8"));
    failures.push(...failuresOfPlaywright(results.suites));
    const { expected, unexpected, flaky, skipped } = results.stats;
    return { passed: expected, failed: unexpected + flaky, skipped };
  };
  const args = ["test", "--config", "tests/e2e/playwright.config.ts", "--reporter=list,json"];
  const name = selection?.name ? [`--grep=${literally(selection.name)}`, "--pass-with-no-tests"] : [];
  const files = (selection?.files ?? []).map(literally);
  suite("browser tests", read, selection, "playwright", [...args, ...name, ...files], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: `${process.cwd()}/${report}`,
  });
}

/** The failures of a run of Vitest: tests, and files that failed before their tests. */
function failuresOfVitest({ testResults }: JsonTestResults): string[] {
  return testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && failed.length === 0) return [`${file}\n${message}`];
    return failed.map((test) => `${file} > ${test.fullName}\n${test.failureMessages?.join("\n") ?? ""}`);
  });
}

/** The failures of a run of Playwright. A test that only passed when it was repeated has failed, too. */
function failuresOfPlaywright(suites: JSONReportSuite[] = []): string[] {
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === "unexpected" || test.status === "flaky")
        .map((test) => {
          const errors = test.results.flatMap((result) => result.errors.map((error) => error.message ?? ""));
          return `${spec.file}:${spec.line} [${test.projectName}] > ${suite.title} > ${spec.title}\n${errors.join("\n")}`;
        }),
    ),
    ...failuresOfPlaywright(suite.suites),
  ]);
}

/** Prints the pages of failed browser tests, at most three, because CI machines keep no files. */
function showFailedPages(): void {
  for (const file of globSync(`${RESULTS}/*/${PAGE_OF_FAILURE}`).slice(0, 3)) {
    console.log(`\n== The page of ${file}: ${readFileSync(file, "utf8").slice(0, 3000)}`);
  }
}

/**
 * Runs a test runner and adds its results to the totals. If it fails without a failed test, that counts as one failure.
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
    // With a pattern for names, it is fine if no test of these files has such a name, and the excluded tests
    // don't count as skipped.
    const expected = selection?.name === undefined;
    total.passed += counts.passed;
    total.skipped += expected ? counts.skipped : 0;
    const sound = passed && (counts.passed > 0 || !expected);
    if (!sound && counts.failed === 0) fail(`${title}: see above`);
    else total.failed += counts.failed;
  } catch {
    fail(`${title}: it wrote no report`);
  }
}

/** A regular expression that matches exactly this text. */
const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Prints the failures, and the totals alone on the last line. Exits with 0 if tests passed and nothing failed. */
export function finish(): never {
  if (isCi) showFailedPages();
  for (const failure of failures.slice(0, 10)) {
    const lines = failure.split("\n").filter((line) => !line.includes("node_modules/"));
    console.log(`\n== Failed: ${lines.join("\n").slice(0, 1500)}`);
  }
  if (failures.length > 10) console.log(`\n== ${failures.length - 10} more failed.`);
  if (total.passed + total.failed === 0) console.error("No test has that name.");
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
}
