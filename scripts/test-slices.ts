// npm run test:slices: on copies, sets up a product without any slice, and takes one slice out, which the seed chooses (--seed 7), or
// each alone (--each). Checks what is left.
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Slice } from "#app/core/lib/slice.ts";
import { SLICES } from "#app/slices.ts";
import { copyProduct } from "./lib/copy-product.ts";
import { fail } from "./lib/fail.ts";

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

for (const { name } of chosen) tryOn("remove", [name, ...needing(name)], CHECKS);
// It runs the same checks, and the unit tests.
tryOn(
  "setup",
  ["--name", "Trailhead", "--colour", "teal", "--without", ALL.map(({ name }) => name).join()],
  [],
);

/** The slices that can't be without another one. */
function needing(name: string): string[] {
  return ALL.filter(({ needs = [] }) => needs.includes(name)).map((slice) => slice.name);
}

/** Runs a command on a copy, and scripts there. Ends the program if one fails, and leaves the copy. */
function tryOn(command: string, args: string[], scripts: string[]): void {
  const { folder, run } = copyProduct();
  try {
    run(command, ...args);
    for (const script of scripts) run(script);
  } catch (error) {
    fail(
      `After npm run ${command} -- ${args.join(" ")} this fails: ${(error as Error).message}. The copy is in ${folder}.`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
}
