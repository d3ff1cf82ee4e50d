import { globSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Permission } from "#app/permissions.ts";

/**
 * Copies the build, with more roles in its table of roles (app/permissions.ts), as a product may have them.
 * @returns the configuration with which to start it, and a function that removes the copy
 * @throws {Error} if the build has no such table
 */
export async function buildWithRoles(
  roles: Record<string, readonly Permission[]>,
): Promise<{ config: string; remove: () => Promise<void> }> {
  await mkdir("node_modules/.cache", { recursive: true });
  // The copy is inside the project, because workerd names modules relative to the project, and refuses names outside
  // it.
  const folder = await mkdtemp("node_modules/.cache/more-roles-");
  await cp("build", folder, { recursive: true });
  const table = /(\/\/ app\/permissions\.ts\n.*?\bPERMISSIONS\$?\d* = \{)/s;
  const files = globSync(path.join(folder, "server/**/*.js"));
  const sources = await Promise.all(
    files.map(async (file) => ({ file, source: await readFile(file, "utf8") })),
  );
  const found = sources.find(({ source }) => table.test(source));
  if (!found) throw new Error("The build has no table of roles");
  const entries = JSON.stringify(roles).slice(1, -1);
  await writeFile(
    found.file,
    found.source.replace(table, (begin) => `${begin}${entries},`),
  );
  return {
    config: path.join(folder, "server/wrangler.json"),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
