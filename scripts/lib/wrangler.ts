import { spawnSync } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

/** The configuration that `react-router build` writes for the environment that it builds. */
const BUILT_CONFIG = "build/server/wrangler.json";
/** The output limit, in bytes: enough for any page of rows that a script reads. Node's default is 1 MB. */
const MOST_OUTPUT = 256 * 1024 * 1024;

/**
 * Runs wrangler for the built environment, without prompts.
 * @param options.built whether to pass the configuration of the built environment
 * @param options.prints whether to print the output as well as return it
 * @throws {Error} with wrangler's error as its message, on one line
 */
export function wrangler(
  args: string[],
  {
    built = true,
    prints = false,
    env = {},
  }: { built?: boolean; prints?: boolean; env?: Record<string, string> } = {},
): string {
  const config = built ? ["--config", BUILT_CONFIG] : [];
  const { status, stdout, stderr, error } = spawnSync("wrangler", [...args, ...config], {
    encoding: "utf8",
    maxBuffer: MOST_OUTPUT,
    stdio: ["ignore", "pipe", "pipe"],
    // At any level other than "log", wrangler leaves out the requested output, even with --json.
    env: { ...process.env, CI: "true", NO_COLOR: "1", WRANGLER_LOG: "log", ...env },
  });
  if (error) throw error;
  if (prints) process.stdout.write(stdout);
  if (status !== 0) throw new Error(reasonOf(`${stdout}\n${stderr}`));
  return stdout;
}

/** The line with the error in wrangler's output, and the next one, which often says more. */
function reasonOf(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line && !/logs were written/i.test(line));
  const at = lines.findIndex((line) => /error/i.test(line));
  if (at < 0) return lines.at(-1) ?? "wrangler gave no reason";
  return lines
    .slice(at, at + 2)
    .join(" ")
    .replace(/^.*\[ERROR\]\s*/, "");
}
