import { parseSettings, SETTING_NAMES, SettingsError } from "#app/settings.ts";
import { OWN_SECRETS } from "./own-secrets.ts";

/** In place of a secret, whose value nobody can read back: long enough for those that must be long. */
const SOME_SECRET = "x".repeat(32);

/** One of the domains that are kept for examples (RFC 2606), at the end of a sender or of an address of a site. */
const EXAMPLE = /[@./]example(\.com|\.net|\.org)?\/?$/i;

/**
 * Checks an environment's settings before a worker with them is online, which would serve nothing.
 * @param worker its name, for the address that it has at Cloudflare
 * @param vars those of wrangler.toml
 * @param secrets the names of those that the worker has; null if nobody knows, and then none counts as missing
 * @throws {Error} naming each that is invalid, missing or no setting
 */
export function checkSettings(
  { env, worker, vars }: { env: string; worker: string | undefined; vars: Record<string, unknown> },
  secrets: string[] | null,
): void {
  const hidden = secrets ?? SETTING_NAMES.filter((name) => !(name in vars));
  const names = Object.keys(vars);
  const problems = [
    ...names.filter((name) => !SETTING_NAMES.includes(name)).map((name) => `${name} is no setting`),
    ...names.filter((name) => typeof vars[name] !== "string").map((name) => `${name} must be in quotes`),
  ];
  if (problems.length === 0) problems.push(...problemsWith(vars, hidden));
  // A dry run is also for a copy that nobody has set up yet.
  if (secrets && EXAMPLE.test(String(vars.MAIL_FROM)))
    problems.push("MAIL_FROM is still the example, from which no mail can be sent");
  if (secrets && EXAMPLE.test(String(vars.BASE_URL)))
    problems.push("BASE_URL is still the example, to which the links in mails must not lead");
  if (problems.some((problem) => problem.startsWith("BASE_URL "))) problems.push(whereItIs(worker));
  if (problems.length === 0) return;
  throw new Error(
    `${problems.join("; ")} (app/settings.ts has them all; in [env.${env}.vars] of wrangler.toml, ` +
      `or a secret by "npx wrangler secret put <name> --env ${env}")`,
  );
}

/** What to write for BASE_URL. Cloudflare gives each account a name below workers.dev, which no configuration knows. */
const whereItIs = (worker = "<worker>") =>
  `write BASE_URL = "https://${worker}.<account>.workers.dev", where <account> is the name that the dashboard shows under ` +
  `Workers & Pages, or the domain that the worker has`;

function problemsWith(vars: Record<string, unknown>, hidden: string[]): string[] {
  const values = Object.fromEntries([...OWN_SECRETS, ...hidden].map((name) => [name, SOME_SECRET]));
  try {
    parseSettings({ ...values, ...vars });
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.problems
      .filter(({ name }) => name in vars || !hidden.includes(name))
      .map(({ name, must }) => `${name} ${must}`);
  }
}
