import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { OAuth2Issuer, OAuth2Service } from "oauth2-mock-server";
import { PROVIDERS } from "#app/slices/provider/providers/index.ts";
import type { Visitor } from "./visitor.ts";

/** An account at a provider, with at most one address. */
export interface AccountThere {
  id: number;
  email: string | null;
  verified: boolean;
}

let lastId = 1000;

/** A new account at a provider. */
export function accountThere(email: string | null, verified = true): AccountThere {
  lastId += 1;
  return { id: lastId, email, verified };
}

/** Starts an OAuth server, which checks PKCE. */
async function startOAuth(authorize: string, token: string) {
  const issuer = new OAuth2Issuer();
  await issuer.keys.generate("RS256");
  const service = new OAuth2Service(issuer, { authorize, token });
  /** The address to which the next request for a token is redirected. */
  let moved: { status: number; location: string } | null = null;
  const server = createServer((request, response) => {
    if (!moved || request.url !== token) return service.requestHandler(request, response);
    response.writeHead(moved.status, { Location: moved.location }).end();
    moved = null;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  issuer.url = url;
  return {
    url,
    oauth: {
      issuer,
      service,
      /** Redirects the next request for a token. */
      moveToken(status: number, location: string) {
        moved = { status, location };
      },
      stop: () => new Promise((resolve) => server.close(resolve)),
    },
  };
}

/** Stands in for GitHub on this machine: a real OAuth server, and the REST API. */
export async function startGitHub() {
  const { oauth, url } = await startOAuth("/login/oauth/authorize", "/login/oauth/access_token");
  let account: AccountThere | null = null;
  let redirects = false;
  let hangs = false;
  let held: { arrive: () => void; released: Promise<void> } | null = null;
  const tokens = new Set<string>();
  oauth.service.on("beforeResponse", ({ body }) => {
    if (body && "access_token" in body) tokens.add(String(body.access_token));
  });
  const api = createServer(async (request, response) => {
    if (hangs) return;
    held?.arrive();
    await held?.released;
    const isKnown = tokens.has(request.headers.authorization?.replace(/^Bearer /, "") ?? "");
    const answers: Record<string, unknown> = account ? restAnswers(account) : {};
    const path = request.url ?? "";
    if (redirects && path in answers) return response.writeHead(302, { Location: `/moved${path}` }).end();
    const answer = answers[path.replace(/^\/moved/, "")];
    response.writeHead(isKnown && request.headers["user-agent"] && answer ? 200 : 403, {
      "Content-Type": "application/json",
    });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));

  return {
    oauth,
    name: "github",
    label: "GitHub",
    scope: "read:user user:email",
    /** Settings for the worker. */
    settings: {
      GITHUB_CLIENT_ID: "the-client",
      GITHUB_CLIENT_SECRET: "the-secret",
      GITHUB_URL: url,
      GITHUB_API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    },
    /** Sets who is signed in at GitHub. With null, the API refuses to name them (403). */
    signIn(next: AccountThere | null) {
      account = next;
    },
    /** Sets whether the API redirects to another path, which then responds. */
    redirect(next: boolean) {
      redirects = next;
    },
    /**
     * Makes the API wait before it responds.
     * @returns a promise that resolves once the API was called, and a function that lets it respond
     */
    hold() {
      const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held = { arrive: asked.resolve, released: released.promise };
      const release = () => {
        held = null;
        released.resolve();
      };
      return { asked: asked.promise, release };
    },
    /** Sets whether the API leaves its callers waiting. */
    hang(next: boolean) {
      hangs = next;
    },
    async stop() {
      api.close();
      await oauth.stop();
    },
  };
}

/** What GitHub's API returns about an account. */
const restAnswers = ({ id, email, verified }: AccountThere) => ({
  "/user": { id },
  "/user/emails": [
    { email: `${id}@users.noreply.example.com`, primary: false, verified: true },
    ...(email === null ? [] : [{ email, primary: true, verified }]),
  ],
});

/** Stands in for Google on this machine: a real OAuth server, which names the user in an ID token. */
async function startGoogle() {
  const { oauth, url } = await startOAuth("/o/oauth2/v2/auth", "/token");
  let account: AccountThere | null = null;
  let changes: Record<string, unknown> = {};
  oauth.service.on("beforeTokenSigning", ({ payload }) => {
    const { id, email, verified } = account ?? { id: "", email: null, verified: false };
    // Accounts of an organisation, so that Google vouches for their addresses.
    const claims = {
      sub: String(id),
      ...(email !== null && { email, email_verified: verified, hd: "example.com" }),
    };
    Object.assign(payload, claims, changes);
  });
  return {
    oauth,
    name: "google",
    label: "Google",
    scope: "openid email",
    /** Settings for the worker. */
    settings: {
      GOOGLE_CLIENT_ID: "the-client",
      GOOGLE_CLIENT_SECRET: "the-secret",
      GOOGLE_URL: url,
      GOOGLE_API_URL: url,
    },
    /** Sets who is signed in at Google. With null, the ID token names nobody. */
    signIn(next: AccountThere | null) {
      account = next;
    },
    /** Puts claims into the next ID tokens instead of the right ones. */
    claim(next: Record<string, unknown>) {
      changes = next;
    },
    stop: () => oauth.stop(),
  };
}

/** Starts every provider of the list. A new one needs a stand-in here. */
export async function startProviders() {
  const [google, github] = await Promise.all([startGoogle(), startGitHub()]);
  const fakes = [google, github];
  const missing = PROVIDERS.filter(({ name }) => !fakes.some((fake) => fake.name === name));
  if (missing[0]) throw new Error(`Write a fake ${missing[0].label} in tests/support/providers.ts`);
  return {
    fakes,
    google,
    github,
    settings: { ...google.settings, ...github.settings },
    stop: () => Promise.all(fakes.map((fake) => fake.stop())),
  };
}

/** Follows the redirect to a provider. @returns the path and query of the URL to which the provider redirects back */
export async function goThere(visitor: Visitor, path: string): Promise<string> {
  const sent = await visitor.get(path);
  const there = await fetch(sent.headers.get("Location") as string, { redirect: "manual" });
  const back = new URL(there.headers.get("Location") as string);
  return back.pathname + back.search;
}
