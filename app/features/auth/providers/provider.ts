import type { OAuth2Strategy } from "remix-auth-oauth2";
import type { Settings } from "#app/settings.ts";

/** Someone, as a provider knows them. */
export interface ProviderProfile {
  /** Never used again for anyone else, unlike a name or an address. */
  id: string;
  /** The address to find or make their account by; null where the provider has not verified any. */
  verifiedEmail: string | null;
}

/** A place where people have an account that signs them in here. */
export interface Provider {
  /** In URLs and in the database: never to be changed. */
  name: string;
  /** As people know it; the same in every language. */
  label: string;
  /** Whether the settings have what it takes. */
  isConfigured: (settings: Settings) => boolean;
  /** What OAuth needs to know of it. */
  oauth: (
    settings: Settings,
  ) => Pick<
    OAuth2Strategy.ConstructorOptions,
    "clientId" | "clientSecret" | "authorizationEndpoint" | "tokenEndpoint" | "scopes"
  >;
  /**
   * Asks who a token belongs to.
   * @throws where the provider does not say
   */
  fetchProfile: (settings: Settings, accessToken: string, signal: AbortSignal) => Promise<ProviderProfile>;
}
