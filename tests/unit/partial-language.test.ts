import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

// A copy of the product with one string of another language, like that of a team that has just begun to translate.

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), "partial-"));
  const parts = ["app", "locales", "scripts", "tests", "docs/privacy.md"];
  for (const part of [...parts, "package.json", "biome.json", ".gitignore"]) {
    cpSync(part, path.join(copy, part), { recursive: true });
  }
  symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
  const languages = path.join(copy, "app/core/i18n/languages.ts");
  const end = "} as const satisfies";
  // No product has "zxx": the code stands for no linguistic content (ISO 639-2).
  const line = `  zxx: { name: "Zxx", direction: "ltr", fontScale: 1, complete: false },\n`;
  writeFileSync(languages, readFileSync(languages, "utf8").replace(end, line + end));
  mkdirSync(path.join(copy, "locales/zxx"));
  writeFileSync(path.join(copy, "locales/zxx/app.json"), '{ "tagline": "Zxx." }\n');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The names of the test files that run in the copy. */
const TESTS = ["locales", "new-entity", "accept-language"];

/** Runs a command in the copy. @returns its exit code and output */
function run(command: string, ...args: string[]) {
  const { VITEST, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: "utf8", env });
  return { status, output: stdout + stderr };
}

test("the generator adds an entity in a product with a partial language, without a file in that language", () => {
  const specimen = ["specimen", "name:text!", "--unique", "name", "--dry-run"];
  const { status, output } = run(process.execPath, "scripts/new-entity.ts", ...specimen);
  expect(output).toContain("locales/en/specimen.json");
  expect(output).not.toContain("locales/zxx");
  expect(status).toBe(0);
});

test("the tests of strings, of the generator and of language detection pass with a partial language", () => {
  const config = ["--config", "tests/vitest.config.ts", "--project", "unit"];
  const { status, output } = run("node_modules/.bin/vitest", "run", ...config, ...TESTS);
  expect(output).toContain("To be translated into Zxx: lacks");
  expect(status, output).toBe(0);
});
