import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environments } from "#scripts/lib/environments.ts";

/** Stands in for Cloudflare's API and rejects every request as unauthenticated. */
let api: Server;
const asked: string[] = [];

beforeAll(async () => {
  api = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(403, { "Content-Type": "application/json" });
    const errors = [{ code: 10_000, message: "Authentication error" }];
    response.end(JSON.stringify({ success: false, errors, messages: [], result: null }));
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void api.close());

/** Runs `npm run deploy` against that API, without the developer's Cloudflare login. */
async function deploy(...args: string[]) {
  const child = spawn("npm", ["run", "--silent", "deploy", "--", ...args], {
    env: {
      ...process.env,
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
      CLOUDFLARE_API_TOKEN: "not-a-token",
      CLOUDFLARE_ACCOUNT_ID: "nobody",
    },
  });
  let output = "";
  const note = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on("data", note);
  child.stderr.on("data", note);
  const code = await new Promise((resolve) => child.on("close", resolve));
  return { code, output };
}

test.each([
  [["--env", "staging"], `arguments: --env must be one of ${environments().join(", ")}, not staging`],
  [["--dryrun"], "arguments: Unknown option '--dryrun'"],
])("the arguments %j are refused before anything happens", async (args, reason) => {
  asked.length = 0;
  const { code, output } = await deploy(...args);
  expect(code).toBe(1);
  expect(output).toContain(`Not deployed. This step failed: ${reason}`);
  expect(asked).toEqual([]);
});

test("the output names the step that failed, its reason and the next step, and nothing is deployed", async () => {
  asked.length = 0;
  const { code, output } = await deploy("--env", "preview");
  expect(code).toBe(1);
  expect(output).toContain("Not deployed. This step failed: login:");
  expect(output).toContain("npx wrangler login");
  expect(output).not.toContain("    at ");
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((request) => !request.startsWith("GET "))).toEqual([]);
});
