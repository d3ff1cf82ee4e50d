import { github } from "./github.ts";
import { google } from "./google.ts";

/**
 * The identity providers, in the order of their buttons. To add one, write a file like ./google.ts and name it twice
 * here.
 */
export const PROVIDERS = [google, github];

/** The settings of all providers. Each file documents its own. */
export const providerSettings = { ...google.settings, ...github.settings };

/** Settings that must be set together. */
export const providerPairs = PROVIDERS.map(({ client }) => [client.id, client.secret] as const);

export type Provider = (typeof PROVIDERS)[number];
