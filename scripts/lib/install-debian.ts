import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Whether this is CI (.ci/run). */
export const isCi = process.env.CI === "true";

/**
 * Installs packages on Debian or Ubuntu, as root or, in CI, with sudo. Callers check afterwards whether the
 * installation has worked.
 */
export function installDebian(packages: string[]): void {
  const isRoot = process.getuid?.() === 0;
  if (!existsSync("/etc/debian_version") || !(isRoot || isCi)) return;
  const asRoot = isRoot ? [] : ["sudo", "-n"];
  const apt = (...args: string[]) => {
    const command = [...asRoot, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", ...args];
    spawnSync(command[0] as string, command.slice(1), { stdio: "ignore" });
  };
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", ...packages);
}
