import { ENGINES, type EngineKey } from "#tests/support/engines.ts";
import { installDebian, isCi } from "./install-debian.ts";

/**
 * Finds the browsers of tests/engines/. CI installs missing ones.
 * @returns the installed browsers, and what to install for each missing one
 */
export function installEngines(): { found: EngineKey[]; missing: string[] } {
  const all = Object.keys(ENGINES) as EngineKey[];
  const isMissing = (engine: EngineKey) => !ENGINES[engine].isInstalled();
  const packages = all.filter(isMissing).flatMap((engine) => ENGINES[engine].packages);
  if (isCi && packages.length > 0) {
    console.log(`\n== Installing ${packages.join(", ")}`);
    installDebian(packages);
  }
  return {
    found: all.filter((engine) => !isMissing(engine)),
    missing: all.filter(isMissing).map((engine) => {
      const { name, packages } = ENGINES[engine];
      return `${name} is not installed (Debian: apt-get install ${packages.join(" ")}).`;
    }),
  };
}
