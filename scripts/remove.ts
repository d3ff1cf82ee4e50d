// npm run remove -- <slice>... : takes slices out, with what is only there because of them (docs/recipes/remove-a-slice.md).
import { spawnSync } from "node:child_process";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Slice } from "#app/core/lib/slice.ts";
import { SLICES } from "#app/slices.ts";
import { fail, reasonOf } from "./lib/fail.ts";
import { ROUTES } from "./lib/routes.ts";
import { tablesInOrder } from "./lib/table-order.ts";
import { removeCommands } from "./remove/commands.ts";
import { type Named, References } from "./remove/cut-references.ts";
import { removeDeadCode } from "./remove/dead-code.ts";
import { removeFromDocuments } from "./remove/documents.ts";
import { filesOfSlice } from "./remove/its-files.ts";
import { removeStrings } from "./remove/strings.ts";

const ALL: readonly Slice[] = SLICES;
const UNDO = "git restore . && git clean -fd app locales migrations tests scripts docs";

/** A setting that a slice has: `PASSKEYS: flag.default(true)`. */
const SETTING = /^\s+([A-Z][A-Z0-9_]+): (?:z\n?\s*\.|flag|secrets?|wholeNumber|origins|links)/gm;

/** Whether files have been changed. */
let hasBegun = false;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: "boolean", default: false },
      baseline: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
    },
  });
  await remove(values.all ? ALL : positionals.map(sliceOf), values);
} catch (error) {
  fail(
    hasBegun
      ? `Removed in part: ${reasonOf(error)}. To undo it: ${UNDO}`
      : `Nothing was removed: ${reasonOf(error)}`,
  );
}

function sliceOf(name: string): Slice {
  const slice = ALL.find((one) => one.name === name);
  if (slice) return slice;
  throw new Error(`there is no slice "${name}". There are ${ALL.map(({ name }) => name).join(", ")}.`);
}

async function remove(
  slices: readonly Slice[],
  { baseline, "dry-run": isDry }: { baseline: boolean; "dry-run": boolean },
): Promise<void> {
  const names = slices.map(({ name }) => name);
  if (names.length === 0 && !baseline)
    throw new Error(`name slices: npm run remove -- ${ALL.at(0)?.name ?? "<slice>"}`);
  for (const { name, needs = [] } of ALL) {
    const missing = needs.find((need) => names.includes(need));
    if (missing && !names.includes(name)) {
      throw new Error(`${name} needs ${missing}: npm run remove -- ${[...names, name].join(" ")}`);
    }
  }
  if (!isDry && spawnSync("git", ["status", "--porcelain"], { encoding: "utf8" }).stdout) {
    throw new Error("there are changes that are not committed. Commit them, so that this can be undone.");
  }

  const files = slices.flatMap(({ name, namespaces = [] }) => filesOfSlice(name, namespaces));
  const tables = await tablesOf(files);
  const references = new References();
  const { changed, tests } = references.cut(files, namesOf(slices));
  if (isDry) {
    const list = (title: string, lines: Iterable<string>) =>
      console.log(`${title}\n${[...lines].map((line) => `  ${line}`).join("\n")}\n`);
    list("These files would go:", files);
    list(
      "These would change:",
      [...changed].map((file) => path.relative("", file)),
    );
    list("These tests would go, which need what goes:", tests);
    list("These tables would go, with their rows:", tables);
    return;
  }
  hasBegun = true;
  references.save();
  for (const file of files) rmSync(file);
  for (const folder of names) rmSync(`app/slices/${folder}`, { recursive: true, force: true });
  removeStrings(slices);
  writeMigration(names, tables, baseline);
  removeCommands();
  spawnSync("node", ["scripts/typegen.ts"], { stdio: "ignore" });
  const dead = removeDeadCode();
  removeFromDocuments();
  spawnSync("biome", ["check", "--write", "--log-level=error"], { stdio: "inherit" });
  if (names.length === 0) return console.log("One migration makes what there is.");
  console.log(`Gone: ${names.join(", ")}, with ${files.length + dead.length} files and the tables ${tables.join(", ") || "(none)"}.
To undo it: ${UNDO}
What still speaks of them is left to you, by file, with the number of lines:

${stillSpeaking(names)}`);
}

function readAll(files: string[]): string {
  return files.map((file) => readFileSync(file, "utf8")).join("\n");
}

/** What stands for slices in lists and keys of other files: their paths, their routes, the intents of their forms. */
function namesOf(slices: readonly Slice[]): Named {
  const names = slices.map(({ name }) => name);
  const folders = names.map((name) => `slices/${name}/`);
  const isOurs = (file: string) => folders.some((folder) => file.startsWith(`app/${folder}`));
  const routes = ROUTES.filter(({ files }) => isOurs(files.at(-1) ?? "")).map(({ path }) => path);
  const intents = intentsIn(globSync("app/**/*.{ts,tsx}").filter(isOurs));
  const others = intentsIn(globSync("app/**/*.{ts,tsx}").filter((file) => !isOurs(file)));
  const namespaces = slices.flatMap(({ namespaces = [] }) => namespaces);
  const words = new Set(
    slices.flatMap(({ errorCodes = {}, auditActions = [], cookies = [] }) => [
      ...cookies,
      ...Object.keys(errorCodes).flatMap((code) => [code, `code:${code}`]),
      ...auditActions.flatMap((action) => [action, `audit:actions.${action}`]),
    ]),
  );
  const sources = readAll(globSync(names.map((name) => `app/slices/${name}/**/*.ts`)));
  const settings = [...sources.matchAll(SETTING)].map(([, setting = ""]) => setting);
  const namesSetting = (text: string) => settings.some((name) => new RegExp(`\\b${name}\\b`).test(text));
  return (text, file) => {
    if (folders.some((folder) => text.replace(/^#?app\//, "").startsWith(folder))) return "itself";
    if (!file.startsWith("tests/") && !file.endsWith(".test.ts")) return null;
    if (namespaces.some((namespace) => text.startsWith(`${namespace}:`)) || words.has(text)) return "itself";
    if (namesSetting(text)) return "itself";
    if (!file.startsWith("tests/access/")) return null;
    if (routes.includes(text)) return "itself";
    return intents.has(text) && !others.has(text) ? "element" : null;
  };
}

/** The words that forms name as their intents. */
function intentsIn(files: string[]): Set<string> {
  const literals = files.flatMap((file) => [
    ...readFileSync(file, "utf8").matchAll(/z\s*\.literal\("([\w-]+)"\)/g),
  ]);
  return new Set(literals.map(([, intent = ""]) => intent));
}

/** The names of the tables that files define, those first that refer to others. */
async function tablesOf(files: readonly string[]): Promise<string[]> {
  const modules = await Promise.all(
    files.filter((file) => file.endsWith(".table.ts")).map((file) => import(path.resolve(file))),
  );
  const own = modules
    .flatMap((module) => Object.values(module))
    .filter((value) => is(value, SQLiteTable))
    .map((table) => getTableConfig(table).name);
  return tablesInOrder()
    .map((table) => getTableConfig(table).name)
    .filter((name) => own.includes(name))
    .reverse();
}

function writeMigration(names: readonly string[], tables: readonly string[], baseline: boolean): void {
  if (tables.length === 0 && !baseline) return;
  const args = [baseline ? "baseline" : "drop", `without-${names.join("-")}`.slice(0, 60), ...tables];
  const { status } = spawnSync("node", ["scripts/remove/write-migration.ts", ...args], { stdio: "inherit" });
  if (status !== 0) throw new Error("the migration could not be written");
  if (!baseline) return;
  for (const file of globSync("tests/**/*.test.ts")) {
    // It is about a migration of before.
    if (/"\d{4}_[\w-]+\.sql"/.test(readFileSync(file, "utf8"))) rmSync(file);
  }
  for (const file of globSync(["{app,docs,scripts,tests,workers}/**/*.{ts,tsx,md}", "*.md"])) {
    const text = readFileSync(file, "utf8");
    const pointed = text.replace(/migrations\/\d{4}_[\w-]+\.sql/g, "migrations/0000_baseline.sql");
    if (pointed !== text) writeFileSync(file, pointed);
  }
}

/** The files that still name slices, each with its number of lines that do. */
function stillSpeaking(names: readonly string[]): string {
  const words = names.map((name) => name.replace("-", "[- ]?")).join("|");
  const options = ["--no-index", "--exclude-standard", "-ciIE"];
  const { stdout } = spawnSync("git", ["grep", ...options, `\\b(${words})s?\\b`], { encoding: "utf8" });
  return stdout.replace(/^(.*):(\d+)$/gm, "  $2\t$1");
}
