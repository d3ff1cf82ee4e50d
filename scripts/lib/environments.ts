import { unstable_readConfig } from "wrangler";

const CONFIG = "wrangler.toml";

/** The environments in wrangler.toml, in its order. */
export function environments(): string[] {
  return unstable_readConfig({ config: CONFIG }).definedEnvironments ?? [];
}

/**
 * The configuration of an environment in wrangler.toml.
 * @param environment undefined for this machine
 * @throws {Error} if there is no such environment
 */
export function readEnvironment(environment: string | undefined) {
  const known = environments();
  if (environment !== undefined && !known.includes(environment)) {
    throw new Error(`--env must be one of ${known.join(", ")}, not ${environment}`);
  }
  return unstable_readConfig({ config: CONFIG, ...(environment && { env: environment }) });
}
