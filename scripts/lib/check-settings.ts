import { parseSettings, SETTING_NAMES, SettingsError } from "#app/settings.ts";
import { OWN_SECRETS } from "./own-secrets.ts";

/**
 * A placeholder for secrets, whose values can't be read back. It is long enough for every secret with a minimum length.
 */
const SOME_SECRET = "x".repeat(32);

/** Matches a domain that is reserved for examples (RFC 2606), at the end of a sender or a URL. */
const EXAMPLE = /[@./]example(\.com|\.net|\.org)?\/?$/i;

/**
 * Checks an environment's settings before deployment: with invalid ones, the worker refuses every request.
 * @param worker the worker's name, for its address at Cloudflare
 * @param vars the variables in wrangler.toml
 * @param secrets the names of the worker's secrets; null if they are unknown, and then no setting that may be
 * a secret is reported as missing
 * @throws {Error} naming each setting that is invalid, missing or unknown
 */
export function checkSettings(
  { env, worker, vars }: { env: string; worker: string | undefined; vars: Record<string, unknown> },
  secrets: string[] | null,
): void {
  const hidden = secrets ?? SETTING_NAMES.filter((name) => !(name in vars));
  const names = Object.keys(vars);
  const problems = [
    ...names.filter((name) => !SETTING_NAMES.includes(name)).map((name) => `${name} is not a setting`),
    ...names.filter((name) => typeof vars[name] !== "string").map((name) => `${name} must be in quotes`),
  ];
  if (problems.length === 0) problems.push(...problemsWith(vars, hidden));
  // A dry run skips this check, because it must work in a copy that is not set up yet.
  if (secrets && EXAMPLE.test(String(vars.MAIL_FROM)))
    problems.push("MAIL_FROM is still the example address, from which no email can be sent");
  if (secrets && EXAMPLE.test(String(vars.BASE_URL)))
    problems.push("BASE_URL is still the example, and links in emails would lead there");
  if (problems.some((problem) => problem.startsWith("BASE_URL "))) problems.push(whereItIs(worker));
  if (problems.length === 0) return;
  throw new Error(
    `${problems.join("; ")} (app/settings.ts has them all; in [env.${env}.vars] of wrangler.toml, ` +
      `or a secret by "npx wrangler secret put <name> --env ${env}")`,
  );
}

/**
 * Advice on the value of BASE_URL. Cloudflare gives each account a name below workers.dev, which no configuration
 * contains.
 */
const whereItIs = (worker = "<worker>") =>
  `write BASE_URL = "https://${worker}.<account>.workers.dev", where <account> is the name that the dashboard shows under ` +
  `Workers & Pages, or the domain that the worker has`;

/** @returns each invalid or missing setting, with its requirement */
function problemsWith(vars: Record<string, unknown>, hidden: string[]): string[] {
  const withSecrets = (names: string[]) => ({
    ...Object.fromEntries([...OWN_SECRETS, ...names].map((name) => [name, SOME_SECRET])),
    ...vars,
  });
  // The placeholder is no valid flag or URL, and with any invalid value, the rules about several settings are
  // not checked. So secrets that can't have this placeholder are left out.
  const unfit = problemsOf(withSecrets(hidden)).map(({ name }) => name);
  return problemsOf(withSecrets(hidden.filter((name) => !unfit.includes(name))))
    .filter(({ name }) => name in vars || !hidden.includes(name))
    .map(({ name, must }) => `${name} ${must}`);
}

function problemsOf(values: Record<string, unknown>): SettingsError["problems"] {
  try {
    parseSettings(values);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.problems;
  }
}
