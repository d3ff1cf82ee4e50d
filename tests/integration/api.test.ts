import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessTokens, users } from "#app/db/schema.ts";
import type { Scope } from "#app/scopes.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { addUser } from "#tests/support/people.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
let admin: ApiCaller;

beforeAll(async () => {
  worker = await startTestWorker();
  admin = await ApiCaller.of(worker, { role: "admin" }, ["read", "manage"]);
});

afterAll(() => worker.stop());

/** The code of a refusal, which must be a problem as RFC 9457 describes it. */
async function codeOf(response: Response): Promise<string> {
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  const problem = (await response.json()) as Record<string, unknown>;
  expect(problem).toMatchObject({
    type: "about:blank",
    title: expect.stringMatching(/\w/),
    status: response.status,
    detail: expect.stringMatching(/\w/),
    requestId: response.headers.get("X-Request-Id"),
  });
  expect(problem.code).toBe(response.headers.get("X-Error-Code"));
  return String(problem.code);
}

test("a token reads whose it is, and what it may do", async () => {
  const reader = await ApiCaller.of(worker, { name: "Wangari", onboardedAt: 1000 });
  expect(await reader.read("/me")).toEqual({
    id: reader.owner.id,
    email: reader.owner.email,
    name: "Wangari",
    role: "user",
    onboardedAt: "1970-01-01T00:00:01.000Z",
    token: { name: "Program", scopes: ["read"] },
  });
});

describe("a call is refused", () => {
  const refused = async (headers: Record<string, string>) => {
    const response = await fetch(new URL("/api/v1/me", worker.url), {
      headers: { Connection: "close", ...headers },
    });
    expect(response.status).toBe(401);
    expect(response.headers.get("WWW-Authenticate")).toMatch(/^Bearer realm="api"/);
    expect(await codeOf(response)).toBe("INVALID_ACCESS_TOKEN");
    return databaseCost(response);
  };

  test("without a token, also with the cookie of a session", async () => {
    const visitor = await Visitor.signedIn(worker, { role: "admin" });
    expect((await visitor.get("/account/data")).status).toBe(200);
    const response = await visitor.get("/api/v1/me");
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("with what is no token, without asking the database", async () => {
    const changed = admin.token.slice(0, -1) + (admin.token.endsWith("A") ? "B" : "A");
    for (const text of ["x", `deckle_${"a".repeat(49)}`, changed, `${admin.token}A`]) {
      const { queries } = await refused({ Authorization: `Bearer ${text}` });
      expect(queries, text).toBe(0);
    }
    await refused({ Authorization: `Basic ${btoa("a:b")}` });
  });

  test("with a token that has ended or was revoked, or whose owner is banned or gone, from the next call on", async () => {
    const ended = await ApiCaller.of(worker, {}, ["read"], { expiresAt: Date.now() - 1 });
    await refused({ Authorization: `Bearer ${ended.token}` });

    const changes: ((caller: ApiCaller) => Promise<unknown>)[] = [
      ({ owner }) => worker.db.delete(accessTokens).where(eq(accessTokens.userId, owner.id)),
      ({ owner }) => worker.db.update(users).set({ bannedAt: Date.now() }).where(eq(users.id, owner.id)),
    ];
    for (const change of changes) {
      const caller = await ApiCaller.of(worker);
      await caller.read("/me");
      await change(caller);
      await refused({ Authorization: `Bearer ${caller.token}` });
    }
  });

  test("without the scope, and without the permission of its owner's role, as it is now", async () => {
    const cases: [role: "user" | "admin", scopes: Scope[], code: string][] = [
      ["admin", ["read", "write"], "INSUFFICIENT_SCOPE"],
      ["admin", ["manage"], "INSUFFICIENT_SCOPE"],
      ["user", ["read", "write", "manage"], "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS"],
    ];
    for (const [role, scopes, code] of cases) {
      const caller = await ApiCaller.of(worker, { role }, scopes);
      const response = await caller.call("/users");
      expect(response.status).toBe(403);
      expect(await codeOf(response)).toBe(code);
    }
    const demoted = await ApiCaller.of(worker, { role: "admin" }, ["read", "manage"]);
    await demoted.read("/users");
    await worker.db.update(users).set({ role: "user" }).where(eq(users.id, demoted.owner.id));
    expect((await demoted.call("/users")).status).toBe(403);
  });

  test("for a path or a method that is not there, and for parameters that are none", async () => {
    const nothing = await admin.call("/nothing");
    expect(nothing.status).toBe(404);
    expect(await codeOf(nothing)).toBe("NOT_FOUND");
    const put = await admin.call("/me", { method: "PUT" });
    expect(put.status).toBe(405);
    expect(put.headers.get("Allow")).toBe("GET, PATCH, HEAD");
    expect(await codeOf(put)).toBe("METHOD_NOT_ALLOWED");
    const unknown = await admin.call("/users?role=king&createdFrom=yesterday");
    expect(unknown.status).toBe(400);
    expect(await unknown.clone().json()).toMatchObject({
      errors: [{ field: "role" }, { field: "createdFrom" }],
    });
    expect(await codeOf(unknown)).toBe("INVALID_REQUEST");
    const cursor = await admin.call("/users?after=nowhere");
    expect(cursor.status).toBe(404);
    const user = await admin.call("/users/nobody");
    expect(await codeOf(user)).toBe("USER_NOT_FOUND");
  });

  test("in the caller's language", async () => {
    const response = await admin.call("/nothing", { headers: { "Accept-Language": "fr" } });
    expect(await response.json()).toMatchObject({ detail: "Il n’y a rien à cette adresse" });
    expect(response.headers.get("Content-Language")).toBe("fr");
  });
});

describe("users and the audit log", () => {
  test("pages of a list follow each other, each in one trip to the database", async () => {
    for (let n = 0; n < 25; n++)
      await addUser(worker, { email: `paged-${String(n).padStart(2, "0")}@example.com` });
    const found: string[] = [];
    let next: string | null = "/users?sort=-email";
    while (next !== null) {
      const response = await admin.call(next);
      expect(response.status).toBe(200);
      expect(databaseCost(response).roundTrips).toBe(1);
      const page = (await response.json()) as { items: { email: string }[]; next: string | null };
      found.push(...page.items.map(({ email }) => email));
      next = page.next;
    }
    expect(found).toEqual([...found].sort().reverse());
    expect(new Set(found).size).toBe(await worker.db.$count(users));
  });

  test("a user is read with their ban and their sessions", async () => {
    const person = await addUser(worker, { email: "banned@example.com", bannedAt: 1000, banReason: "Spam" });
    expect(await admin.read(`/users/${person.id}`)).toMatchObject({
      email: "banned@example.com",
      ban: { since: "1970-01-01T00:00:01.000Z", until: null, reason: "Spam" },
    });
    expect(await admin.read("/users?searchTerm=banned&banned=true")).toMatchObject({
      items: [{ email: "banned@example.com", banned: true }],
      next: null,
    });
    const visitor = await Visitor.signedIn(worker, { email: "signed-in@example.com" });
    expect((await visitor.get("/app")).status).toBe(200);
    const { items } = (await admin.read("/users?searchTerm=signed-in")) as { items: [{ id: string }] };
    expect(await admin.read(`/users/${items[0].id}/sessions`)).toMatchObject({ items: [{ device: null }] });
  });

  test("the audit log can be filtered", async () => {
    const visitor = await Visitor.signedIn(worker, { role: "admin", email: "auditor@example.com" });
    const sent = await visitor.post("/manager/users/new", { email: "made@example.com", role: "user" });
    expect(sent.status).toBe(302);
    expect(
      await admin.read(
        `/audit?${new URLSearchParams({ person: "auditor@example.com", action: "user.create" })}`,
      ),
    ).toMatchObject({
      items: [
        {
          action: "user.create",
          actor: { name: "auditor@example.com" },
          subject: { name: "made@example.com" },
        },
      ],
      next: null,
    });
  });
});

test("the use of a token is noted, at most once an hour", async () => {
  const caller = await ApiCaller.of(worker);
  const lastUsed = async () => {
    const [row] = await worker.db.select().from(accessTokens).where(eq(accessTokens.userId, caller.owner.id));
    return row?.lastUsedAt ?? null;
  };
  await caller.read("/me");
  await expect.poll(lastUsed).not.toBeNull();
  const first = await lastUsed();
  await caller.read("/me");
  await worker.db
    .update(accessTokens)
    .set({ lastUsedAt: 1000 })
    .where(eq(accessTokens.userId, caller.owner.id));
  await caller.read("/me");
  await expect.poll(lastUsed).not.toBe(1000);
  expect(await lastUsed()).toBeGreaterThanOrEqual(first ?? Number.POSITIVE_INFINITY);
});

test("the page of another origin may read answers only if the setting names it, also those that refuse", async () => {
  const allowed = "https://app.example.com";
  const opened = await startTestWorker({
    settings: { API_ORIGINS: `${allowed}, https://other.example.com` },
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
    expect((await ask(opened, allowed)).headers.get("Access-Control-Allow-Credentials")).toBeNull();
  } finally {
    await opened.stop();
  }
});

test("a network and a token may call only so often", async () => {
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
    // One token from many networks, then many texts from one network.
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

test("the demo changes nothing, and says so as the API does", async () => {
  const demo = await startTestWorker({ settings: { DEMO: "true" }, seeded: true });
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
