import { github } from "./github.ts";
import { google } from "./google.ts";

/** The identity providers, in the order of their buttons. To add one, write a file like ./google.ts and name it twice here. */
export const PROVIDERS = [google, github];

/** The settings of all providers. */
export const PROVIDER_SETTINGS = { ...google.settings, ...github.settings };

/** One of the providers. */
export type Provider = (typeof PROVIDERS)[number];
