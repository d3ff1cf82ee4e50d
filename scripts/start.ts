// npm start: sets up and builds whatever is missing, then runs the built worker.
import { buildIfStale } from "./lib/build.ts";
import { startBuiltWorker, WRANGLER_STATE } from "./lib/built-worker.ts";
import { fail, reasonOf } from "./lib/fail.ts";
import { greet } from "./lib/greet.ts";
import { freePort } from "./lib/port.ts";
import { prepare } from "./lib/prepare.ts";

try {
  const port = await freePort();
  const settings = await prepare();

  buildIfStale();

  const worker = await startBuiltWorker({ port, settings, persistTo: WRANGLER_STATE });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => worker.dispose().finally(() => process.exit(0)));
  }
  greet(port);
} catch (error) {
  fail(`Not started: ${reasonOf(error)}`);
}
