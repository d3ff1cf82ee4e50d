import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { OAuth2Server } from "oauth2-mock-server";

/** What GitHub knows about the user who is signed in there. */
export interface GitHubAccount {
  id: number;
  emails: { email: string; primary: boolean; verified: boolean }[];
}

/** Plays GitHub on this machine: a real OAuth server, which checks PKCE, and the REST API. */
export async function startGitHub() {
  const oauth = new OAuth2Server(undefined, undefined, {
    endpoints: { authorize: "/login/oauth/authorize", token: "/login/oauth/access_token" },
  });
  await oauth.issuer.keys.generate("RS256");
  await oauth.start(0, "127.0.0.1");

  let account: GitHubAccount | null = null;
  let redirects = false;
  let hangs = false;
  const tokens = new Set<string>();
  oauth.service.on("beforeResponse", ({ body }) => {
    if (body && "access_token" in body) tokens.add(String(body.access_token));
  });
  const api = createServer((request, response) => {
    if (hangs) return;
    const isKnown = tokens.has(request.headers.authorization?.replace(/^Bearer /, "") ?? "");
    const answers: Record<string, unknown> = { "/user": account, "/user/emails": account?.emails };
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
    /** Settings for the worker. */
    settings: {
      GITHUB_CLIENT_ID: "the-client",
      GITHUB_CLIENT_SECRET: "the-secret",
      GITHUB_URL: oauth.issuer.url as string,
      GITHUB_API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    },
    /** Sets who is signed in there; null makes the API refuse to say (403). */
    signIn(next: GitHubAccount | null) {
      account = next;
    },
    /** Whether the API redirects to another path, which then answers. */
    redirect(next: boolean) {
      redirects = next;
    },
    /** Whether the API leaves its callers waiting. */
    hang(next: boolean) {
      hangs = next;
    },
    async stop() {
      api.close();
      await oauth.stop();
    },
  };
}

let lastId = 1000;

/** A new GitHub account with one email address of its own. */
export function gitHubAccount(email: string, verified = true): GitHubAccount {
  lastId += 1;
  const hidden = { email: `${lastId}@users.noreply.example.com`, primary: false, verified: true };
  return { id: lastId, emails: [hidden, { email, primary: true, verified }] };
}
