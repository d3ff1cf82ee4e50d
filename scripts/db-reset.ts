// npm run db:reset: deletes all local data (D1 and KV, sessions and emails included) and fills the database again.
import { rmSync } from "node:fs";
import { fail, reasonOf } from "./lib/fail.ts";
import { prepare } from "./lib/prepare.ts";

try {
  rmSync(".wrangler/state", { recursive: true, force: true });
  await prepare();
  console.log("The local database now contains only the seed.");
} catch (error) {
  fail(`Not reset: ${reasonOf(error)}`);
}
