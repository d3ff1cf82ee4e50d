import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loginChallenges } from "#app/schema.ts";
import { codeOf } from "#tests/support/api-problem.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const fr = textsIn("fr");

/** The headers that every response has, whichever part of the worker creates it. */
const HEADERS = [
  "Content-Security-Policy",
  "Cache-Control",
  "X-Content-Type-Options",
  "X-Frame-Options",
  "Referrer-Policy",
  "Permissions-Policy",
  "Cross-Origin-Opener-Policy",
];

/** The settings of a deployed worker. */
const DEPLOYED = {
  LOCAL: "false",
  MAIL_PROVIDER: "mailchannels",
  MAILCHANNELS_API_KEY: "key",
  MAIL_FROM: "deckle@example.com",
  BASE_URL: "https://deckle.example",
};

/**
 * Expects that a response has all headers and the request id, and that the log has exactly one line about the
 * request.
 */
async function expectWhole(worker: TestWorker, response: Pick<Response, "headers" | "status">) {
  for (const name of HEADERS) expect(response.headers.get(name), name).toBeTruthy();
  const id = response.headers.get("X-Request-Id") as string;
  expect(id).toMatch(/^[\da-f-]{36}$/);
  const lines = () => worker.logs.filter((line) => line.includes(id));
  await expect.poll(lines).toHaveLength(1);
  expect(JSON.parse(lines()[0] as string)).toMatchObject({ event: "request", status: response.status });
}

describe("the response has its headers, its line in the log and the site's page", () => {
  let worker: TestWorker;
  let reader: Visitor;
  beforeAll(async () => {
    worker = await startTestWorker();
    reader = await Visitor.signedIn(worker);
    reader.headers["Accept-Language"] = "fr";
  });
  afterAll(() => worker.stop());

  test.each([
    ["a line break", "/%0a"],
    ["a carriage return", "/app/%0D"],
    ["U+2028", "/app/%e2%80%a8"],
    ["U+2029 further down", "/nowhere/%E2%80%A9/x"],
    ["half of an escape", "/%"],
    ["a byte that is not UTF-8", "/nowhere/%ff"],
    ["a line break and such a byte", "/%0a%ff"],
    ["two slashes", "//nowhere"],
    ["a backslash", "/\\nowhere"],
    ["NUL", "/%00"],
  ])("for a path with %s", async (_, path) => {
    const before = worker.logs.length;
    for (const method of ["GET", "HEAD", "POST"]) {
      // This does not use new URL(), which would correct the path.
      const response = await reader.fetch(`${worker.url}${path}`, {
        method,
        ...(method === "POST" && {
          body: new URLSearchParams({ a: "b" }),
          headers: { "Sec-Fetch-Site": "same-origin" },
        }),
      });
      expect(response.status).toBe(404);
      if (method !== "HEAD") await expect(response).toShow(fr("error:404"));
      await expectWhole(worker, response);
    }
    const data = await reader.fetch(`${worker.url}${path}.data`);
    expect(data.status).toBe(404);
    await expectWhole(worker, data);
    expect(worker.logs.slice(before).filter((line) => !line.startsWith("{"))).toEqual([]);
  });

  test.each(["nonsense", "http://["])(
    "for a form with the Origin %j, which changes nothing",
    async (Origin) => {
      for (const path of ["/login", "/login.data", "/theme"]) {
        const response = await new Visitor(worker, { "Accept-Language": "fr", Origin }).fetch(path, {
          method: "POST",
          body: new URLSearchParams({ email: "ada@example.com" }),
        });
        expect(response.status).toBe(403);
        expect(response.headers.get("X-Error-Code")).toBe("CROSS_SITE_REQUEST");
        if (!path.endsWith(".data")) await expect(response).toShow(fr("error:403"));
        await expectWhole(worker, response);
      }
      expect(await worker.db.select().from(loginChallenges)).toEqual([]);
    },
  );

  test.each(["/theme", "/language", "/manager/sidebar", "/manager/list-view"])(
    "for an invalid form that %s refuses, which has no page",
    async (path) => {
      const admin = await Visitor.signedIn(worker, { role: "admin" });
      const response = await admin.post(path, { theme: "x", lng: "x", sidebar: "x" });
      expect(response.status).toBe(400);
      await expect(response).toShow(textsIn("en")("error:unknown"));
      await expectWhole(worker, response);
      expect((await admin.get(path)).status, "there is no page").toBe(302);
    },
  );

  test("the response to an unknown method has its headers and its line in the log, and is plain text", async () => {
    const response = await reader.fetch("/login", { method: "PUT" });
    expect(response.status).toBe(405);
    expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    await expectWhole(worker, response);
  });
});

test("with invalid settings, a response still has its headers and its line in the log", async () => {
  const worker = await startTestWorker({ unchecked: { LOGIN_CODE_MINUTES: "11" } });
  const response = await new Visitor(worker).get("/login");
  expect(response.status).toBe(500);
  for (const name of HEADERS) expect(response.headers.get(name), name).toBeTruthy();
  const id = response.headers.get("X-Request-Id") as string;
  const events = () =>
    worker.logs.filter((line) => line.includes(id)).map((line) => JSON.parse(line).event as string);
  await expect.poll(events).toEqual(["bad settings", "request"]);
  expect(await codeOf(await new Visitor(worker).get("/api/v1/books"))).toBe("UNKNOWN_ERROR");
  await worker.stop();
});

describe("a deployed worker", () => {
  let worker: TestWorker;
  beforeAll(async () => {
    worker = await startTestWorker({ settings: DEPLOYED });
  });
  afterAll(() => worker.stop());

  const ask = (
    url: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ) => worker.miniflare.dispatchFetch(url, { redirect: "manual", ...init });

  test("redirects plain http to https and does nothing else", async () => {
    const form = {
      method: "POST",
      body: "email=ada%40example.com",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: "http://deckle.test" },
    };
    for (const init of [{}, { method: "HEAD" }, form]) {
      const response = await ask("http://deckle.test/login?redirect=%2Fapp", init);
      expect(response.status).toBe(308);
      expect(response.headers.get("Location")).toBe("https://deckle.test/login?redirect=%2Fapp");
      expect(response.headers.getSetCookie()).toEqual([]);
      await expectWhole(worker, response as never);
    }
    expect(await worker.db.select().from(loginChallenges)).toEqual([]);
  });

  test("refuses an API call over plain http, so that its author notices that the token was sent unencrypted", async () => {
    for (const [method, path] of [
      ["GET", "/api/v1/users"],
      ["PATCH", "/api/v1/users/%0a"],
    ] as const) {
      const plain = await ask(`http://deckle.test${path}`, { method });
      expect(plain.status).toBe(403);
      expect(plain.headers.get("Location")).toBeNull();
      await expectWhole(worker, plain as never);
      expect(await codeOf(plain as never)).toBe("HTTPS_REQUIRED");
      expect((await ask(`https://deckle.test${path}`, { method })).status).toBe(401);
    }
  });

  test("sends Strict-Transport-Security over https: for pages, plain text and files", async () => {
    for (const [method, path, status] of [
      ["GET", "/login", 200],
      ["PUT", "/login", 405],
      ["GET", "/icon.svg", 200],
    ] as const) {
      const response = await ask(`https://deckle.test${path}`, { method });
      expect(response.status).toBe(status);
      expect(response.headers.get("Strict-Transport-Security"), path).toBe(
        "max-age=31536000; includeSubDomains",
      );
    }
  });
});

test("lets no site frame its pages, data, plain text or files", async () => {
  const worker = await startTestWorker();
  const visitor = new Visitor(worker);
  for (const [method, path] of [
    ["GET", "/login"],
    ["GET", "/login.data"],
    ["GET", "/nowhere"],
    ["PUT", "/login"],
    ["POST", "/csp-reports"],
    ["GET", "/icon.svg"],
  ] as const) {
    const { headers } = await visitor.fetch(path, { method });
    const policy = headers.get("Content-Security-Policy");
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]) {
      expect(policy, `${method} ${path}`).toContain(part);
    }
  }
  await worker.stop();
});

test("declares the character set of every text: pages, data, script, styles and plain text", async () => {
  const worker = await startTestWorker();
  const visitor = new Visitor(worker);
  const html = await (await visitor.get("/login")).text();
  const [script = ""] = html.match(/\/assets\/[\w.-]+\.js/) ?? [];
  const [style = ""] = html.match(/\/assets\/[\w.-]+\.css/) ?? [];
  for (const [path, type] of [
    ["/login", "text/html"],
    ["/login.data", "text/x-script"],
    [script, "text/javascript"],
    [style, "text/css"],
    ["/.well-known/security.txt", "text/plain"],
  ] as const) {
    const { headers } = await visitor.get(path);
    expect(headers.get("Content-Type")?.toLowerCase(), path).toBe(`${type}; charset=utf-8`);
  }
  await worker.stop();
});

test("opens the pages for developers only on a loopback name, and never behind Cloudflare", async () => {
  const worker = await startTestWorker();
  const { port } = new URL(worker.url);
  const status = async (host: string, headers: Record<string, string> = {}) =>
    (await worker.miniflare.dispatchFetch(`http://${host}:${port}/dev/outbox`, { headers })).status;
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
    expect(await status(host), host).toBe(200);
    // Cloudflare adds such a header to each request, whatever the Host header says.
    expect(await status(host, { "CF-Ray": "8f0a1b2c3d4e5f60-NBO" }), host).toBe(404);
  }
  for (const host of [
    "deckle.test",
    "localhost.deckle.test",
    "127.0.0.1.nip.io",
    "0.0.0.0",
    "192.168.1.20",
  ]) {
    expect(await status(host), host).toBe(404);
  }
  await worker.stop();
});
