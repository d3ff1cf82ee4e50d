import type * as z from "zod";

/** A user's identity at a provider. */
export interface ProviderProfile {
  /** The provider's id for the user. Never reused for another person, unlike a name or an address. */
  subject: string;
  /**
   * The address by which the account is found or created. Null unless the provider guarantees that the mailbox belongs
   * to this user, because the user gets access to the account with that address.
   */
  verifiedEmail: string | null;
}

/** What identifies the user who comes back from a provider. */
interface ProviderAnswer {
  accessToken: string;
  /** The ID token of OpenID Connect, if the scope "openid" was requested. */
  idToken: string | null;
  /** The random value that the visit began with. An ID token must repeat it. */
  nonce: string;
  /** Milliseconds since 1970. */
  now: number;
  signal: AbortSignal;
}

/**
 * An identity provider, whose users can sign in with their account there. Everything that the product knows about a
 * provider is in the provider's file.
 */
export interface ProviderOf<Shape extends z.ZodRawShape> {
  /** Used in URLs and in the database: never change it. */
  name: string;
  /** The display name, which is the same in every language. */
  label: string;
  /** The provider's settings. app/settings.ts reads them with all other settings. */
  settings: Shape;
  /** The names of the two settings without which the provider is not offered. Setting only one of them is an error. */
  client: { id: keyof Shape; secret: keyof Shape };
  /**
   * Two addresses of the provider: the page to which people are sent, and the endpoint that exchanges their code for
   * tokens.
   */
  endpoints: (settings: z.output<z.ZodObject<Shape>>) => { authorization: URL; token: URL };
  scopes: string[];
  /**
   * Identifies the user who has come back.
   * @throws if the provider does not identify them
   */
  identify: (settings: z.output<z.ZodObject<Shape>>, answer: ProviderAnswer) => Promise<ProviderProfile>;
}
