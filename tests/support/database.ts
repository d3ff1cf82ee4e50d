import type { D1Database } from "@cloudflare/workers-types";
import { Miniflare } from "miniflare";

/** An empty D1 database in memory, without a worker. */
export async function openDatabase(): Promise<{ d1: D1Database; close: () => Promise<void> }> {
  const miniflare = new Miniflare({ modules: true, script: "export default {}", d1Databases: ["DB"] });
  const { DB } = await miniflare.getBindings<{ DB: D1Database }>();
  return { d1: DB, close: () => miniflare.dispose() };
}
