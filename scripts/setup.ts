// npm run setup: turns the starter into your own product, with its name, its colour, and only the slices that it needs.
// It asks questions, or takes flags: npm run setup -- --name Trailhead --colour teal --languages en,fr --without
// dashboard,passkey (docs/start-a-product.md).
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_KEYS,
  LANGUAGES,
  type LanguageKey,
} from "#app/core/i18n/languages.ts";
import type { Slice } from "#app/core/lib/slice.ts";
import { ACCENT } from "#app/palette.ts";
import { isRole, ROLES } from "#app/permissions.ts";
import { SLICES } from "#app/slices.ts";
import { fail, reasonOf } from "./lib/fail.ts";
import { cleanUp, findWhatGoes } from "./remove/take-out.ts";
import { accentOf } from "./setup/accent.ts";
import { partsInWords } from "./setup/parts.ts";
import { agreed, ask, listOf, type Plan, SITE } from "./setup/plan.ts";
import { rename, slugOf } from "./setup/rename.ts";
import { addRoles, canBeRole } from "./setup/roles.ts";

const ALL: readonly Slice[] = SLICES;
const UNDO = "git restore . && git clean -fd app docs locales migrations public scripts tests";
const ONLY_OF_STARTER = [
  "scripts/{setup,test-product,test-slices,test-next}.ts",
  "scripts/setup/",
  "scripts/lib/{add-regular-email,add-role,add-user-columns,add-webhook,copy-product}.ts",
  "tests/unit/setup.test.ts",
  ".github/workflows/weekly.yml",
  ".ci/copies",
];
const USAGE = `npm run setup -- --name <name> [--colour <colour>] [--repository <URL>] [--holder <who holds the licence>]
  [--languages <language>,...] [--roles <role>,...] [--without <part>,...] [--landing] [--dry-run]

  --languages  those that stay, of ${LANGUAGE_KEYS.join(", ")}; all if left out
  --without    the parts that go, of those below
  --landing    visitors begin at the landing page, not at the sign-in page
  --dry-run    says what would change, and changes nothing

The parts, what each is for, and what goes with it:

${partsInWords(ALL.map(({ name }) => name))}

Without flags it asks. docs/start-a-product.md says more.`;
/** The files that drawing and checking leave here. None of them is part of the product. */
const OF_THIS_MACHINE = ["build", ".wrangler", ".dev.vars"];
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
      languages: { type: "string" },
      roles: { type: "string" },
      without: { type: "string" },
      landing: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit();
  }
  const asks = process.stdin.isTTY && values.name === undefined;
  const plan = asks ? await ask() : planOf(values);
  check(plan);
  console.log(inWords(plan));
  if (values["dry-run"]) showWhatGoes(plan);
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
  languages,
  roles,
  without,
  ...others
}: Partial<Record<Exclude<keyof Plan, "landing">, string>> & Pick<Plan, "landing">): Plan {
  if (!name) throw new Error("it needs a name: npm run setup -- --name Trailhead");
  const unknown = listOf(languages).find((language) => !isLanguage(language));
  if (unknown) throw new Error(`there is no language "${unknown}". There are ${LANGUAGE_KEYS.join(", ")}.`);
  return {
    ...others,
    name,
    languages: languages ? listOf(languages).filter(isLanguage) : LANGUAGE_KEYS,
    roles: listOf(roles),
    without: listOf(without),
  };
}

/** @throws {Error} if something that was asked for is impossible. Nothing has changed at that point */
function check({ name, colour, repository, languages, roles, without, landing }: Plan): void {
  if (!slugOf(name))
    throw new Error(
      "the name needs a letter or digit from A to Z or 0 to 9, for the names of workers and databases",
    );
  if (colour) accentOf(colour);
  if (repository && !URL.canParse(repository)) throw new Error(`"${repository}" is not a URL`);
  if (!languages.includes(DEFAULT_LANGUAGE))
    throw new Error(
      `${DEFAULT_LANGUAGE} stays: the other languages are compared with it, and what they lack is shown in it`,
    );
  const wrong = roles.find((role) => !canBeRole(role) || isRole(role));
  if (wrong)
    throw new Error(
      `"${wrong}" can't be added as a role: it already exists, or contains something other than letters from a to z and hyphens`,
    );
  if (landing && without.includes(SITE)) throw new Error(`the landing page is part of ${SITE}`);
  const unknown = without.find((slice) => !ALL.some((one) => one.name === slice));
  if (unknown)
    throw new Error(
      `there is no slice "${unknown}". There are ${ALL.map((slice) => slice.name).join(", ")}.`,
    );
}

function inWords({ name, colour, holder, repository, languages, roles, without, landing }: Plan): string {
  return `
Name         ${name} (${slugOf(name)} in the names of workers, databases and the package)
Colour       ${colour ?? "as it is"}
Repository   ${repository ?? "none"}
Licence      ${holder ?? `The ${name} authors`}
Languages    ${languages.map((key) => LANGUAGES[key].name).join(", ")}
Roles        ${[...ROLES, ...roles].join(", ")}
Without      ${without.join(", ") || "nothing"}
First page   ${landing ? "the landing page" : "the sign-in page"}
Migrations   one, for what is left: nothing may be deployed yet
`;
}

/** Prints what would be taken out. */
function showWhatGoes(plan: Plan): void {
  const languages = goingLanguages(plan);
  const flags = languages.length > 0 ? ["--languages", languages.join()] : [];
  run("node", "scripts/remove.ts", ...plan.without, ...flags, "--baseline", "--dry-run");
}

function goingLanguages({ languages }: Plan): LanguageKey[] {
  return LANGUAGE_KEYS.filter((key) => !languages.includes(key));
}

async function carryOut(plan: Plan): Promise<void> {
  const { name, colour, roles, without } = plan;
  const going = await findWhatGoes(
    ALL.filter((slice) => without.includes(slice.name)),
    goingLanguages(plan),
  );
  const made = OF_THIS_MACHINE.filter((file) => !existsSync(file));
  hasBegun = true;
  going.carryOut({ baseline: true });
  rename(plan);
  if (roles.length > 0) addRoles(roles);
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
  if (plan.landing) takeLanding();
  removeSetup();
  cleanUp();
  run("node", "scripts/icons.ts");
  run("node", "scripts/preview-image.ts");
  for (const script of CHECKS) run("npm", "run", "--silent", script);
  for (const file of made) rmSync(file, { recursive: true, force: true });
  console.log(`\n${name} is ready: npm run db:reset && npm start. To undo it: ${UNDO}`);
}

/** Makes `/` redirect visitors to the landing page in each deployed environment. */
function takeLanding(): void {
  const config = readFileSync("wrangler.toml", "utf8");
  writeFileSync("wrangler.toml", config.replace(/^\[env\.\w+\.vars\]$/gm, '$&\nLANDING = "true"'));
}

/** Removes what only the starter needs: this command, its tests, and the tests of the recipes. */
function removeSetup(): void {
  for (const file of globSync(ONLY_OF_STARTER)) rmSync(file, { recursive: true });
  const ci = readFileSync(".ci/run", "utf8").split("\n");
  const kept = ci.filter((line) => !line.startsWith(".ci/copies"));
  writeFileSync(".ci/run", kept.join("\n").replace(/\. It also .*/, "."));
  const guide = "docs/start-a-product.md";
  writeFileSync(guide, readFileSync(guide, "utf8").replace(/^## One command\n.*?(?=^## )/ms, ""));
}

/** @throws {Error} if the command fails */
function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) throw new Error(`${[command, ...args].join(" ")} failed`);
}
