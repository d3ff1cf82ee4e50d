import { devNull } from "node:os";
import type { D1Database } from "@cloudflare/workers-types";
import { getPlatformProxy } from "wrangler";

/** Opens the local D1 database that wrangler and the local worker use. */
export async function openLocalDatabase(): Promise<{ db: D1Database; close: () => Promise<void> }> {
  const { env, dispose } = await getPlatformProxy<{ DB: D1Database }>({ envFiles: [devNull] });
  return { db: env.DB, close: dispose };
}
