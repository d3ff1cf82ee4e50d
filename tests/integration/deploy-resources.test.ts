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

test("a deployment creates each database, queue and bucket that it binds only once", async () => {
  const resources = resourcesOf(unstable_readConfig({ config: "wrangler.toml", env: "preview" }));
  for (let deployments = 0; deployments < 2; deployments++) {
    for (const resource of resources) ensure(resource, env);
  }
  await expect
    .poll(() => created)
    .toEqual(["d1/database deckle-preview", "queues deckle-preview-jobs", "r2/buckets deckle-preview-files"]);
});
