import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { readApiDocument } from "#tests/support/api-document.ts";
import { codeOf } from "#tests/support/api-problem.ts";
import { startDemo } from "#tests/support/demo-site.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests the API's settings: origins, limits, and the demo.

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

test("a page of another origin can read responses, and refusals, only if the setting names the origin", async () => {
  const allowed = "https://app.example.com";
  const opened = await startTestWorker({
    settings: { API_ORIGINS: `${allowed}, https://other.example.com`, BASE_URL: "https://deckle.example" },
  });
  try {
    const ask = (at: TestWorker, origin: string, method = "GET") =>
      fetch(new URL("/api/v1/me", at.url), {
        method,
        headers: { Origin: origin, Connection: "close", "Access-Control-Request-Method": "PATCH" },
      });
    const origins = async (at: TestWorker, origin: string, method?: string) =>
      (await ask(at, origin, method)).headers.get("Access-Control-Allow-Origin");
    expect(await origins(opened, allowed)).toBe(allowed);
    expect(await origins(opened, allowed, "OPTIONS")).toBe(allowed);
    expect(await origins(opened, "https://evil.example.com")).toBeNull();
    expect(await origins(opened, "https://evil.example.com", "OPTIONS")).toBeNull();
    expect(await origins(worker, allowed)).toBeNull();
    const { headers } = await ask(opened, allowed);
    expect(headers.get("Access-Control-Allow-Credentials")).toBeNull();
    // The page of the allowed origin can read each header in the document.
    const { operations, document } = await readApiDocument(opened);
    // The document takes the server's address from BASE_URL or, if that is not set, from the request.
    expect(document.servers).toEqual([{ url: "https://deckle.example" }]);
    expect((await readApiDocument(worker)).document.servers).toEqual([{ url: worker.url }]);
    const described = operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap((answer) => Object.keys(answer.headers ?? {})),
    );
    const readable = headers.get("Access-Control-Expose-Headers")?.split(",");
    expect(readable).toEqual(expect.arrayContaining([...new Set(described)]));
  } finally {
    await opened.stop();
  }
});

test("calls are limited per network and per token", async () => {
  const LIMIT = 3;
  const limited = await startTestWorker({
    overrides: { ratelimits: { API_LIMITER: { namespace_id: "3", simple: { limit: LIMIT, period: 60 } } } },
  });
  try {
    const caller = await ApiCaller.of(limited);
    let networks = 0;
    const statuses = async (count: number, headers: () => Record<string, string>) => {
      const answers: number[] = [];
      for (let n = 0; n < count; n++) answers.push((await caller.call("/me", { headers: headers() })).status);
      return answers;
    };
    const newNetwork = () => ({ "CF-Connecting-IP": `192.0.2.${++networks}` });
    // First, one token is used from many networks. Then many invalid tokens are used from one network.
    expect(await statuses(LIMIT + 1, newNetwork)).toEqual([200, 200, 200, 429]);
    const network = newNetwork();
    let texts = 0;
    const guesses = () => ({ ...network, Authorization: `Bearer guess-${++texts}` });
    expect(await statuses(LIMIT + 1, guesses)).toEqual([401, 401, 401, 429]);
    const refused = await caller.call("/me", { headers: network });
    expect(refused.headers.get("Retry-After")).toBe("60");
    expect(await codeOf(refused)).toBe("LIMIT_REACHED");
  } finally {
    await limited.stop();
  }
});

test("the demo changes nothing, and says so in the API's format", async () => {
  const demo = await startDemo();
  try {
    const caller = await ApiCaller.of(demo, { role: "admin" }, ["read", "write", "manage"]);
    expect((await caller.call("/users")).status).toBe(200);
    const refused = await caller.call("/users", { method: "POST", json: { email: "new@example.com" } });
    expect(refused.status).toBe(403);
    expect(await codeOf(refused)).toBe("DEMO_READ_ONLY");
  } finally {
    await demo.stop();
  }
});
