// npm run setup: makes the starter a product of one's own: its name, its colour, and only the slices that it needs.
// Asks, or takes flags: npm run setup -- --name Trailhead --colour teal --without book,genre,passkey (docs/start-a-product.md).
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { cancel, confirm, isCancel, multiselect, text } from "@clack/prompts";
import type { Slice } from "#app/core/lib/slice.ts";
import { ACCENT } from "#app/palette.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { SLICES } from "#app/slices.ts";
import { fail, reasonOf } from "./lib/fail.ts";
import { cleanUp, findWhatGoes } from "./remove/take-out.ts";
import { accentOf } from "./setup/accent.ts";
import { rename, slugOf } from "./setup/rename.ts";

interface Plan {
  name: string;
  colour: string | undefined;
  holder: string | undefined;
  repository: string | undefined;
  without: string[];
}

const ALL: readonly Slice[] = SLICES;
const UNDO = "git restore . && git clean -fd app docs locales migrations public scripts tests";
const ONLY_OF_STARTER = [
  "scripts/{setup,test-product,test-slices,test-next}.ts",
  "scripts/setup/",
  "scripts/lib/{add-role,add-user-columns,add-webhook,copy-product}.ts",
  "tests/unit/setup.test.ts",
  ".github/workflows/weekly.yml",
];
const CHECKS = ["check:types", "check:lint", "check:dead-code", "test:unit"];

/** Whether files have been changed. */
let hasBegun = false;

try {
  const { values } = parseArgs({
    options: {
      name: { type: "string" },
      colour: { type: "string" },
      holder: { type: "string" },
      repository: { type: "string" },
      without: { type: "string" },
      "dry-run": { type: "boolean", default: false },
    },
  });
  const asks = process.stdin.isTTY && values.name === undefined;
  const plan = asks ? await ask() : planOf(values);
  check(plan);
  console.log(inWords(plan));
  if (values["dry-run"]) run("node", "scripts/remove.ts", ...plan.without, "--baseline", "--dry-run");
  else if (!asks || (await agreed())) await carryOut(plan);
} catch (error) {
  fail(
    hasBegun
      ? `Set up in part: ${reasonOf(error)}. To undo it: ${UNDO}`
      : `Nothing was changed: ${reasonOf(error)}`,
  );
}

function planOf({
  name,
  colour,
  holder,
  repository,
  without,
}: Partial<Record<Exclude<keyof Plan, "without">, string>> & { without?: string | undefined }): Plan {
  if (!name) throw new Error("it needs a name: npm run setup -- --name Trailhead");
  return { name, colour, holder, repository, without: without ? without.split(",") : [] };
}

/** Asks for everything. */
async function ask(): Promise<Plan> {
  const name = answered(await text({ message: "What is it called?", placeholder: PRODUCT_NAME }));
  const colour = answered(
    await text({
      message: "Its colour, as in CSS or by name (empty: as it is)",
      placeholder: "teal",
      defaultValue: "",
    }),
  );
  const repository = answered(
    await text({ message: "The URL of its repository (empty: none)", defaultValue: "" }),
  );
  const holder = answered(
    await text({ message: "Who holds the licence?", defaultValue: `The ${name} authors` }),
  );
  const kept = answered(
    await multiselect({
      message: "What does it need?",
      options: ALL.map((slice) => ({ value: slice.name, label: slice.name })),
      initialValues: ALL.map((slice) => slice.name),
      required: false,
    }),
  );
  return {
    name,
    colour: colour || undefined,
    repository: repository || undefined,
    holder,
    without: ALL.map((slice) => slice.name).filter((slice) => !kept.includes(slice)),
  };
}

async function agreed(): Promise<boolean> {
  return answered(await confirm({ message: "Do it?" }));
}

/** An answer. Ends the program if there is none. */
function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (!isCancel(answer)) return answer as Exclude<Answer, symbol>;
  cancel("Nothing was changed.");
  process.exit(0);
}

/** @throws {Error} if something can't be as it is wanted, before anything is changed */
function check({ name, colour, repository, without }: Plan): void {
  if (!slugOf(name))
    throw new Error(
      "the name needs a letter or digit from A to Z or 0 to 9, for the names of workers and databases",
    );
  if (colour) accentOf(colour);
  if (repository && !URL.canParse(repository)) throw new Error(`"${repository}" is no URL`);
  const unknown = without.find((slice) => !ALL.some((one) => one.name === slice));
  if (unknown)
    throw new Error(
      `there is no slice "${unknown}". There are ${ALL.map((slice) => slice.name).join(", ")}.`,
    );
}

function inWords({ name, colour, holder, repository, without }: Plan): string {
  return `
Name         ${name} (${slugOf(name)} in the names of workers, databases and the package)
Colour       ${colour ?? "as it is"}
Repository   ${repository ?? "none"}
Licence      ${holder ?? `The ${name} authors`}
Without      ${without.join(", ") || "nothing"}
Migrations   one, for what is left: nothing may be deployed yet
`;
}

async function carryOut({ name, colour, holder, repository, without }: Plan): Promise<void> {
  const going = await findWhatGoes(ALL.filter((slice) => without.includes(slice.name)));
  hasBegun = true;
  going.carryOut({ baseline: true });
  rename({ name, holder, repository });
  if (colour) {
    const accent = accentOf(colour);
    let palette = readFileSync("app/palette.ts", "utf8");
    for (const [role, { light, dark }] of Object.entries(ACCENT)) {
      const shades = accent[role as keyof typeof ACCENT];
      palette = palette.replace(
        `{ light: "${light}", dark: "${dark}" }`,
        `{ light: "${shades.light}", dark: "${shades.dark}" }`,
      );
    }
    writeFileSync("app/palette.ts", palette);
  }
  removeSetup();
  cleanUp();
  run("node", "scripts/icons.ts");
  run("node", "scripts/preview-image.ts");
  for (const script of CHECKS) run("npm", "run", "--silent", script);
  console.log(`\n${name} is ready: npm run db:reset && npm start. To undo it: ${UNDO}`);
}

/** Takes out what only the starter needs: this command, and what tries it and the recipes. */
function removeSetup(): void {
  for (const file of globSync(ONLY_OF_STARTER)) rmSync(file, { recursive: true });
  const ci = readFileSync(".ci/run", "utf8").split("\n");
  const kept = ci.filter((line) => !/test:(product|slices)/.test(line));
  writeFileSync(".ci/run", kept.join("\n").replace(/\. It also .*/, "."));
}

/** @throws {Error} if the command fails */
function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) throw new Error(`${[command, ...args].join(" ")} failed`);
}
