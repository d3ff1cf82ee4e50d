// npm run test:slices: on copies, sets up a product without any slice and generates two entities there, and takes one slice out, which the
// seed chooses (--seed 7), or each alone (--each). Checks what is left.
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Slice } from "#app/core/lib/slice.ts";
import { SLICES } from "#app/slices.ts";
import { copyProduct } from "./lib/copy-product.ts";
import { fail } from "./lib/fail.ts";
import { withDependents } from "./lib/with-dependents.ts";

const ALL: readonly Slice[] = SLICES;
const CHECKS = ["check:types", "check:lint", "check:dead-code"];

const { values } = parseArgs({
  options: { seed: { type: "string" }, each: { type: "boolean", default: false } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const chosen = values.each ? ALL : [ALL[seed % ALL.length]].filter((slice) => slice !== undefined);
console.log(
  `\n== Without ${chosen.map(({ name }) => name).join(", ")}, each alone (--seed ${seed}), and without any slice`,
);

for (const { name } of chosen) {
  tryOn([["remove", ...withDependents(name)], ...CHECKS.map((check) => [check])]);
}
tryOn([
  // It runs the same checks, and the unit tests.
  [
    "setup",
    ...["--name", "Trailhead", "--colour", "teal", "--languages", "en,fr", "--roles", "editor"],
    ...["--without", ALL.map(({ name }) => name).join()],
  ],
  [
    "new:entity",
    "trail",
    "name:text!",
    "length:decimal",
    "kind:loop|ridge",
    "opened:date",
    "--unique",
    "name",
  ],
  ["new:entity", "log", "title:text!", "size:integer", "trail:ref", "--of", "user", "--public"],
  ...CHECKS.map((check) => [check]),
  ["test:integration", "trails", "logs", "login", "integration/access", "integration/roles"],
]);

/** Runs scripts on a copy, each with its arguments. Ends the program if one fails, and leaves the copy. */
function tryOn(steps: string[][]): void {
  const { folder, run } = copyProduct();
  try {
    for (const [script = "", ...args] of steps) run(script, ...args);
  } catch (error) {
    fail(
      `After npm run ${steps[0]?.join(" ")} this fails: ${(error as Error).message}. The copy is in ${folder}.`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
}
