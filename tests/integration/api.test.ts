import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOKEN_PREFIX } from "#app/product.ts";
import { accessTokens, users } from "#app/schema.ts";
import type { Scope } from "#app/scopes.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { codeOf } from "#tests/support/api-problem.ts";
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

test("a token reads its owner and its scopes", async () => {
  const reader = await ApiCaller.of(worker, { name: "Wangari", onboardedAt: 1000 });
  expect(await reader.read("/me")).toEqual({
    id: reader.owner.id,
    email: reader.owner.email,
    name: "Wangari",
    role: "user",
    onboardedAt: "1970-01-01T00:00:01.000Z",
    picture: null,
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

  test("without a token, even with the cookie of a session", async () => {
    const visitor = await Visitor.signedIn(worker, { role: "admin" });
    expect((await visitor.get("/account/data")).status).toBe(200);
    const response = await visitor.get("/api/v1/me");
    expect(response.status).toBe(401);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("with text that is not a token, without a query", async () => {
    const changed = admin.token.slice(0, -1) + (admin.token.endsWith("A") ? "B" : "A");
    for (const text of ["x", `${TOKEN_PREFIX}_${"a".repeat(49)}`, changed, `${admin.token}A`]) {
      const { queries } = await refused({ Authorization: `Bearer ${text}` });
      expect(queries, text).toBe(0);
    }
    await refused({ Authorization: `Basic ${btoa("a:b")}` });
  });

  test("from the next call on, with a token that has expired or was revoked, or whose owner is banned or deleted", async () => {
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

  test("without the scope, and without the permission of its owner's current role", async () => {
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

  test("for an unknown path or method, and for invalid parameters", async () => {
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
  test("pages of a list follow each other, each in one round trip after the look-up of the token", async () => {
    for (let n = 0; n < 25; n++)
      await addUser(worker, { email: `paged-${String(n).padStart(2, "0")}@example.com` });
    const found: string[] = [];
    let next: string | null = "/users?sort=-email";
    while (next !== null) {
      const response = await admin.call(next);
      expect(response.status).toBe(200);
      expect(databaseCost(response).roundTrips).toBe(2);
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

test("the use of a token is recorded, at most once an hour", async () => {
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
