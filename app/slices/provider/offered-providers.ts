import { settingsContext } from "#app/context.ts";
import type { LoginRead } from "#app/identity/auth/login-part.ts";
import { signInPolicy } from "#app/identity/auth/sign-in-policy.server.ts";
import type { Settings } from "#app/settings.ts";
import { PROVIDERS, type Provider } from "#app/slices/provider/providers/index.ts";

/** The display name of a provider, even of one that is no longer offered. */
export const providerLabel = (name: string): string =>
  PROVIDERS.find((provider) => provider.name === name)?.label ?? name;

/** The providers that this deployment offers for sign-in. */
export const offeredProviders = (settings: Settings): Provider[] =>
  signInPolicy(settings).allowsProviders ? PROVIDERS.filter(({ client }) => settings[client.id]) : [];

/** The providers for the sign-in page. */
export const providerLoginRead: LoginRead = {
  key: "provider",
  read: (context) =>
    offeredProviders(context.get(settingsContext)).map(({ name, label }) => ({ name, label })),
};
