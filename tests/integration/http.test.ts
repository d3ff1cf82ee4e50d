import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_LANGUAGE, LANGUAGE_KEYS, LANGUAGES } from "#app/core/i18n/languages.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { environments, readEnvironment } from "#scripts/lib/environments.ts";
import { stringsOf } from "#tests/support/page-strings.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
});

afterAll(() => worker.stop());

describe("headers", () => {
  test("every response has them: pages, data, redirects, errors and refusals", async () => {
    const visitor = await Visitor.signedIn(worker);
    const answers = [
      await visitor.get("/app"),
      await visitor.get("/app", { headers: { Origin: "https://evil.example" } }),
      await visitor.get("/app/account.data"),
      await visitor.get("/"),
      await visitor.get("/nowhere"),
      await visitor.get("/manager/users"),
      await visitor.get("/healthz"),
      await visitor.post("/login", {}, { headers: { "Sec-Fetch-Site": "cross-site" } }),
    ];
    for (const { headers } of answers) {
      expect(headers.get("Cache-Control")).toBe("no-store");
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("X-Frame-Options")).toBe("DENY");
      expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
      expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
      expect(headers.get("Access-Control-Allow-Origin"), "no other site may read it").toBeNull();
      expect(headers.get("X-Request-Id")).toMatch(/^[\da-f-]{36}$/);
      expect(headers.get("Server-Timing")).toMatch(/db-queries;desc="\d+", db-round-trips/);
    }
  });

  test("the policy allows only this site, with a new nonce for each page, which all its scripts and styles carry", async () => {
    const nonces = [];
    for (let n = 0; n < 2; n++) {
      const response = await new Visitor(worker).get("/login");
      const policy = response.headers.get("Content-Security-Policy") as string;
      const nonce = /script-src 'self' 'nonce-([\w-]+)'/.exec(policy)?.[1] as string;
      expect(policy.split("; ")).toEqual([
        "default-src 'none'",
        `script-src 'self' 'nonce-${nonce}'`,
        `style-src 'self' 'nonce-${nonce}'`,
        ...["img-src", "font-src", "connect-src", "manifest-src", "frame-src"].map(
          (kind) => `${kind} 'self'`,
        ),
        "frame-ancestors 'none'",
        "form-action 'self'",
        "base-uri 'none'",
        "report-uri /csp-reports",
        "report-to csp",
      ]);
      const html = await response.text();
      const tags = html.match(/<(script|style)\b[^>]*>/g) ?? [];
      expect(tags.length).toBeGreaterThan(2);
      for (const tag of tags) expect(tag).toContain(`nonce="${nonce}"`);
      expect(html).not.toMatch(/<[^>]+ (style|on\w+)="/);
      nonces.push(nonce);
    }
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test("files with a hash in their name may be cached forever, and no other site can read them", async () => {
    const html = await (await new Visitor(worker).get("/login")).text();
    const [asset] = html.match(/\/assets\/[\w.-]+\.js/) ?? [];
    const response = await fetch(new URL(asset as string, worker.url));
    expect(response.headers.get("Cache-Control")).toContain("immutable");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Access-Control-Allow-Origin"), "no other site may read it").toBeNull();
  });

  test("only the site's files are served, without directory listings", async () => {
    for (const path of [
      "/assets/",
      "/_headers",
      "/.git/config",
      "/.dev.vars",
      "/wrangler.toml",
      "/package.json",
      "/workers/app.ts",
    ]) {
      expect((await new Visitor(worker).get(path)).status, path).toBe(404);
    }
  });

  test("each request logs one JSON line, with the id of the response and no email address", async () => {
    const response = await new Visitor(worker).get("/login/verify?email=private%40example.com");
    const id = response.headers.get("X-Request-Id") as string;
    await expect.poll(() => worker.logs.some((line) => line.includes(id))).toBe(true);
    const line = worker.logs.find((entry) => entry.includes(id)) as string;
    expect(JSON.parse(line)).toMatchObject({
      event: "request",
      path: "/login/verify",
      status: 200,
      requestId: id,
    });
    expect(worker.logs.join()).not.toContain("private");
  });

  test.each(environments())("%s logs only the worker's lines: Cloudflare's contain whole URLs", (env) => {
    const { observability } = readEnvironment(env);
    expect(observability).toMatchObject({ enabled: true, logs: { enabled: true, invocation_logs: false } });
  });
});

describe("the language", () => {
  test("comes from ?lng=, then the cookie, then Accept-Language, then English", async () => {
    const languageOf = async (path: string, headers: Record<string, string>) => {
      const response = await fetch(new URL(path, worker.url), { headers });
      return /<html lang="(\w+)" dir="(\w+)"/
        .exec(await response.text())
        ?.slice(1)
        .join(" ");
    };
    // "zxx" stands for no linguistic content (ISO 639-2), so no product has it.
    expect(await languageOf("/login?lng=ar", { Cookie: "lng=fr", "Accept-Language": "en" })).toBe("ar rtl");
    expect(await languageOf("/login", { Cookie: "a=b; lng=fr", "Accept-Language": "ar" })).toBe("fr ltr");
    expect(await languageOf("/login", { "Accept-Language": "zxx, ar-EG;q=0.8, fr;q=0.5" })).toBe("ar rtl");
    expect(await languageOf("/login", { "Accept-Language": "zxx" })).toBe("en ltr");
    expect(await languageOf("/login?lng=zxx", { "Accept-Language": "fr" })).toBe("fr ltr");
    expect(
      await languageOf("/login?lng=__proto__", { Cookie: "lng=constructor", "Accept-Language": "" }),
    ).toBe("en ltr");
  });

  test.each(LANGUAGE_KEYS)("is %s by Accept-Language if its translation is complete", async (lng) => {
    const response = await new Visitor(worker, { "Accept-Language": lng }).get("/login");
    const detected = LANGUAGES[lng].complete ? lng : DEFAULT_LANGUAGE;
    expect(response.headers.get("Content-Language")).toBe(detected);
    expect((await new Visitor(worker).get(`/login?lng=${lng}`)).headers.get("Content-Language")).toBe(lng);
  });

  test("is remembered for 30 days if the URL chose it", async () => {
    const response = await new Visitor(worker).get("/login?lng=ar");
    expect(response.headers.getSetCookie()).toContain("lng=ar; Max-Age=2592000; Path=/; SameSite=Lax");
    const visitor = new Visitor(worker);
    await visitor.get("/login");
    expect((await visitor.get("/login?lng=zxx")).headers.getSetCookie()).toEqual([]);
  });

  test.each(LANGUAGE_KEYS)(
    "only the strings in %s reach the browser, and error pages use them",
    async (lng) => {
      const visitor = new Visitor(worker, { Cookie: `lng=${lng}` });
      const strings = JSON.stringify(await stringsOf(visitor, "/login"));
      // If a language lacks a string, the string of the default language is used.
      const spoken = textsIn(lng)("login:signIn.description");
      for (const other of LANGUAGE_KEYS) {
        const help = textsIn(other)("login:signIn.description");
        expect(strings.includes(JSON.stringify(help)), other).toBe(help === spoken);
      }
      const missing = await visitor.get("/nowhere");
      expect(missing.status).toBe(404);
      await expect(missing).toShow(textsIn(lng)("error:404"));
      // The log does not report a missing page as a failure.
      const id = missing.headers.get("X-Request-Id") as string;
      await expect(missing).not.toShow(textsIn(lng)("error:requestId", { id }));
    },
  );
});

describe("installing the site", () => {
  test("each page links to a manifest in the reader's language, whose icons exist", async () => {
    const visitor = new Visitor(worker, { "Accept-Language": "ar" });
    const html = await (await visitor.get("/login")).text();
    expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest"/>');
    expect(html).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>');
    const response = await visitor.get("/manifest.webmanifest");
    expect(response.headers.get("Content-Type")).toBe("application/manifest+json");
    const manifest = (await response.json()) as { icons: { src: string; type: string; purpose?: string }[] };
    expect(manifest).toMatchObject({
      name: PRODUCT_NAME,
      lang: "ar",
      dir: "rtl",
      start_url: "/",
      display: "standalone",
      description: textsIn("ar")("app:tagline"),
    });
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain("maskable");
    for (const { src, type } of [...manifest.icons, { src: "/apple-touch-icon.png", type: "image/png" }]) {
      const icon = await visitor.get(src);
      expect(icon.status, src).toBe(200);
      expect(icon.headers.get("Content-Type"), src).toBe(type);
      expect(icon.headers.get("Cache-Control"), src).toContain("must-revalidate");
    }
  });

  test("there is no service worker", async () => {
    const html = await (await new Visitor(worker).get("/login")).text();
    expect(html).not.toContain("serviceWorker");
  });
});

describe("/healthz", () => {
  test("answers with the status and version", async () => {
    const response = await new Visitor(worker).get("/healthz");
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      status: "ok",
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
  });
});

describe("/.well-known/security.txt", () => {
  test("names the contact for vulnerabilities, if the setting does (RFC 9116)", async () => {
    const settings = { SECURITY_CONTACT: "mailto:security@example.com, https://example.com/report" };
    const configured = await startTestWorker({ settings });
    const response = await new Visitor(configured).get("/.well-known/security.txt");
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    const text = await response.text();
    const [, expires] = /^Expires: (.*)$/m.exec(text) ?? [];
    expect(text).toBe(
      `Contact: mailto:security@example.com\nContact: https://example.com/report\nExpires: ${expires}\nPreferred-Languages: ${LANGUAGE_KEYS.join(", ")}\n`,
    );
    const days = (Date.parse(expires as string) - Date.now()) / (24 * 60 * 60 * 1000);
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
    await configured.stop();
  });

  test("is missing otherwise", async () => {
    const response = await new Visitor(worker, { "Accept-Language": "fr" }).get("/.well-known/security.txt");
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(`${textsIn("fr")("error:404")}\n`);
  });
});
