// npm run test:slices: on copies, takes slices out, and checks what is left: all of them (with two entities that are
// generated there), and a random choice. npm run test:slices -- alone: a third of them, each alone. npm run test:slices
// -- alone 1/4: each of the first quarter alone, with all tests.
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

/** One of so many parts, counted from 0. */
interface Part {
  index: number;
  of: number;
}

/** CI's share of the integration tests on a random choice, and of the slices that are taken out alone. */
const SHARE = 3;

const {
  values,
  positionals: [alone, named],
} = parseArgs({ allowPositionals: true, options: { seed: { type: "string" } } });
// By default the commit decides, so that every run on a commit makes the same choice.
const seed = Number(values.seed ?? Number.parseInt(git("rev-parse", "HEAD").slice(0, 8), 16));
const part = { index: seed % SHARE, of: SHARE };
console.log(`\n\n== Slices removed (--seed ${seed})`);

if (alone && named) tryAlone(partFrom(named), [...CHECKS, ["test:unit"], ["test:integration"]]);
// The removal itself ends once knip finds no dead code.
else if (alone) tryAlone(part, [["check:types"]]);
else {
  tryWithout([
    // It runs the same checks, and the unit tests.
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
 * Takes one slice out of each copy, with those that need it, and runs scripts there. Two slices that go together are
 * tried once.
 */
function tryAlone({ index, of }: Part, scripts: readonly string[][]): void {
  const different = new Map(NAMES.map((name) => [closureOf([name]).toSorted().join(), closureOf([name])]));
  // Neighbours in the list are alike: each part has some of everything.
  const its = [...different.values()].filter((_, i) => i % of === index);
  for (const slices of its) tryWithout([["remove", ...slices], ...scripts]);
}

/** Slices, and all that need one of them: what can go. */
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
