// npm run test:slices: removes slices from copies, and checks what is left. One copy loses all slices and gets two
// generated entities; another loses a random choice. With `-- alone`, it removes a third of the slices, each alone in
// its own copy. With `-- alone 1/4`, it removes each slice of the first quarter alone, and runs all tests.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import fc from "fast-check";
import type { Slice } from "#app/core/lib/slice.ts";
import { SLICES } from "#app/slices.ts";
import { copyProduct } from "./lib/copy-product.ts";
import { fail } from "./lib/fail.ts";
import { withDependents } from "./lib/with-dependents.ts";

const ALL: readonly Slice[] = SLICES;
const NAMES = ALL.map(({ name }) => name);
const CHECKS = [["check:types"], ["check:lint"], ["check:dead-code"]];

/** The number of a part, counted from 0, and how many parts there are. */
interface Part {
  index: number;
  of: number;
}

/**
 * A run takes one of this many parts of the integration tests on a random choice, or of the slices to remove
 * alone.
 */
const SHARE = 3;

const {
  values,
  positionals: [alone, named],
} = parseArgs({ allowPositionals: true, options: { seed: { type: "string" } } });
// By default, the seed comes from the commit, so that every run on a commit makes the same choice.
const seed = Number(values.seed ?? Number.parseInt(git("rev-parse", "HEAD").slice(0, 8), 16));
const part = { index: seed % SHARE, of: SHARE };
console.log(`\n\n== Slices removed (--seed ${seed})`);

if (alone && named) tryAlone(partFrom(named), [...CHECKS, ["test:unit"], ["test:integration"]]);
// The removal itself fails if knip finds dead code.
else if (alone) tryAlone(part, [["check:types"]]);
else {
  tryWithout([
    // The setup itself runs the checks and the unit tests.
    [
      "setup",
      ...["--name", "Trailhead", "--colour", "teal", "--languages", "en,fr", "--roles", "editor"],
      ...["--without", NAMES.join()],
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
    ...CHECKS,
    ["test:integration", "trails", "logs", "login", "integration/access", "integration/roles"],
  ]);
  const [choice = []] = fc.sample(fc.subarray(NAMES, { minLength: 1 }), { seed, numRuns: 1 });
  tryWithout([
    ["remove", ...closureOf(choice)],
    ...CHECKS,
    ["test:unit"],
    ["test:integration", `--shard=${part.index + 1}/${part.of}`],
  ]);
}

/**
 * Removes one slice from each copy, with the slices that need it, and runs scripts there. Slices that are
 * always removed together are tested once.
 */
function tryAlone({ index, of }: Part, scripts: readonly string[][]): void {
  const different = new Map(NAMES.map((name) => [closureOf([name]).toSorted().join(), closureOf([name])]));
  // Neighbours in the list are alike, so each part takes every nth slice.
  const its = [...different.values()].filter((_, i) => i % of === index);
  for (const slices of its) tryWithout([["remove", ...slices], ...scripts]);
}

/** Adds to some slices all slices that need one of them, so that they can be removed together. */
function closureOf(names: readonly string[]): string[] {
  return [...new Set(names.flatMap(withDependents))];
}

function partFrom(text: string): Part {
  const [index = 0, of = 0] = text.split("/").map(Number);
  if (!(index >= 1 && index <= of))
    fail(`"alone" takes a part and their number, such as 1/4, not "${text}".`);
  return { index: index - 1, of };
}

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8" });
}

/** Runs scripts on a copy, each with its arguments. Ends the program if one fails, and leaves the copy. */
function tryWithout(steps: readonly string[][]): void {
  const { folder, run } = copyProduct();
  try {
    for (const [script = "", ...args] of steps) {
      console.log(`\n== ${[script, ...args].join(" ")}`);
      run(script, ...args);
    }
  } catch (error) {
    fail(
      `After npm run ${steps[0]?.join(" ")} something fails: ${(error as Error).message}. The copy is in ${folder}.`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
}
