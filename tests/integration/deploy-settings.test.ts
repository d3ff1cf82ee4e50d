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

/** What is printed once the settings are found to be right. What comes after it takes long. */
const BUILD = "== build";

/** Deploys production with these lines among its settings. @param until see startCommands */
async function deploy(lines: string, secrets: string[] = [], until?: string) {
  const { api, script } = commands;
  writeFileSync(file, asItIs.replace("[env.production.vars]\n", `$&${lines}\n`));
  api.secrets.push(...secrets);
  api.asked.length = 0;
  return script("deploy", ["--env", "production"], { until });
}

const MAIL = "MAILCHANNELS_API_KEY";

test.each([
  ["", [], `${MAIL} must be set where MAIL_PROVIDER is mailchannels`],
  ['SIGNUP = "false"', [MAIL], "SIGNUP is no setting"],
  ["SIGN_UP = false", [MAIL], "SIGN_UP must be in quotes"],
  ['SIGN_UP = "no"', [MAIL], "SIGN_UP must be true or false"],
  [
    'GOOGLE_CLIENT_ID = "one"',
    [MAIL],
    "GOOGLE_CLIENT_ID must be set where GOOGLE_CLIENT_SECRET is, and nowhere else",
  ],
])("with %j and the secrets %j nothing is built, and nothing is changed", async (lines, secrets, reason) => {
  const { code, output } = await deploy(lines, secrets);
  expect(code).toBe(1);
  expect(output).toContain(`Not deployed. This step failed: settings: ${reason} (`);
  expect(output).not.toContain(BUILD);
  expect(commands.api.asked.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("the example of a sender is not deployed", async () => {
  writeFileSync(file, asItIs.replace(/^MAIL_FROM = ".*"/gm, 'MAIL_FROM = "mail@example.com"'));
  commands.api.secrets.push(MAIL);
  const { code, output } = await commands.script("deploy", ["--env", "production"]);
  expect(code).toBe(1);
  expect(output).toContain(
    "failed: settings: MAIL_FROM is still the example, from which no mail can be sent (",
  );
  expect(output).not.toContain(BUILD);
});

const LINE = 'write BASE_URL = "https://';

test.each([
  ["", `BASE_URL must be set where mail is sent: its links lead there; ${LINE}`],
  [
    "https://deckle.example.com",
    `BASE_URL is still the example, to which the links in mails must not lead; ${LINE}`,
  ],
  ["https://deckle.example/", "BASE_URL is still the example"],
  ["deckle.acme.test", "BASE_URL must be an http: or https: URL"],
])(
  "with %j as the address of the site nothing is deployed, and the line to write is shown",
  async (url, reason) => {
    const line = url ? `BASE_URL = "${url}"` : "";
    writeFileSync(file, asItIs.replace(/^BASE_URL = ".*"/gm, line));
    commands.api.secrets.push(MAIL);
    commands.api.asked.length = 0;
    const { code, output } = await commands.script("deploy", ["--env", "production"]);
    expect(code).toBe(1);
    expect(output).toContain(`Not deployed. This step failed: settings: ${reason}`);
    expect(output).toContain(".workers.dev");
    expect(output).not.toContain(BUILD);
    expect(commands.api.asked.filter(({ method }) => method !== "GET")).toEqual([]);
  },
);

test("the worker's secrets count as set, whatever their values", async () => {
  const secrets = [MAIL, "GOOGLE_CLIENT_SECRET", "CONTACT_LINKS"];
  const { output } = await deploy('GOOGLE_CLIENT_ID = "one"', secrets, BUILD);
  expect(output).toContain(BUILD);
});

test("a dry run, which asks nobody, takes settings that may be secrets as set, and the example of a sender", async () => {
  writeFileSync(file, asItIs.replace(/^MAIL_FROM = ".*"/gm, 'MAIL_FROM = "mail@example.com"'));
  commands.api.asked.length = 0;
  const { output } = await commands.script("deploy", ["--env", "production", "--dry-run"], { until: BUILD });
  expect(output).toContain(BUILD);
  expect(commands.api.asked).toEqual([]);
});

test("an environment of one's own can be deployed, and what it lacks is named", async () => {
  const own = '\n[env.staging]\n[env.staging.vars]\nDEMO = "true"\nENVIRONMENT_COLOUR = "plumb"\n';
  writeFileSync(file, asItIs + own);
  const { output } = await commands.script("deploy", ["--env", "staging"]);
  expect(output).toContain("This step failed: settings: ENVIRONMENT_COLOUR must be one of");
});
