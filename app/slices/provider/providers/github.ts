import * as z from "zod";
import { PRODUCT_NAME } from "#app/product.ts";
import type { ProviderOf } from "./provider.ts";

const settings = {
  /** The client id of a GitHub OAuth app. With the secret below, people can sign in with GitHub. */
  GITHUB_CLIENT_ID: z.string().optional(),
  /** The OAuth app's client secret. Register the callback URL BASE_URL + /login/github/callback. */
  GITHUB_CLIENT_SECRET: z.string().optional(),
  /** Overrides the URL of GitHub, for GitHub Enterprise Server or tests with a fake one. */
  GITHUB_URL: z.url("must be a URL").default("https://github.com"),
  GITHUB_API_URL: z.url("must be a URL").default("https://api.github.com"),
};

const userSchema = z.object({ id: z.number() });
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub, or the GitHub Enterprise Server in the settings. OAuth 2.0: its REST API identifies the user. */
export const github = {
  name: "github",
  label: "GitHub",
  settings,
  client: { id: "GITHUB_CLIENT_ID", secret: "GITHUB_CLIENT_SECRET" },
  endpoints: ({ GITHUB_URL }) => ({
    authorization: new URL("/login/oauth/authorize", GITHUB_URL),
    token: new URL("/login/oauth/access_token", GITHUB_URL),
  }),
  scopes: ["read:user", "user:email"],
  async identify({ GITHUB_API_URL }, { accessToken, signal }) {
    const [user, emails] = await Promise.all([
      read(GITHUB_API_URL, "user", accessToken, signal).then((answer) => userSchema.parse(answer)),
      read(GITHUB_API_URL, "user/emails", accessToken, signal).then((answer) => emailsSchema.parse(answer)),
    ]);
    const primary = emails.find((address) => address.primary && address.verified);
    return { subject: String(user.id), verifiedEmail: primary?.email ?? null };
  },
} as const satisfies ProviderOf<typeof settings>;

/** Reads a resource from GitHub's REST API. */
async function read(
  apiUrl: string,
  path: string,
  accessToken: string,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(new URL(path, apiUrl.replace(/\/?$/, "/")), {
    signal,
    // A redirect is an error, so that the token is never sent to another address.
    redirect: "manual",
    headers: {
      Authorization: `Bearer ${accessToken}`,
      Accept: "application/vnd.github+json",
      "X-GitHub-Api-Version": "2022-11-28",
      // GitHub rejects requests without a user agent.
      "User-Agent": encodeURIComponent(PRODUCT_NAME),
    },
  });
  if (!response.ok) throw new Error(`GitHub answered ${response.status} for /${path}`);
  return response.json();
}
