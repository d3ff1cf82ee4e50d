import * as z from "zod";
import { readIdToken } from "./id-token.ts";
import type { ProviderOf } from "./provider.ts";

const settings = {
  /**
   * The client id of an OAuth client of Google (type "Web application"). With the secret below, people can sign in with
   * Google.
   */
  GOOGLE_CLIENT_ID: z.string().optional(),
  /** The OAuth client's secret. Register the redirect URI BASE_URL + /login/google/callback. */
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  /** Overrides the URLs of Google, for tests with a fake one. */
  GOOGLE_URL: z.url("must be a URL").default("https://accounts.google.com"),
  GOOGLE_API_URL: z.url("must be a URL").default("https://oauth2.googleapis.com"),
};

const userSchema = z.object({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  /** The domain of an organisation that manages its people's accounts at Google. */
  hd: z.string().optional(),
});

/** Google. OpenID Connect: the ID token identifies the user (docs/decisions/0053). */
export const google = {
  name: "google",
  label: "Google",
  settings,
  client: { id: "GOOGLE_CLIENT_ID", secret: "GOOGLE_CLIENT_SECRET" },
  endpoints: ({ GOOGLE_URL, GOOGLE_API_URL }) => ({
    authorization: new URL("/o/oauth2/v2/auth", GOOGLE_URL),
    token: new URL("/token", GOOGLE_API_URL),
  }),
  scopes: ["openid", "email"],
  async identify({ GOOGLE_URL, GOOGLE_CLIENT_ID }, { idToken, nonce, now }) {
    const { origin, host } = new URL(GOOGLE_URL);
    // Google names itself as the issuer with or without the scheme.
    const expected = { issuers: [origin, host], clientId: GOOGLE_CLIENT_ID, nonce, now };
    const { sub, email, email_verified, hd } = userSchema.parse(readIdToken(idToken, expected));
    // Google may have verified any other address long ago. Its mailbox may now belong to somebody else.
    const isGooglesOwn = /@(gmail|googlemail)\.com$/i.test(email ?? "") || hd !== undefined;
    return { subject: sub, verifiedEmail: (email_verified && isGooglesOwn && email) || null };
  },
} as const satisfies ProviderOf<typeof settings>;
