// npm run test:quick: types, lint, dead code, unit tests, and the integration tests of slices and rooms that have
// changed since the last commit. Use it while you work. Only npm test checks everything.
import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { begin, check, finish, vitest } from "./lib/test-runners.ts";

begin();
const typed =
  check("generated types", "npm", ["run", "--silent", "typegen"]) &&
  check("type check", "tsc", ["--pretty", "false"]);
if (typed) {
  check("lint", "biome", ["check"]);
  check("dead code", "knip", []);
}
vitest("unit");
const files = testsOf(changedFiles());
console.log(`\n== Integration tests of changed parts: ${files.length}`);
vitest("integration", { files });
finish();

/** The files that differ from the last commit, including new ones. */
function changedFiles(): string[] {
  const list = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).split("\n");
  return [...list("diff", "--name-only", "HEAD"), ...list("ls-files", "--others", "--exclude-standard")];
}

/** The changed integration tests, and those named after a changed slice or room. */
function testsOf(changed: readonly string[]): string[] {
  const places = changed.flatMap((file) => /^app\/(?:slices|identity)\/([^/]+)\//.exec(file)?.[1] ?? []);
  const patterns = places.flatMap((place) => `tests/integration/${place}{,s}{,-*,.*}.test.ts`);
  const all = globSync("tests/integration/**/*.test.ts");
  const named = new Set(globSync(patterns));
  return all.filter((file) => named.has(file) || changed.includes(file));
}
