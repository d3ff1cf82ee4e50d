import { signInPolicy } from "#app/features/demo/sign-in-policy.ts";
import type { Settings } from "#app/settings.ts";
import { github } from "./github.ts";
import type { Provider } from "./provider.ts";

/** Every provider there is. Another one is a file like ./github.ts, a line here, and its settings. */
const PROVIDERS: Provider[] = [github];

/** How people know a provider, whether it is offered now or was once. */
export const providerLabel = (name: string): string =>
  PROVIDERS.find((provider) => provider.name === name)?.label ?? name;

/** The providers that this deployment offers. */
export const offeredProviders = (settings: Settings): Provider[] =>
  signInPolicy(settings).allowsProviders
    ? PROVIDERS.filter((provider) => provider.isConfigured(settings))
    : [];
