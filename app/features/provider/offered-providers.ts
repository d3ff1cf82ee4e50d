import { signInPolicy } from "#app/features/auth/sign-in-policy.ts";
import { PROVIDERS, type Provider } from "#app/providers/index.ts";
import type { Settings } from "#app/settings.ts";

/** The display name of a provider, also of one that is no longer offered. */
export const providerLabel = (name: string): string =>
  PROVIDERS.find((provider) => provider.name === name)?.label ?? name;

/** The providers that this deployment offers for sign-in. */
export const offeredProviders = (settings: Settings): Provider[] =>
  signInPolicy(settings).allowsProviders ? PROVIDERS.filter(({ client }) => settings[client.id]) : [];
