import { github } from "./github.ts";
import { google } from "./google.ts";

/** The identity providers, in the order of their buttons. To add one, write a file like ./google.ts and name it twice here. */
export const PROVIDERS = [google, github];

/** The settings of all providers: each file has its own, with their reasons. */
export const providerSettings = { ...google.settings, ...github.settings };

export const providerPairs = PROVIDERS.map(({ client }) => [client.id, client.secret] as const);

/** One of the providers. */
export type Provider = (typeof PROVIDERS)[number];
