import * as z from "zod";
import { emailSchema } from "#app/features/user/user.schema.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import type { Settings } from "#app/settings.ts";
import type { Provider } from "./provider.ts";

const userSchema = z.object({ id: z.number() });
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub, or the GitHub Enterprise Server that the settings name. */
export const github: Provider = {
  name: "github",
  label: "GitHub",
  isConfigured: (settings) => Boolean(settings.GITHUB_CLIENT_ID),
  oauth: ({ GITHUB_CLIENT_ID = "", GITHUB_CLIENT_SECRET = "", GITHUB_URL }) => ({
    clientId: GITHUB_CLIENT_ID,
    clientSecret: GITHUB_CLIENT_SECRET,
    authorizationEndpoint: new URL("/login/oauth/authorize", GITHUB_URL),
    tokenEndpoint: new URL("/login/oauth/access_token", GITHUB_URL),
    scopes: ["read:user", "user:email"],
  }),
  async fetchProfile(settings, accessToken, signal) {
    const [user, emails] = await Promise.all([
      read(settings, "user", accessToken, signal).then((answer) => userSchema.parse(answer)),
      read(settings, "user/emails", accessToken, signal).then((answer) => emailsSchema.parse(answer)),
    ]);
    const primary = emails.find((address) => address.primary && address.verified);
    // An address that our stricter schema rejects counts as none.
    const email = emailSchema.safeParse(primary?.email ?? "");
    return { id: String(user.id), verifiedEmail: email.data ?? null };
  },
};

/** Reads a resource from GitHub's REST API. */
async function read(
  { GITHUB_API_URL }: Settings,
  path: string,
  accessToken: string,
  signal: AbortSignal,
): Promise<unknown> {
  const base = GITHUB_API_URL.replace(/\/?$/, "/");
  const response = await fetch(new URL(path, base), {
    signal,
    // The token is for this address only: an answer that leads elsewhere is an error.
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
