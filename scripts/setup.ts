// npm run setup: makes the starter a product of one's own: its name, its colour, and only the slices that it needs.
// Asks, or takes flags: npm run setup -- --name Trailhead --colour teal --languages en,fr --without dashboard,passkey (docs/start-a-product.md).
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { cancel, confirm, isCancel, multiselect, text } from "@clack/prompts";
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
import { PRODUCT_NAME } from "#app/product.ts";
import { SLICES } from "#app/slices.ts";
import { fail, reasonOf } from "./lib/fail.ts";
import { cleanUp, findWhatGoes } from "./remove/take-out.ts";
import { accentOf } from "./setup/accent.ts";
import { rename, slugOf } from "./setup/rename.ts";
import { addRoles, canBeRole } from "./setup/roles.ts";

interface Plan {
  name: string;
  colour?: string | undefined;
  holder?: string | undefined;
  repository?: string | undefined;
  languages: LanguageKey[];
  /** Those that are added. */
  roles: string[];
  without: string[];
}

const ALL: readonly Slice[] = SLICES;
const OTHER_LANGUAGES = LANGUAGE_KEYS.filter((key) => key !== DEFAULT_LANGUAGE);
const UNDO = "git restore . && git clean -fd app docs locales migrations public scripts tests";
const ONLY_OF_STARTER = [
  "scripts/{setup,test-product,test-slices,test-next}.ts",
  "scripts/setup/",
  "scripts/lib/{add-role,add-share,add-user-columns,add-webhook,copy-product}.ts",
  "tests/unit/setup.test.ts",
  ".github/workflows/weekly.yml",
];
const USAGE = `npm run setup -- --name <name> [--colour <colour>] [--repository <URL>] [--holder <who holds the licence>]
  [--languages <language>,...] [--roles <role>,...] [--without <part>,...] [--dry-run]

  --languages  those that stay, of ${LANGUAGE_KEYS.join(", ")}; all if left out
  --without    the parts that go, of ${ALL.map(({ name }) => name).join(", ")}
  --dry-run    says what would change, and changes nothing

Without flags it asks. docs/start-a-product.md says more.`;
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

function planOf({ name, languages, roles, without, ...others }: Partial<Record<keyof Plan, string>>): Plan {
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

/** The items of a text with commas between them, each once. */
function listOf(text: string | undefined): string[] {
  const items = (text ?? "").split(",").map((item) => item.trim());
  return [...new Set(items)].filter((item) => item !== "");
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
  const languages = answered(
    await multiselect({
      message: "Which languages does it speak, beside English?",
      options: OTHER_LANGUAGES.map((key) => ({ value: key, label: LANGUAGES[key].name })),
      initialValues: OTHER_LANGUAGES,
      required: false,
    }),
  );
  const roles = answered(
    await text({
      message: `Which roles does it have beside ${ROLES.join(" and ")}? (Commas between them; empty: none)`,
      defaultValue: "",
    }),
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
    languages: LANGUAGE_KEYS.filter((key) => key === DEFAULT_LANGUAGE || languages.includes(key)),
    roles: listOf(roles),
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
function check({ name, colour, repository, languages, roles, without }: Plan): void {
  if (!slugOf(name))
    throw new Error(
      "the name needs a letter or digit from A to Z or 0 to 9, for the names of workers and databases",
    );
  if (colour) accentOf(colour);
  if (repository && !URL.canParse(repository)) throw new Error(`"${repository}" is no URL`);
  if (!languages.includes(DEFAULT_LANGUAGE))
    throw new Error(
      `${DEFAULT_LANGUAGE} stays: the other languages are compared with it, and what they lack is shown in it`,
    );
  const wrong = roles.find((role) => !canBeRole(role) || isRole(role));
  if (wrong)
    throw new Error(
      `"${wrong}" can't be added as a role: it is there already, or has something else than letters from a to z and hyphens`,
    );
  const unknown = without.find((slice) => !ALL.some((one) => one.name === slice));
  if (unknown)
    throw new Error(
      `there is no slice "${unknown}". There are ${ALL.map((slice) => slice.name).join(", ")}.`,
    );
}

function inWords({ name, colour, holder, repository, languages, roles, without }: Plan): string {
  return `
Name         ${name} (${slugOf(name)} in the names of workers, databases and the package)
Colour       ${colour ?? "as it is"}
Repository   ${repository ?? "none"}
Licence      ${holder ?? `The ${name} authors`}
Languages    ${languages.map((key) => LANGUAGES[key].name).join(", ")}
Roles        ${[...ROLES, ...roles].join(", ")}
Without      ${without.join(", ") || "nothing"}
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
