import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { BuildInfo } from "#app/core/ui/deployment.ts";

/** Describes a build of the current files. */
export function describeBuild(): BuildInfo {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const git = (...args: string[]) =>
    execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    const changed = git("status", "--porcelain") ? "+" : "";
    const date = new Date(git("log", "-1", "--format=%cI")).toISOString();
    return { version, commit: git("rev-parse", "--short=7", "HEAD") + changed, date };
  } catch {
    // There is no Git history.
    return { version, commit: null, date: new Date().toISOString() };
  }
}
