// npm run deploy: builds an environment of wrangler.toml and deploys it, step by step.
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { unstable_readConfig } from "wrangler";
import { aliasUrl } from "./lib/alias-url.ts";
import { build } from "./lib/build.ts";
import { checkSettings } from "./lib/check-settings.ts";
import { readEnvironment } from "./lib/environments.ts";
import { fail, reasonOf } from "./lib/fail.ts";
import { OWN_SECRETS } from "./lib/own-secrets.ts";
import { ensure, resourcesOf } from "./lib/resources.ts";
import { wrangler } from "./lib/wrangler.ts";
import { COUNT_DEMO_MARKS, MARK_AS_DEMO } from "./seed/demo-mark.ts";
import { seedSql } from "./seed/seed-sql.ts";
import { describeBuild } from "./vite/describe-build.ts";

/** How often /healthz is requested. A deployment takes a moment to reach every location. */
const SMOKE_TRIES = 15;
/** The pause between two tries, in milliseconds. */
const SMOKE_PAUSE = 2000;

const temporary = mkdtempSync(path.join(tmpdir(), "deploy-"));
let step = "arguments";

/** Announces a step and runs it. If it fails, the last line of output names it. */
async function run<T>(name: string, does: () => T | Promise<T>): Promise<T> {
  step = name;
  console.log(`== ${name}`);
  return does();
}

try {
  const { env, worker, settings, alias, dryRun } = readArguments();

  if (!dryRun) await run("login", checkLogin);
  const known = await run("settings", () => {
    const secrets = dryRun ? null : listSecrets(env);
    checkSettings({ env, worker, vars: settings }, secrets);
    return secrets ?? [];
  });
  await run("build", () => build(env));
  const config = unstable_readConfig({ config: "build/server/wrangler.json" });
  const { name } = config;
  if (!name || !config.d1_databases[0]?.database_name || config.kv_namespaces.length === 0) {
    throw new Error(`the environment ${env} of wrangler.toml names no worker, database or KV namespace`);
  }
  const resources = resourcesOf(config);

  if (dryRun) {
    await run("dry run", () => wrangler(["deploy", "--dry-run"], { prints: true }));
    const labels = resources.map(({ label }) => label).join(", ");
    console.log(
      `\n${name} can be deployed: nothing was sent. A deployment creates any of these that do not exist yet: ${labels}.`,
    );
  } else {
    for (const resource of resources) await run(resource.label, () => ensure(resource));
    // Migrations run before the new code is deployed, because it needs them. The old code also works with them
    // (docs/operations.md).
    await run("migrations", () =>
      wrangler(["d1", "migrations", "apply", "DB", "--remote"], { prints: true }),
    );
    if (settings.DEMO === "true") await run("seed", seedDemo);
    const secrets = await run("secrets", () => missingSecrets(known));
    const url = await run(alias ? "upload" : "deploy", () => deploy(secrets, alias, settings.BASE_URL));
    await run("smoke check", () => smokeCheck(url));
    console.log(`\n${name} is online: ${url}`);
  }
} catch (error) {
  rmSync(temporary, { recursive: true, force: true });
  fail(`\nNot deployed. This step failed: ${step}: ${(error as Error).message}`);
}
rmSync(temporary, { recursive: true, force: true });

function readArguments() {
  const { values } = parseArgs({
    options: {
      env: { type: "string", default: "production" },
      // Uploads a version to its own address, without replacing the version that is online.
      alias: { type: "string" },
      "dry-run": { type: "boolean", default: false },
    },
  });
  const { name, vars } = readEnvironment(values.env);
  return { env: values.env, worker: name, settings: vars, alias: values.alias, dryRun: values["dry-run"] };
}

function checkLogin(): void {
  try {
    wrangler(["whoami", "--json"], { built: false });
  } catch (error) {
    const reason = (error as Error).message.replace(/^\{.*\}$/, "nobody is logged in");
    throw new Error(
      `${reason} (run "npx wrangler login", or set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID)`,
    );
  }
}

/** Fills an empty database and marks it as the demo's, because without the mark, the worker refuses every request. */
async function seedDemo(): Promise<void> {
  const execute = (...args: string[]) => wrangler(["d1", "execute", "DB", "--remote", "--yes", ...args]);
  const count = (query: string): number =>
    JSON.parse(execute("--command", query, "--json"))[0].results[0].count;
  if (count("select count(*) as count from users") === 0) {
    const file = path.join(temporary, "seed.sql");
    writeFileSync(file, await seedSql());
    execute("--file", file);
  }
  execute("--command", MARK_AS_DEMO);
  if (count(COUNT_DEMO_MARKS) === 0) {
    throw new Error("the database has users other than the demo's: DEMO would let anyone read their data");
  }
}

/**
 * @param known the names of the environment's secrets
 * @returns the path of a file with new values for the missing ones; null if none are missing
 */
function missingSecrets(known: string[]): string | null {
  const missing = OWN_SECRETS.filter((secret) => !known.includes(secret));
  if (missing.length === 0) return null;
  const file = path.join(temporary, "secrets.json");
  const made = missing.map((secret) => [secret, randomBytes(32).toString("base64url")]);
  writeFileSync(file, JSON.stringify(Object.fromEntries(made)), { mode: 0o600 });
  console.log(`New: ${missing.join(", ")}`);
  return file;
}

function listSecrets(env: string): string[] {
  try {
    const listed = wrangler(["secret", "list", "--format", "json", "--env", env], { built: false });
    const secrets = JSON.parse(listed) as { name: string }[];
    return secrets.map(({ name }) => name);
  } catch (error) {
    // Before the first deployment there is no worker, and so no secrets.
    if (/not found|does not exist|10007/i.test((error as Error).message)) return [];
    throw error;
  }
}

/** @returns the URL of the deployment */
function deploy(secrets: string | null, alias: string | undefined, baseUrl: unknown): string {
  const output = path.join(temporary, "output.ndjson");
  const command = alias ? ["versions", "upload", "--preview-alias", alias] : ["deploy"];
  // BASE_URL is the version's own address. Otherwise the links in its emails would lead to the version that is online.
  const own = alias && typeof baseUrl === "string" ? aliasUrl(baseUrl, alias) : null;
  if (own) command.push("--var", `BASE_URL:${own}`);
  wrangler([...command, ...(secrets ? ["--secrets-file", secrets] : [])], {
    prints: true,
    env: { WRANGLER_OUTPUT_FILE_PATH: output },
  });
  const entries = readFileSync(output, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const targets: string[] = entries.flatMap((entry) => entry.preview_alias_url ?? entry.targets ?? []);
  const url = targets.find((target) => target.startsWith("https://"));
  if (!url) throw new Error("wrangler named no https: address, neither workers.dev nor a domain");
  return url;
}

/** Polls the deployment's /healthz until the new build responds. */
async function smokeCheck(url: string): Promise<void> {
  const { commit } = describeBuild();
  let last = "";
  for (let tried = 0; tried < SMOKE_TRIES; tried++) {
    if (tried > 0) await pause(SMOKE_PAUSE);
    try {
      const response = await fetch(new URL("/healthz", url), { signal: AbortSignal.timeout(10_000) });
      last = `${response.status} ${(await response.text()).split("\n")[0]}`;
      if (!response.ok) continue;
      if (JSON.parse(last.slice(4)).commit === commit) return;
      last = `still the build before, not ${commit}`;
    } catch (error) {
      last = reasonOf(error);
    }
  }
  throw new Error(`${url}/healthz: ${last}`);
}
