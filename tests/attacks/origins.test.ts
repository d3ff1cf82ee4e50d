import { globSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isWebhook } from "#app/core/http/webhooks.ts";
import { readAccessRules } from "#tests/support/access.ts";
import { contentsOf } from "#tests/support/contents.ts";
import { fillPath } from "#tests/support/fill-path.ts";
import { addPasskey, signInWith } from "#tests/support/passkeys.ts";
import { addUser } from "#tests/support/people.ts";
import { addSecondStep, codeOf, pastFirstStep } from "#tests/support/second-steps.ts";
import { lastLink, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());

/** Ways to write a path that lead to another site in some browsers or behind some servers. */
const ELSEWHERE = [
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "/\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  "/%09/evil.example",
  "/..//evil.example",
  "/.//evil.example",
  "/app/..//evil.example",
  "/%2e%2e//evil.example",
  "https:evil.example",
  "https:/evil.example",
  "https://evil.example",
  "HTTPS://evil.example/app",
  "//evil.example@127.0.0.1/",
  "//127.0.0.1@evil.example",
  "evil.example",
  "/\u2215/evil.example",
  "/\uff0fevil.example",
  "\uff0f\uff0fevil.example",
  "/\u3002/evil.example",
  "/\u0000/evil.example",
  "/\u007f/evil.example",
  "/app\r\nLocation: https://evil.example",
  "data:text/html,evil",
  "javascript:alert(1)//evil.example",
  "blob:https://evil.example/x",
  `/${"a".repeat(4000)}//evil.example`,
];

/** Expects that every link of a response stays on this site. */
async function expectToStayHere(response: Response, trick: string) {
  const here = new URL(worker.url).origin;
  const html = await response.text();
  const links = [...html.matchAll(/ (?:href|action|formaction)="([^"]*)"/g)].map(
    ([, link]) => link as string,
  );
  // The path to which a data response redirects, or to which the language form returns.
  const data = [...html.matchAll(/"redirect","([^"]*)"/g)].map(
    ([, link]) => JSON.parse(`"${link}"`) as string,
  );
  const location = response.headers.get("Location");
  for (const link of [...links, ...data, ...(location === null ? [] : [location])]) {
    const resolved = new URL(link.replaceAll("&amp;", "&"), response.url);
    expect(`${resolved.origin} for ${trick}`).toBe(`${here} for ${trick}`);
  }
}

const parameter = (name: string, trick: string) => `?${new URLSearchParams({ [name]: trick })}`;

/** Requests with a path for a redirect, by the source file that reads this path. */
const READERS: Record<string, (trick: string) => Promise<Response>> = {
  "app/identity/middleware/guards.ts": (trick) => admin.get(`/login${parameter("redirect", trick)}`),
  // The language form returns to the page on which it is shown, so the requested path is tested.
  "app/core/ui/document-context.ts": (trick) =>
    new Visitor(worker).fetch(worker.url + trick.replace(/^(?!\/)/, "/")),
  "app/routes/login.tsx": (trick) => new Visitor(worker).get(`/login${parameter("redirect", trick)}`),
  "app/slices/provider/routes/provider.ts": (trick) =>
    new Visitor(worker).get(`/login/github${parameter("redirect", trick)}`),
  "app/routes/verify.tsx": (trick) => signInWithCode(trick),
  "app/identity/routes/login/link.tsx": (trick) => signInWithLink(trick),
  "app/slices/passkey/routes/passkey.ts": (trick) => signInWithPasskey(trick),
  "app/slices/second-step/routes/login.tsx": async (trick) => {
    const { visitor } = await waitForSecondStep();
    return visitor.get(`/login/second-step${parameter("redirect", trick)}`);
  },
  "app/slices/second-step/sign-in-actions.server.ts": async (trick) => {
    const { visitor, secret } = await waitForSecondStep();
    return visitor.post(`/login/second-step${parameter("redirect", trick)}`, { code: codeOf(secret) });
  },
  "app/identity/routes/onboarding.tsx": (trick) =>
    admin.post(`/onboarding${parameter("redirect", trick)}`, { name: "Ada" }),
  "app/core/routes/save-data.ts": (trick) => admin.get(`/save-data${parameter("returnTo", trick)}`),
  "app/core/routes/theme.ts": (trick) => admin.post("/theme", { theme: "dark", returnTo: trick }),
  "app/core/routes/language.ts": (trick) => admin.post("/language", { lng: "en", returnTo: trick }),
  "app/identity/routes/account/time-zone.tsx": (trick) =>
    admin.post(`/account/time-zone${parameter("returnTo", trick)}`, { zone: "Africa/Nairobi" }),
  "app/identity/routes/manager/sidebar.ts": (trick) =>
    admin.post("/manager/sidebar", { sidebar: "expanded", returnTo: trick }),
  "app/identity/routes/manager/list-view.ts": (trick) =>
    admin.post("/manager/list-view", { list: "/manager/users", size: "50", returnTo: trick }),
};

async function signInWithCode(trick: string): Promise<Response> {
  const visitor = new Visitor(worker);
  const search = parameter("redirect", trick);
  const { code } = await visitor.askForCode(`${crypto.randomUUID()}@example.com`, search);
  return visitor.confirm(`/login/verify${search}`, code);
}

async function signInWithLink(trick: string): Promise<Response> {
  const visitor = new Visitor(worker);
  const email = `${crypto.randomUUID()}@example.com`;
  const search = parameter("redirect", trick);
  await visitor.askForCode(email, search);
  const url = new URL(await lastLink(worker, email), worker.url);
  url.searchParams.set("redirect", trick);
  return visitor.post(url.pathname + url.search, {});
}

async function signInWithPasskey(trick: string): Promise<Response> {
  const key = await addPasskey(await Visitor.signedIn(worker));
  return signInWith(new Visitor(worker), key, {}, parameter("redirect", trick));
}

async function waitForSecondStep() {
  const { id, email } = await addUser(worker);
  const { secret } = await addSecondStep(worker, id);
  return { ...(await pastFirstStep(worker, email)), secret };
}

describe("a redirect parameter", () => {
  test("is read only in the files that are tested here", () => {
    const readers = globSync("app/**/*.{ts,tsx}").filter(
      (file) =>
        !/\.test\.tsx?$/.test(file) &&
        file !== "app/core/http/safe-redirect.ts" &&
        /\bsafeRedirect\(/.test(readFileSync(file, "utf8")),
    );
    expect(readers.sort()).toEqual(Object.keys(READERS).sort());
  });

  test.each(Object.entries(READERS))("that %s reads stays on this site", async (_, follow) => {
    await Promise.all(ELSEWHERE.map(async (trick) => expectToStayHere(await follow(trick), trick)));
  });

  test("with a path of this site is followed", async () => {
    expect(await admin.get("/login?redirect=/app/account")).toRedirectTo("/app/account");
    expect(await signInWithCode("/app/account")).toRedirectTo("/app/account");
    expect(await signInWithLink("/app/account")).toRedirectTo("/app/account");
    expect(await signInWithPasskey("/app/account")).toRedirectTo("/app/account");
    for (const path of ["/theme", "/language"]) {
      const answer = await admin.post(path, { theme: "dark", lng: "en", returnTo: "/app?a=b" });
      expect(answer).toRedirectTo("/app?a=b");
    }
  });
});

describe("a post", () => {
  const NONE = { "Sec-Fetch-Site": "" };
  const FOREIGN: [from: string, headers: (url: URL) => Record<string, string>][] = [
    ["another site", () => ({ "Sec-Fetch-Site": "cross-site" })],
    ["a sibling of this site", () => ({ "Sec-Fetch-Site": "same-site" })],
    [
      "another site that knows our origin",
      ({ origin }) => ({ "Sec-Fetch-Site": "cross-site", Origin: origin }),
    ],
    ["an unknown place", () => ({ "Sec-Fetch-Site": "Same-Origin" })],
    ["two places", () => ({ "Sec-Fetch-Site": "same-origin, cross-site" })],
    ["nowhere", () => NONE],
    ["an opaque origin", () => ({ ...NONE, Origin: "null" })],
    ["another origin", () => ({ ...NONE, Origin: "https://evil.example" })],
    ["another port", ({ hostname }) => ({ ...NONE, Origin: `http://${hostname}:1` })],
    ["another scheme", ({ host }) => ({ ...NONE, Origin: `https://${host}` })],
    [
      "a host that begins with ours",
      ({ hostname, port }) => ({ ...NONE, Origin: `http://${hostname}.evil.example:${port}` }),
    ],
    ["another host with our port", ({ port }) => ({ ...NONE, Origin: `http://evil.example:${port}` })],
    ["a user with our name", ({ origin }) => ({ ...NONE, Origin: `${origin}@evil.example` })],
    ["our origin with a path", ({ origin }) => ({ ...NONE, Origin: `${origin}/` })],
    ["a referrer of ours", ({ origin }) => ({ ...NONE, Referer: `${origin}/login` })],
    [
      "another origin that says it is ours elsewhere",
      ({ host, origin }) => ({
        ...NONE,
        Origin: "https://evil.example",
        Referer: `${origin}/`,
        "X-Forwarded-Host": host,
        "X-Original-URL": "/login",
      }),
    ],
  ];

  test.each(FOREIGN)("from %s is refused on every route, and changes nothing", async (_, headersFor) => {
    const headers = headersFor(new URL(worker.url));
    const rules = await readAccessRules();
    const contents = () => contentsOf(worker, { without: ["audit_log"] });
    const before = await contents();
    await Promise.all(
      rules.map(async ({ path }, n) => {
        const page = fillPath(path, {});
        const url = n % 2 === 0 && page !== "/" ? `${page}.data` : page;
        const response = await admin.post(url, { intent: "delete", name: "Mallory" }, { headers });
        // Other services post to these routes. There, a request needs only a signature, which this one does
        // not have.
        if (isWebhook(path)) return expect(response.status, url).toBe(400);
        expect(response.status, url).toBe(403);
        expect(response.headers.get("X-Error-Code"), url).toBe("CROSS_SITE_REQUEST");
      }),
    );
    expect(await contents()).toEqual(before);
  });

  test("from this site is accepted from old and new browsers", async () => {
    for (const headers of [
      { "Sec-Fetch-Site": "same-origin" },
      { "Sec-Fetch-Site": "none" },
      { ...NONE, Origin: worker.url },
    ]) {
      expect(await admin.post("/theme", { theme: "dark" }, { headers })).toRedirectTo("/");
    }
  });
});
