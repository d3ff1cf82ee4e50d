// npm run dev: like npm start, but from source and with hot reload.
import { createServer } from "vite";
import { fail, reasonOf } from "./lib/fail.ts";
import { greet } from "./lib/greet.ts";
import { freePort } from "./lib/port.ts";
import { prepare } from "./lib/prepare.ts";

try {
  const port = await freePort();
  await prepare();
  const server = await createServer({
    server: { port, strictPort: true, host: "127.0.0.1" },
    logLevel: "warn",
  });
  await server.listen();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => server.close().finally(() => process.exit(0)));
  }
  greet(port);
} catch (error) {
  fail(`Not started: ${reasonOf(error)}`);
}
