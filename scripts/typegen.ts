// npm run typegen: writes the types of the bindings in wrangler.toml and of the routes.
import { spawnSync } from "node:child_process";
import { fail } from "./lib/fail.ts";

run("wrangler", ["types", "--include-runtime=false", "--strict-vars=false"]);
run("react-router", ["typegen"]);

/** Runs a command silently. If it fails, prints its output and ends the process. */
function run(command: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) fail(`${stdout ?? ""}${stderr ?? ""}\n"${command} ${args.join(" ")}" failed.`);
}
