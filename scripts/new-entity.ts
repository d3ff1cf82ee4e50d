// npm run new:entity: generates everything that a new entity needs, from its table to its tests. --help explains the
// arguments.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { COMPLETE_LANGUAGES } from "#app/core/i18n/languages.ts";
import { type EntityDefinition, readCommandLine } from "./entity/definition.ts";
import { filesOf } from "./entity/files.ts";
import { registrationsOf } from "./entity/registrations.ts";
import { triggersSql } from "./entity/templates/database.ts";
import { USAGE } from "./entity/usage.ts";
import { fail } from "./lib/fail.ts";

/** The recipe to read next, by the owner of the rows. */
const RECIPES = {
  user: "rows-of-ones-own.md",
  organisation: "rows-of-an-organisation.md",
  nobody: "add-an-entity.md",
};

try {
  const command = await readCommandLine(process.argv.slice(2));
  if (command) write(command.entity, command.dryRun);
  else console.log(USAGE);
} catch (error) {
  fail(`Not done: ${(error as Error).message}`);
}

function write(entity: EntityDefinition, dryRun: boolean): void {
  const { name, plural, fields } = entity;
  const files = filesOf(entity, COMPLETE_LANGUAGES);
  const taken = [...files.keys()].find((file) => existsSync(file));
  if (taken)
    throw new Error(`${taken} exists already: choose another name, or another plural with --plural.`);
  // Everything is generated in memory before any file is written.
  const changed = registrationsOf(entity, COMPLETE_LANGUAGES).map(({ file, change }) => {
    const text = change(readFileSync(file, "utf8"));
    if (text === null)
      throw new Error(`${file} is not as expected: the place for ${name} in it was not found.`);
    return [file, text] as const;
  });
  const shared = [...changed.map(([file]) => file), "migrations/meta/_journal.json"];
  if (dryRun) {
    console.log(["Would write:", ...files.keys(), `migrations/<number>_${plural}.sql`].join("\n  "));
    console.log(["Would change:", ...shared].join("\n  "));
    return;
  }
  refuseUncommitted(shared);
  const undo = (own: string[]) => `To undo it:

  git restore ${shared.join(" ")} && rm ${own.join(" ")} && npm run db:reset
`;
  for (const [file, text] of [...files, ...changed]) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const migration = writeMigration(entity);
  if (!migration.ok) throw new Error(`${migration.reason}\n\n${undo([...files.keys()])}`);
  spawnSync("biome", ["check", "--write", "--log-level=error"], { stdio: "inherit" });
  // Generates the types of the new routes, because without them, the type checker and editors report errors.
  const { status, stderr } = spawnSync("react-router", ["typegen"], { encoding: "utf8" });
  if (status !== 0) console.error(`The types of the routes could not be generated:\n${stderr}`);

  const own = [...files.keys(), migration.sql, migration.snapshot];
  const references = fields.filter(({ target }) => target).map(({ name }) => name);
  const pages = areasOf(entity)
    .map((area) => `/${area}/${plural}`)
    .join(" and ");
  console.log(`Wrote ${own.length} files and changed ${shared.length}. Next:

  npm run db:reset                  the table, and example rows
  npm start                         ${pages}
  npm test -- integration/${plural} e2e/${plural}
  docs/recipes/${RECIPES[entity.owner ?? "nobody"].padEnd(25)}  how to shape it${references.length > 0 ? `, and its references (${references.join(", ")})` : ""}

${undo(own)}`);
}

/** The areas with the entity's pages. */
function areasOf({ owner, alsoManager }: EntityDefinition): string[] {
  if (owner === "organisation") return ["app/o/<organisation>"];
  return [...(owner ? ["app"] : []), ...(owner && !alsoManager ? [] : ["manager"])];
}

/**
 * @throws {Error} if a file has uncommitted changes, because the printed command that undoes everything would
 * lose them
 */
function refuseUncommitted(files: string[]): void {
  const { stdout } = spawnSync("git", ["status", "--porcelain", "--", ...files], { encoding: "utf8" });
  if (stdout?.trim()) throw new Error(`commit your changes to these files first:\n${stdout}`);
}

/** Generates the migration of the new table with Drizzle, and adds the parts that Drizzle does not know. */
function writeMigration(
  entity: EntityDefinition,
): { ok: true; sql: string; snapshot: string } | { ok: false; reason: string } {
  const known = readdirSync("migrations");
  const generate = ["generate", "--config", "app/core/db/drizzle.config.ts", "--name", entity.plural];
  const { stdout, stderr } = spawnSync("drizzle-kit", generate, { encoding: "utf8" });
  const file = readdirSync("migrations").find(
    (candidate) => !known.includes(candidate) && candidate.endsWith(".sql"),
  );
  if (!file) return { ok: false, reason: `Drizzle wrote no migration: ${(stderr || stdout).trim()}` };
  const sql = `migrations/${file}`;
  if (!entity.owner) writeFileSync(sql, `${readFileSync(sql, "utf8").trimEnd()}\n${triggersSql(entity)}`);
  return { ok: true, sql, snapshot: `migrations/meta/${file.slice(0, 4)}_snapshot.json` };
}
