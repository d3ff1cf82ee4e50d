import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startCommands } from "#tests/support/commands.ts";

let commands: Awaited<ReturnType<typeof startCommands>>;
let file: string;
let asItIs: string;
beforeAll(async () => {
  commands = await startCommands();
  file = path.join(commands.folder, "wrangler.toml");
  asItIs = readFileSync(file, "utf8");
});
afterEach(() => {
  writeFileSync(file, asItIs);
  commands.api.secrets.length = 0;
});
afterAll(() => commands.stop());

/** The output of a deployment after it has checked the settings. The steps that follow take a long time. */
const BUILD = "== build";

// tests/unit/check-settings.test.ts tests which settings are refused, and the messages.

test("with invalid settings nothing is built, and nothing changes", async () => {
  const { api, script } = commands;
  api.asked.length = 0;
  const { code, output } = await script("deploy", ["--env", "production"]);
  expect(code).toBe(1);
  expect(output).toContain("Not deployed. This step failed: settings: MAILCHANNELS_API_KEY must be set");
  expect(output).not.toContain(BUILD);
  expect(api.asked.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("the secrets of the worker count as set", async () => {
  commands.api.secrets.push("MAILCHANNELS_API_KEY");
  const { output } = await commands.script("deploy", ["--env", "production"], { until: BUILD });
  expect(output).toContain(BUILD);
});

test("a dry run sends no request", async () => {
  writeFileSync(file, asItIs.replace(/^MAIL_FROM = ".*"/gm, 'MAIL_FROM = "mail@example.com"'));
  commands.api.asked.length = 0;
  const { output } = await commands.script("deploy", ["--env", "production", "--dry-run"], { until: BUILD });
  expect(output).toContain(BUILD);
  expect(commands.api.asked).toEqual([]);
});

test("an environment that a team adds can be deployed, and the output lists its missing settings", async () => {
  const own = '\n[env.staging]\n[env.staging.vars]\nDEMO = "true"\nENVIRONMENT_COLOUR = "plumb"\n';
  writeFileSync(file, asItIs + own);
  const { output } = await commands.script("deploy", ["--env", "staging"]);
  expect(output).toContain("This step failed: settings: ENVIRONMENT_COLOUR must be one of");
});
