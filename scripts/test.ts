// npm test: every check there is. npm test -- <pattern>: the tests of that name, or of the files of that name, alone.
// The last line, alone, is the sum over the test runners.

import { testMatching } from "./lib/test-matching.ts";
import { begin, check, finish, playwright, vitest } from "./lib/test-runners.ts";

const pattern = process.argv.slice(2).join(" ");

begin();
if (pattern) testMatching(pattern);
else testAll();
finish();

function testAll(): void {
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
  if (check("build", "node", ["scripts/build.ts"])) {
    vitest("integration");
    playwright();
  }
}
