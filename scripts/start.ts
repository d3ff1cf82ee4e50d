// npm start: everything from nothing, and then the built worker.
import { spawnSync } from "node:child_process";
import { startBuiltWorker } from "./lib/built-worker.ts";
import { fail } from "./lib/fail.ts";
import { greet } from "./lib/greet.ts";
import { freePort } from "./lib/port.ts";
import { prepare } from "./lib/prepare.ts";

try {
  const port = await freePort();
  const settings = await prepare();

  console.log("Building...");
  const build = spawnSync("react-router", ["build"], { encoding: "utf8" });
  if (build.status !== 0) throw new Error(`The build failed:\n${build.stderr}`);

  const worker = await startBuiltWorker({ port, settings, persist: true });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => worker.dispose().finally(() => process.exit(0)));
  }
  greet(port);
} catch (error) {
  fail(`Not started: ${(error as Error).message}`);
}
