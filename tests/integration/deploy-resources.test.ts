import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { ensure, resourcesOf } from "#scripts/lib/resources.ts";

const created: string[] = [];
let account: Worker;
let env: Record<string, string>;
beforeAll(async () => {
  account = new Worker(new URL("../support/cloudflare-account.ts", import.meta.url));
  const [port] = await once(account, "message");
  account.on("message", (one: string) => created.push(one));
  env = {
    CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}`,
    CLOUDFLARE_API_TOKEN: "not-a-token",
    CLOUDFLARE_ACCOUNT_ID: "nobody",
  };
});
afterAll(() => account.terminate());

/** A resource that an environment of wrangler.toml binds and a deployment creates. */
interface Bound {
  d1_databases: { database_name: string }[];
  queues: { producers: { queue: string }[] };
  r2_buckets: { bucket_name: string }[];
}

test("a deployment names and creates each database, queue and bucket that it binds, once", async () => {
  const config = unstable_readConfig({ config: "wrangler.toml", env: "preview" });
  const { d1_databases, queues: bound, r2_buckets } = config as Bound;
  const databases = d1_databases.map(({ database_name }) => database_name);
  const queues = bound.producers.map(({ queue }) => queue);
  const buckets = r2_buckets.map(({ bucket_name }) => bucket_name);
  expect([databases.length, queues.length]).toEqual([1, 1]);
  const resources = resourcesOf(config);
  expect(resources.map(({ label }) => label)).toEqual([
    ...databases.map((name) => `the database ${name}`),
    ...queues.map((name) => `the queue ${name}`),
    ...buckets.map((name) => `the bucket ${name}`),
  ]);
  for (let deployments = 0; deployments < 2; deployments++) {
    for (const resource of resources) ensure(resource, env);
  }
  await expect
    .poll(() => created)
    .toEqual([
      ...databases.map((name) => `d1/database ${name}`),
      ...queues.map((name) => `queues ${name}`),
      ...buckets.map((name) => `r2/buckets ${name}`),
    ]);
});
