import type * as z from "zod";

/** A user's identity at a provider. */
export interface ProviderProfile {
  /** The provider's id for the user. Never reused for another person, unlike a name or an address. */
  subject: string;
  /**
   * The address to find or create the account with. Null unless the provider guarantees that the mailbox belongs to
   * this user: they will get the account with that address.
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
 * An identity provider, whose users can sign in with their account there. Everything that the product knows of it is in
 * its file.
 */
export interface ProviderOf<Shape extends z.ZodRawShape> {
  /** Used in URLs and in the database: never change it. */
  name: string;
  /** The display name, the same in every language. */
  label: string;
  /** Its settings. app/settings.ts reads them with all others. */
  settings: Shape;
  /** The names of the two settings that it needs to be offered. Setting only one of them is an error. */
  client: { id: keyof Shape; secret: keyof Shape };
  /** The addresses that people are sent to, and that exchanges their code for tokens. */
  endpoints: (settings: z.output<z.ZodObject<Shape>>) => { authorization: URL; token: URL };
  scopes: string[];
  /**
   * Identifies the user who has come back.
   * @throws if the provider does not identify them
   */
  identify: (settings: z.output<z.ZodObject<Shape>>, answer: ProviderAnswer) => Promise<ProviderProfile>;
}
