// npm run licences: lists the licences of what the product ships, and fails at one that nobody has allowed.
import { spawnSync } from "node:child_process";
import * as z from "zod";
import { fail } from "./lib/fail.ts";

/**
 * Licences (SPDX) that ask for no more than to be named. With any other, think first: a copyleft licence may oblige you
 * to publish your product's source.
 */
const ALLOWED = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "Unlicense"];

const sbomSchema = z.object({
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      licenses: z
        .array(
          z.union([
            z.object({ license: z.object({ id: z.string().optional(), name: z.string().optional() }) }),
            z.object({ expression: z.string() }),
          ]),
        )
        .default([]),
      properties: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
    }),
  ),
});

type Component = z.infer<typeof sbomSchema>["components"][number];

try {
  const shipped = readComponents().filter((component) => !isForDevelopment(component));
  const byLicence = Map.groupBy(shipped, licenceOf);
  for (const [licence, components] of [...byLicence].sort(([one], [other]) => one.localeCompare(other))) {
    console.log(`${licence} (${components.length})`);
    for (const { name, version } of components) console.log(`  ${name} ${version}`);
  }
  const refused = shipped.filter((component) => !isAllowed(licenceOf(component)));
  if (refused.length > 0) {
    const list = refused.map(
      (component) => `${component.name} ${component.version}: ${licenceOf(component)}`,
    );
    throw new Error(`scripts/licences.ts does not allow these:\n  ${list.join("\n  ")}`);
  }
} catch (error) {
  fail(`\nNot all licences are allowed. ${(error as Error).message}`);
}

/**
 * The packages of the lockfile, from npm's own bill of materials.
 * @throws {Error} if npm can't write one
 */
function readComponents(): Component[] {
  // Not with --omit=dev: npm 11 then also leaves out what a development dependency uses, too, such as react.
  const { status, stdout, stderr } = spawnSync(
    "npm",
    ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"],
    { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(stderr.trim());
  return sbomSchema.parse(JSON.parse(stdout)).components;
}

function isForDevelopment({ properties }: Component): boolean {
  return properties.some(({ name, value }) => name === "cdx:npm:package:development" && value === "true");
}

/** The licence as an SPDX expression, or what the package says instead. */
function licenceOf({ licenses }: Component): string {
  const names = licenses.map((one) =>
    "expression" in one ? one.expression : (one.license.id ?? one.license.name),
  );
  return names.filter(Boolean).join(" AND ") || "unknown";
}

/** Whether an SPDX expression of OR and AND leaves a choice that is allowed. Nested ones are refused. */
function isAllowed(licence: string): boolean {
  const choices = licence.replace(/^\((.*)\)$/, "$1").split(" OR ");
  return choices.some((choice) => choice.split(" AND ").every((one) => ALLOWED.includes(one)));
}
