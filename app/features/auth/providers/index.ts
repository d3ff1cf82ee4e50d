import type { Settings } from "#app/settings.ts";
import { github } from "./github.ts";
import type { Provider } from "./provider.ts";

/** Every provider there is. Another one is a file like ./github.ts, a line here, and its settings. */
const PROVIDERS: Provider[] = [github];

/** The providers that this deployment offers. None in the demo, which makes no accounts and links none. */
export const offeredProviders = (settings: Settings): Provider[] =>
  settings.DEMO ? [] : PROVIDERS.filter((provider) => provider.isConfigured(settings));
