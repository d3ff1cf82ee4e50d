// npm run test:next: upgrades a copy to the next major version of React Router (docs/decisions/0069), and runs the
// checks that show whether it works. These are types, unit tests, and the tests on the built worker.
import { appendFileSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { copyProduct } from "./lib/copy-product.ts";
import { fail } from "./lib/fail.ts";

const NEXT = ["react-router@8", "@react-router/dev@8"];
/** The next version enables what these flags enable, and refuses some of them. */
const CONFIGURATIONS = "{,scripts/**/}react-router.config.ts";
const FLAGS = /^\s*v8_\w+: true,\n/gm;

const { folder, run, npm } = copyProduct();
// The link to the original's packages.
rmSync(path.join(folder, "node_modules"));
// Libraries that support the next version may not allow it in their peer ranges yet.
appendFileSync(path.join(folder, ".npmrc"), "\nlegacy-peer-deps=true\n");
for (const name of globSync(CONFIGURATIONS)) {
  const file = path.join(folder, name);
  writeFileSync(file, readFileSync(file, "utf8").replace(FLAGS, ""));
}
try {
  npm("install", "--save-exact", "--no-audit", "--no-fund", ...NEXT);
  for (const script of ["check:types", "test:unit", "test:integration"]) run(script);
} catch (error) {
  fail(`With ${NEXT.join(" and ")} something fails: ${(error as Error).message}. The copy is in ${folder}.`);
}
rmSync(folder, { recursive: true, force: true });
