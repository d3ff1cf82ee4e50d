import type { Settings } from "#app/settings.ts";
import { github } from "./github.ts";
import type { Provider } from "./provider.ts";

/** Every provider there is. Another one is a file like ./github.ts, a line here, and its settings. */
const PROVIDERS: Provider[] = [github];

/** How people know a provider, whether it is offered now or was once. */
export const providerLabel = (name: string): string =>
  PROVIDERS.find((provider) => provider.name === name)?.label ?? name;

/** The providers that this deployment offers. None in the demo, which makes no accounts and links none. */
export const offeredProviders = (settings: Settings): Provider[] =>
  settings.DEMO ? [] : PROVIDERS.filter((provider) => provider.isConfigured(settings));
