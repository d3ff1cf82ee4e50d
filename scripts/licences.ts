// npm run licences: lists the licences of all packages that the product ships, and fails if one is not allowed.
import { readFileSync } from "node:fs";
import * as z from "zod";
import { fail } from "./lib/fail.ts";

/**
 * Licences (SPDX) that ask for no more than attribution. Think before you add another, because a copyleft licence may
 * oblige you to publish your product's source.
 */
const ALLOWED = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "Unlicense"];

const lockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().default("unknown"),
      dev: z.boolean().default(false),
      optional: z.boolean().default(false),
      devOptional: z.boolean().default(false),
    }),
  ),
});

try {
  const shipped = readShipped();
  const byLicence = Map.groupBy(shipped, ({ licence }) => licence);
  for (const [licence, packages] of [...byLicence].sort(([one], [other]) => one.localeCompare(other))) {
    console.log(`${licence} (${packages.length})`);
    for (const { name, version } of packages) console.log(`  ${name} ${version}`);
  }
  const refused = shipped.filter(({ licence }) => !isAllowed(licence));
  if (refused.length > 0) {
    const list = refused.map(({ name, version, licence }) => `${name} ${version}: ${licence}`);
    throw new Error(`scripts/licences.ts does not allow these:\n  ${list.join("\n  ")}`);
  }
} catch (error) {
  fail(`\nNot all licences are allowed. ${(error as Error).message}`);
}

/**
 * The packages that the lockfile installs for the product itself. Optional packages are left out, because
 * they are not deployed: they are programs for one kind of machine, or tools for a library.
 * @throws {Error} if there is no lockfile, or it has another format
 */
function readShipped(): { name: string; version: string; licence: string }[] {
  const { packages } = lockfileSchema.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
  return Object.entries(packages)
    .filter(([path, { dev, optional, devOptional }]) => path !== "" && !dev && !optional && !devOptional)
    .map(([path, { version = "", license }]) => ({
      name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      version,
      licence: license,
    }));
}

/** Whether an SPDX expression of OR and AND has an allowed choice. Nested expressions are refused. */
function isAllowed(licence: string): boolean {
  const choices = licence.replace(/^\((.*)\)$/, "$1").split(" OR ");
  return choices.some((choice) => choice.split(" AND ").every((one) => ALLOWED.includes(one)));
}
