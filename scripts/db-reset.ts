// npm run db:reset: deletes the local data (D1 and KV, so sessions and mails, too) and starts over.
import { rmSync } from "node:fs";
import { fail, reasonOf } from "./lib/fail.ts";
import { prepare } from "./lib/prepare.ts";

try {
  rmSync(".wrangler/state", { recursive: true, force: true });
  await prepare();
  console.log("The local database is as the seed makes it.");
} catch (error) {
  fail(`Not reset: ${reasonOf(error)}`);
}
