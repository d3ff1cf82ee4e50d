import { parseSettings, SETTING_NAMES, SettingsError } from "#app/settings.ts";
import { OWN_SECRETS } from "./own-secrets.ts";

/** In place of a secret, whose value nobody can read back: long enough for those that must be long. */
const SOME_SECRET = "x".repeat(32);

/** A sender at one of the domains that are kept for examples (RFC 2606). */
const EXAMPLE_SENDER = /[@.]example(\.com|\.net|\.org)?$/i;

/**
 * Checks an environment's settings before a worker with them is online, which would serve nothing.
 * @param vars those of wrangler.toml
 * @param secrets the names of those that the worker has; null if nobody knows, and then none counts as missing
 * @throws {Error} naming each that is invalid, missing or no setting
 */
export function checkSettings(vars: Record<string, unknown>, secrets: string[] | null, env: string): void {
  const hidden = secrets ?? SETTING_NAMES.filter((name) => !(name in vars));
  const names = Object.keys(vars);
  const problems = [
    ...names.filter((name) => !SETTING_NAMES.includes(name)).map((name) => `${name} is no setting`),
    ...names.filter((name) => typeof vars[name] !== "string").map((name) => `${name} must be in quotes`),
  ];
  if (problems.length === 0) problems.push(...problemsWith(vars, hidden));
  // A dry run is also for a copy that nobody has set up yet.
  if (secrets && EXAMPLE_SENDER.test(String(vars.MAIL_FROM)))
    problems.push("MAIL_FROM is still the example, from which no mail can be sent");
  if (problems.length === 0) return;
  throw new Error(
    `${problems.join("; ")} (app/settings.ts has them all; in [env.${env}.vars] of wrangler.toml, ` +
      `or a secret by "npx wrangler secret put <name> --env ${env}")`,
  );
}

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
