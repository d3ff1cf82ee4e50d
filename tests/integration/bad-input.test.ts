import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loginChallenges } from "#app/schema.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
});

afterAll(() => worker.stop());

describe("invalid input", () => {
  const bodies: [string, RequestInit][] = [
    ["no body", {}],
    ["JSON", { body: "{}", headers: { "Content-Type": "application/json" } }],
    ["plain text", { body: "email=a@b.co", headers: { "Content-Type": "text/plain" } }],
    [
      "a broken multipart body",
      { body: "--x\r\n", headers: { "Content-Type": "multipart/form-data; boundary=x" } },
    ],
    ["multipart without a boundary", { body: "x", headers: { "Content-Type": "multipart/form-data" } }],
    ["too large a body", { body: new URLSearchParams({ email: "a".repeat(100_000) }) }],
    [
      "bytes that are not UTF-8",
      {
        body: new Uint8Array([101, 61, 255, 254]),
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      },
    ],
    ["an address with a NUL", { body: new URLSearchParams({ email: "a\0@example.com" }) }],
    ["a very long address", { body: new URLSearchParams({ email: `${"a".repeat(300)}@example.com` }) }],
    [
      "an address with a line break",
      { body: new URLSearchParams({ email: "a@example.com\r\nBcc: b@example.com" }) },
    ],
    [
      "two addresses",
      {
        body: "email=a%40example.com&email=b%40example.com",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      },
    ],
    ["an address that is an object", { body: new URLSearchParams({ "email[__proto__]": "a@example.com" }) }],
    [
      "an address in a list of 100,000,001",
      { body: new URLSearchParams({ "email[100000000]": "a@example.com" }) },
    ],
    [
      "an address 20,000 levels deep",
      { body: new URLSearchParams({ [`email${".a".repeat(20_000)}`]: "a" }) },
    ],
    [
      "a file for an address",
      {
        body: (() => {
          const form = new FormData();
          form.set("email", new Blob(["x"]), "a.txt");
          return form;
        })(),
      },
    ],
  ];

  test.each(bodies)(
    "%s posted to the sign-in form gets a 4xx page, and nothing is written",
    async (_, init) => {
      const before = await worker.db.select().from(loginChallenges);
      const { headers, ...rest } = init;
      const response = await new Visitor(worker).fetch("/login", {
        method: "POST",
        ...rest,
        headers: { "Sec-Fetch-Site": "same-origin", ...(headers as Record<string, string>) },
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(await response.text()).toContain("<html");
      expect(await worker.db.select().from(loginChallenges)).toEqual(before);
    },
  );

  test.each(["__intent__", "__state__", "email[0]", "a[9].b", "a[100000000]"])(
    "a field named %s is refused, and a developer's log names it",
    async (name) => {
      const response = await new Visitor(worker).post("/login", {
        [name]: '{"type":"reset"}',
        email: "a@b.c",
      });
      expect(response.status).toBe(400);
      expect(response.headers.get("Location")).toBeNull();
      await expect.poll(() => worker.logs.join("\n")).toContain(`"${name}"`);
    },
  );

  test.each(["PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])(
    "%s is refused, with the headers of every response",
    async (method) => {
      for (const path of ["/login", "/login.data", "/healthz", "/app"]) {
        const response = await new Visitor(worker).fetch(path, {
          method,
          headers: { "Sec-Fetch-Site": "same-origin" },
        });
        expect(response.status).toBe(405);
        expect(response.headers.get("Allow")).toBe("GET, HEAD, POST");
        expect(response.headers.get("X-Request-Id")).toBeTruthy();
      }
    },
  );

  test("a post to a page without an action gets a 405, and logs no error", async () => {
    const response = await new Visitor(worker).post("/login/error", {});
    expect(response.status).toBe(405);
    const id = response.headers.get("X-Request-Id") as string;
    await expect.poll(() => worker.logs.filter((line) => line.includes(id)).length).toBe(1);
  });

  test.each([
    "/app/account?",
    "/app/books?",
    "/app/books?searchTerm=a&",
    "/manager/audit?",
    "/manager/books?searchTerm=a&",
    "/manager/users?searchTerm=a&",
  ])("%s has no page for an invalid cursor", async (path) => {
    const visitor = await Visitor.signedIn(worker, { role: "admin" });
    for (const keys of [{}, [], [{}], [[1, "a"]], [null, null], ["a", 1, 2]]) {
      const after = Buffer.from(JSON.stringify(keys)).toString("base64url");
      expect((await visitor.get(`${path}after=${after}`)).status, JSON.stringify(keys)).toBe(404);
    }
  });

  test("a path that begins with two slashes produces no link to another site", async () => {
    const response = await fetch(`${worker.url}//evil.example/x`, {
      headers: { Referer: `${worker.url}//evil.example/y` },
    });
    expect(response.status).toBe(404);
    expect(await response.text()).not.toMatch(/href="\/\/evil/);
  });

  test.each([
    "/%",
    "/%E0%A4%A",
    "/app/%",
    "//evil.example",
    "/login/verify?email=%",
    "/nowhere.data",
    "/app/nowhere",
  ])("the path %s does not give a 500", async (path) => {
    const response = await fetch(worker.url + path, { redirect: "manual" });
    expect(response.status).toBeLessThan(500);
  });

  test.each<Record<string, string>>([
    { Cookie: "lng=\u00ff; flash=x; login=%%%; session=a.b" },
    { Cookie: `flash=${btoa('{"type":"success","message":"<b>"}')}` },
    { "Accept-Language": "a".repeat(5000) },
    { "Accept-Language": ";q=,;;--,*-*" },
  ])("invalid headers (%#) are ignored", async (headers) => {
    const response = await fetch(new URL("/login", worker.url), { headers });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain("<b>");
  });
});
