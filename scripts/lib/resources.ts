import type { Unstable_Config } from "wrangler";
import { wrangler } from "./wrangler.ts";

/** A resource of the account that an environment binds, and that must exist before the worker is deployed. */
export interface Resource {
  /** The kind and the name of the resource: "the queue deckle-jobs". */
  label: string;
  /** The arguments with which wrangler looks the resource up (`look`) and creates it (`create`). */
  look: string[];
  create: string[];
}

/** The resources that an environment binds. wrangler creates the KV namespace itself. */
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

/** Creates a resource if it does not exist. @throws {Error} with the reason why it could not be created */
export function ensure({ look, create }: Resource, env?: Record<string, string>): void {
  try {
    wrangler(look, { ...(env && { env }) });
  } catch {
    wrangler(create, { prints: true, ...(env && { env }) });
  }
}
