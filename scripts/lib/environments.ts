import { unstable_readConfig } from "wrangler";

const CONFIG = "wrangler.toml";

/** The environments that wrangler.toml names, in its order. */
export function environments(): string[] {
  return unstable_readConfig({ config: CONFIG }).definedEnvironments ?? [];
}

/**
 * What wrangler.toml says of an environment.
 * @param environment undefined for this machine
 * @throws {Error} if it names no such environment
 */
export function readEnvironment(environment: string | undefined) {
  const known = environments();
  if (environment !== undefined && !known.includes(environment)) {
    throw new Error(`--env must be one of ${known.join(", ")}, not ${environment}`);
  }
  return unstable_readConfig({ config: CONFIG, ...(environment && { env: environment }) });
}
