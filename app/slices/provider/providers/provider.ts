import type * as z from "zod";

/** A user's identity at a provider. */
export interface ProviderProfile {
  /** The provider's id for the user. Never reused for another person, unlike a name or an address. */
  subject: string;
  /**
   * The address to find or create the account with. Null unless the provider vouches that the mailbox is this user's: whoever
   * has the address here gets the account.
   */
  verifiedEmail: string | null;
}

/** What identifies the user who comes back from a provider. */
interface ProviderAnswer {
  accessToken: string;
  /** OpenID Connect's, for the scope "openid". */
  idToken: string | null;
  /** The random value that the visit to the provider began with. An ID token must repeat it. */
  nonce: string;
  /** Milliseconds since 1970. */
  now: number;
  signal: AbortSignal;
}

/** An identity provider: people sign in with their account there. Its file is all that the product knows of it. */
export interface ProviderOf<Shape extends z.ZodRawShape> {
  /** Used in URLs and in the database: never change it. */
  name: string;
  /** The display name, the same in every language. */
  label: string;
  /** Its settings. app/settings.ts reads them with all others. */
  settings: Shape;
  /** The names of the two settings without which it is not offered. One alone is refused. */
  client: { id: keyof Shape; secret: keyof Shape };
  /** Where people are sent, and where the code that they bring back is exchanged. */
  endpoints: (settings: z.output<z.ZodObject<Shape>>) => { authorization: URL; token: URL };
  scopes: string[];
  /**
   * Learns who came back.
   * @throws if the provider does not say
   */
  identify: (settings: z.output<z.ZodObject<Shape>>, answer: ProviderAnswer) => Promise<ProviderProfile>;
}
