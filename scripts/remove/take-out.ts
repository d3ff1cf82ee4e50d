import { spawnSync } from "node:child_process";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { LanguageKey } from "#app/core/i18n/languages.ts";
import type { Slice } from "#app/core/lib/slice.ts";
import { rulesOf } from "#app/slices.ts";
import { ROUTES } from "../lib/routes.ts";
import { tablesInOrder } from "../lib/table-order.ts";
import { withDependents } from "../lib/with-dependents.ts";
import { removeBindings } from "./bindings.ts";
import { removeCommands } from "./commands.ts";
import { type Cuts, type Named, References } from "./cut-references.ts";
import { removeDeadCode } from "./dead-code.ts";
import { removeFromDocuments } from "./documents.ts";
import { filesOfSlice } from "./its-files.ts";
import { namesOfLanguages, removeLanguages } from "./languages.ts";
import { withRouteComments } from "./route-comments.ts";
import { removeStrings } from "./strings.ts";

/** A setting of a slice: `PASSKEYS: flag.default(true)`. */
const SETTING = /^\s+([A-Z][A-Z0-9_]+): (?:z\n?\s*\.|flag|secrets?|wholeNumber|origins|links)/gm;

/** Everything to remove with slices and languages, before it is removed. */
interface TakingOut extends Cuts {
  /** The files to remove, by path from the root. */
  files: string[];
  /** The tables to remove. Each comes before the tables that it refers to. */
  tables: string[];
  /**
   * Removes all of it, and writes the migration. cleanUp() removes code that is unused afterwards.
   * @param baseline whether to replace all migrations by one that creates the remaining tables, instead of adding one
   * that drops tables
   * @throws {Error} if the migration can't be written; by then, some files have changed
   */
  carryOut(options: { baseline: boolean }): void;
}

/**
 * Finds everything to remove with slices and languages. Changes nothing.
 * @throws {Error} if another slice needs one of these, if code outside a list uses one, or if there are uncommitted
 *   changes
 */
export async function findWhatGoes(
  slices: readonly Slice[],
  languages: readonly LanguageKey[] = [],
): Promise<TakingOut> {
  const names = slices.map(({ name }) => name);
  const left = names.flatMap((name) =>
    withDependents(name)
      .filter((other) => !names.includes(other))
      .map((other) => `${other} needs ${name}`),
  );
  if (left.length > 0) {
    throw new Error(`${new Intl.ListFormat("en").format(left)}. Name what needs it, too, or keep it.`);
  }
  if (spawnSync("git", ["status", "--porcelain"], { encoding: "utf8" }).stdout) {
    throw new Error("there are uncommitted changes. Commit them first, so that this can be undone.");
  }
  // Slices whose names begin alike share files.
  const files = [...new Set(slices.flatMap(({ name, namespaces = [] }) => filesOfSlice(name, namespaces)))];
  const tables = await tablesOf(files);
  const references = new References();
  const namesSlice = namesOf(slices);
  const namesLanguage = namesOfLanguages(languages);
  const cuts = references.cut(files, (text) => namesSlice(text) ?? namesLanguage(text));
  const carryOut = ({ baseline }: { baseline: boolean }) => {
    withRouteComments(() => references.save());
    for (const file of files) rmSync(file);
    for (const folder of names) rmSync(`app/slices/${folder}`, { recursive: true, force: true });
    removeLanguages(languages);
    removeStrings(slices);
    removeBindings(names);
    writeMigration(names, tables, baseline);
  };
  return { ...cuts, files, tables, carryOut };
}

/**
 * Removes what nothing uses after other files were removed: commands, code, packages, and their mentions in documents.
 * @returns the removed files
 * @throws {Error} if some code is still unused at the end
 */
export function cleanUp(): string[] {
  removeCommands();
  spawnSync("node", ["scripts/typegen.ts"], { stdio: "ignore" });
  const dead = removeDeadCode();
  removeFromDocuments();
  spawnSync("biome", ["check", "--write", "--log-level=error"], { stdio: "inherit" });
  return dead;
}

function readAll(files: string[]): string {
  return files.map((file) => readFileSync(file, "utf8")).join("\n");
}

/** Finds the texts that name slices, in lists and keys of other files: paths, routes, and intents of forms. */
function namesOf(slices: readonly Slice[]): Named {
  const names = slices.map(({ name }) => name);
  const folders = names.map((name) => `slices/${name}/`);
  const isOurs = (file: string) => folders.some((folder) => file.startsWith(`app/${folder}`));
  const routes = ROUTES.filter(({ files }) => isOurs(files.at(-1) ?? "")).map(({ path }) => path);
  const sources = readAll(globSync(names.map((name) => `app/slices/${name}/**/*.{ts,tsx}`)));
  const others = readAll(globSync("app/**/*.{ts,tsx}").filter((file) => !isOurs(file)));
  const intents = intentsIn(sources).filter((intent) => !intentsIn(others).includes(intent));
  const namespaces = slices.flatMap(({ namespaces = [] }) => namespaces);
  const words = new Set(
    slices.flatMap(({ name, cookies = [] }) => {
      const { errorCodes = {}, auditActions = [] } = rulesOf(name);
      return [
        ...cookies,
        ...Object.keys(errorCodes).flatMap((code) => [code, `code:${code}`]),
        ...auditActions.flatMap((action) => [action, `audit:actions.${action}`]),
      ];
    }),
  );
  const settings = [...sources.matchAll(SETTING)].map(([, setting = ""]) => setting);
  const namesSetting = (text: string) => settings.some((name) => new RegExp(`\\b${name}\\b`).test(text));
  return ({ text, file, key }) => {
    if (folders.some((folder) => text.replace(/^#?app\//, "").startsWith(folder))) return "itself";
    if (!file.startsWith("tests/") && !file.endsWith(".test.ts")) return null;
    if (namespaces.some((namespace) => text.startsWith(`${namespace}:`)) || words.has(text)) return "itself";
    if (namesSetting(text) || routes.includes(withoutQuery(text))) return "itself";
    return key === "intent" && intents.includes(text) ? "element" : null;
  };
}

/** The path of a URL. */
const withoutQuery = (address: string) => address.replace(/[?#].*$/, "");

/** The intents of forms, from their schemas. */
const intentsIn = (source: string): string[] =>
  [...source.matchAll(/\bintent: z\s*\.literal\("([\w-]+)"\)/g)].map(([, intent = ""]) => intent);

/** The names of the tables that files define. Each comes before the tables that it refers to. */
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
    // This test is about one of the old migrations, which no longer exists.
    if (/"\d{4}_[\w-]+\.sql"/.test(readFileSync(file, "utf8"))) rmSync(file);
  }
  for (const file of globSync(["{app,docs,scripts,tests,workers}/**/*.{ts,tsx,md}", "*.md"])) {
    const text = readFileSync(file, "utf8");
    const pointed = text.replace(/migrations\/\d{4}_[\w-]+\.sql/g, "migrations/0000_baseline.sql");
    if (pointed !== text) writeFileSync(file, pointed);
  }
}
