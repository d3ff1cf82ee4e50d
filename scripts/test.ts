// npm test: runs every check. npm test -- <pattern>...: runs only the test files whose path contains a pattern or, if
// there are none, the tests whose name does. Prints the totals of all test runners alone on the last line.

import { environments } from "./lib/environments.ts";
import { testMatching } from "./lib/test-matching.ts";
import { begin, check, engines, finish, playwright, vitest } from "./lib/test-runners.ts";

const patterns = process.argv.slice(2);

begin();
if (patterns.length > 0) testMatching(patterns);
else testAll();
finish();

function testAll(): void {
  const typed =
    check("generated types", "npm", ["run", "--silent", "typegen"]) &&
    check("type check", "tsc", ["--pretty", "false"]);
  if (typed) {
    check("lint", "biome", ["check"]);
    check("dead code", "knip", []);
    check("licences", "node", ["scripts/licences.ts"]);
  }
  vitest("unit");
  // These run before the build for the tests, because each of them overwrites the build.
  for (const environment of environments()) {
    check(`deploy dry run: ${environment}`, "node", ["scripts/deploy.ts", "--env", environment, "--dry-run"]);
  }
  if (check("build", "node", ["scripts/build.ts"])) {
    vitest("integration");
    vitest("attacks");
    playwright();
    engines();
  }
}
