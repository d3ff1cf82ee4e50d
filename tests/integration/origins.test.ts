import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const REPOSITORY_URL = "https://example.com/team/deckle";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ settings: { REPOSITORY_URL }, seeded: true });
});
afterAll(() => worker.stop());

/** What only the loaders of the areas return: a user of the seed, or the URL of the repository. */
const SECRETS = /user@user\.com|example\.com\/team\/deckle/;

/** A page, and every way to request its data alone. */
const requestsFor = (path: string, route: string) => [
  path,
  `${path}.data`,
  `${path}.data?_routes=${encodeURIComponent(route)}`,
];

const AREAS = [
  { area: "/app", path: "/app", route: "routes/app/welcome" },
  { area: "/manager", path: "/manager/dashboard", route: "routes/manager/dashboard" },
  { area: "/manager", path: "/manager/users", route: "routes/manager/users" },
];

describe.each(AREAS)("$path", ({ path, route, area }) => {
  test.each(requestsFor(path, route))("%s: a visitor is sent to sign in, and no query runs", async (url) => {
    const response = await new Visitor(worker).get(url);
    const body = await response.text();
    if (url.includes(".data")) expect(body).toContain("/login?redirect=");
    else expect(response).toRedirectTo(`/login?redirect=${encodeURIComponent(path)}`);
    expect(body).not.toMatch(SECRETS);
    expect(response.headers.get("Server-Timing")).toContain('db-queries;desc="0"');
  });

  test.each(requestsFor(path, route))(
    "%s: a user who has not been onboarded is sent to onboarding",
    async (url) => {
      const visitor = await Visitor.signedIn(worker, { role: "admin", onboardedAt: null });
      const body = await (await visitor.get(url)).text();
      if (url.includes(".data")) expect(body).toContain("/onboarding?redirect=");
      expect(body).not.toMatch(SECRETS);
    },
  );

  test.each(requestsFor(path, route))("%s: a user with access sees it", async (url) => {
    const visitor = await Visitor.signedIn(worker, { role: area === "/app" ? "user" : "admin" });
    const response = await visitor.get(url);
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(SECRETS);
  });
});

describe("below /manager a user", () => {
  test.each([
    ...requestsFor("/manager/dashboard", "routes/manager/dashboard"),
    ...requestsFor("/manager", "routes/manager/index"),
    "/manager/does-not-exist",
  ])("%s is refused with 403 and no data", async (url) => {
    const visitor = await Visitor.signedIn(worker);
    const response = await visitor.get(url);
    expect(response.status).toBe(403);
    expect(await response.text()).not.toMatch(SECRETS);
    if (!url.includes(".data"))
      await expect(await visitor.get(url)).toShow("You don't have access to this page");
  });

  test.each(["/manager/dashboard", "/manager/dashboard.data", "/manager/does-not-exist"])(
    "can't post to %s",
    async (url) => {
      const visitor = await Visitor.signedIn(worker);
      expect((await visitor.post(url, {})).status).toBe(403);
    },
  );
});

describe("a post", () => {
  test("by a visitor changes nothing and is sent to sign in", async () => {
    const visitor = new Visitor(worker);
    expect(await visitor.post("/onboarding", { name: "Mallory" })).toRedirectTo("/login");
    expect(await visitor.post("/sign-out", {})).toRedirectTo("/login");
    const data = await visitor.post("/onboarding.data", { name: "Mallory" });
    expect(await data.text()).toContain("/login");
  });

  test.each([
    ["another site", { "Sec-Fetch-Site": "cross-site" }],
    ["a sibling of this site", { "Sec-Fetch-Site": "same-site" }],
    [
      "another origin, in a browser without Sec-Fetch-Site",
      { "Sec-Fetch-Site": "", Origin: "https://evil.example" },
    ],
    ["an opaque origin", { "Sec-Fetch-Site": "", Origin: "null" }],
    ["nowhere", { "Sec-Fetch-Site": "" }],
  ])("from %s is refused and changes nothing", async (_, headers) => {
    const visitor = await Visitor.signedIn(worker);
    for (const path of ["/sign-out", "/sign-out.data", "/healthz"]) {
      expect((await visitor.post(path, {}, { headers })).status).toBe(403);
    }
    expect((await visitor.get("/app")).status).toBe(200);
  });

  test("from this site's own origin is accepted if the browser sends no Sec-Fetch-Site", async () => {
    const visitor = await Visitor.signedIn(worker);
    const response = await visitor.post(
      "/sign-out",
      {},
      { headers: { "Sec-Fetch-Site": "", Origin: worker.url } },
    );
    expect(response).toRedirectTo("/login");
  });
});
