import { signInPolicy } from "#app/features/demo/sign-in-policy.ts";
import type { Settings } from "#app/settings.ts";
import { github } from "./github.ts";
import type { Provider } from "./provider.ts";

/** All providers. To add one, write a file like ./github.ts, and add a line here and its settings. */
const PROVIDERS: Provider[] = [github];

/** The display name of a provider, also of one that is no longer offered. */
export const providerLabel = (name: string): string =>
  PROVIDERS.find((provider) => provider.name === name)?.label ?? name;

/** The providers that this deployment offers for sign-in. */
export const offeredProviders = (settings: Settings): Provider[] =>
  signInPolicy(settings).allowsProviders
    ? PROVIDERS.filter((provider) => provider.isConfigured(settings))
    : [];
