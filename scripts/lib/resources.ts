import type { Unstable_Config } from "wrangler";
import { wrangler } from "./wrangler.ts";

/** Something of the account that an environment binds, and that has to be there before the worker is. */
export interface Resource {
  /** What it is, with its name: "the queue deckle-jobs". */
  label: string;
  /** The commands of wrangler that look at it, and create it. */
  look: string[];
  create: string[];
}

/** What an environment binds. wrangler itself creates the KV namespace. */
export function resourcesOf({
  d1_databases: databases,
  queues: { producers: queues = [] },
  r2_buckets: buckets,
}: Pick<Unstable_Config, "d1_databases" | "queues" | "r2_buckets">): Resource[] {
  return [
    ...databases.map(({ database_name = "" }) => named("database", database_name, ["d1"])),
    ...queues.map(({ queue }) => named("queue", queue ?? "", ["queues"])),
    ...buckets.map(({ bucket_name = "" }) => named("bucket", bucket_name, ["r2", "bucket"])),
  ];
}

const named = (what: string, name: string, command: string[]): Resource => ({
  label: `the ${what} ${name}`,
  look: [...command, "info", name],
  create: [...command, "create", name],
});

/** Creates something, unless it is there. @throws {Error} why it could not be created */
export function ensure({ look, create }: Resource, env?: Record<string, string>): void {
  try {
    wrangler(look, { ...(env && { env }) });
  } catch {
    wrangler(create, { shown: true, ...(env && { env }) });
  }
}
