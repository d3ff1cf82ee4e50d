import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";

/** Removes the commands of deleted scripts from package.json, and their entries in the configuration of knip. */
export function removeCommands(): void {
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  for (const [name, command] of Object.entries<string>(manifest.scripts)) {
    const script = /^node scripts\/run\.mjs ([\w-]+)$/.exec(command)?.[1];
    if (script && !existsSync(`scripts/${script}.ts`)) delete manifest.scripts[name];
  }
  manifest.knip.entry = manifest.knip.entry.filter((pattern: string) => globSync(pattern).length > 0);
  const scripts = globSync("{scripts,tests}/**/*.ts").map((file) => readFileSync(file, "utf8"));
  manifest.knip.ignoreBinaries = manifest.knip.ignoreBinaries.filter((binary: string) =>
    scripts.some((script) => script.includes(`"${binary}"`)),
  );
  writeFileSync("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
}
