import type { OAuth2Strategy } from "remix-auth-oauth2";
import type { Settings } from "#app/settings.ts";

/** A user's identity at a provider. */
export interface ProviderProfile {
  /** Never reused for another person, unlike a name or an address. */
  id: string;
  /** The address to find or create the account with; null if the provider has not verified one. */
  verifiedEmail: string | null;
}

/** An identity provider: people sign in with their account there. */
export interface Provider {
  /** Used in URLs and in the database: never change it. */
  name: string;
  /** The display name, the same in every language. */
  label: string;
  /** Whether the required settings are present. */
  isConfigured: (settings: Settings) => boolean;
  /** The OAuth client configuration. */
  oauth: (
    settings: Settings,
  ) => Pick<
    OAuth2Strategy.ConstructorOptions,
    "clientId" | "clientSecret" | "authorizationEndpoint" | "tokenEndpoint" | "scopes"
  >;
  /**
   * Fetches the profile of a token's owner.
   * @throws if the provider does not return it
   */
  fetchProfile: (settings: Settings, accessToken: string, signal: AbortSignal) => Promise<ProviderProfile>;
}
