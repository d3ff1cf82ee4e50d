import { Validator } from "@seriousme/openapi-schema-validator";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessTokens, sessions, users } from "#app/db/schema.ts";
import type { Scope } from "#app/scopes.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { type ApiDocument, type DescribedOperation, readApiDocument } from "#tests/support/api-document.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
let api: ApiDocument;

beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  api = await readApiDocument(worker);
});

afterAll(() => worker.stop());

test("the document is valid, and each operation says how it refuses", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(api.document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(api.operations.length).toBeGreaterThan(10);
  for (const { operationId, responses, requestBody, parameters = [], security } of api.operations) {
    const refusals = [401, 403, 404, 429, 500];
    if (parameters.some((parameter) => parameter.in === "query")) refusals.push(400);
    if (parameters.some(({ name }) => name === "if-match")) refusals.push(409, 412);
    if (requestBody) refusals.push(400, 409, 413, 415, 422);
    expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(refusals.map(String)));
    expect(security[0]?.accessToken.length, operationId).toBeGreaterThan(0);
  }
  expect(new Set(api.operations.map(({ operationId }) => operationId)).size).toBe(api.operations.length);
});

/** The callers of the matrix, by what they are. `null` calls without a token. */
const CALLERS: Record<string, (() => Promise<ApiCaller>) | null> = {
  "a visitor": null,
  "a read token": () => ApiCaller.of(worker, { role: "admin" }, ["read"]),
  "a write token": () => ApiCaller.of(worker, { role: "admin" }, ["write"]),
  "a reader's token": () => ApiCaller.of(worker, {}, ["read", "write", "manage"]),
  "an administrator's token": () => ApiCaller.of(worker, { role: "admin" }, ["read", "write", "manage"]),
  "an expired token": () => ApiCaller.of(worker, { role: "admin" }, ["read"], { expiresAt: 1 }),
  "a revoked token": async () => {
    const caller = await ApiCaller.of(worker, { role: "admin" }, ["read", "write", "manage"]);
    await worker.db.delete(accessTokens).where(eq(accessTokens.userId, caller.owner.id));
    return caller;
  },
};

/** Valid bodies, by operation; those of other entities are in files of their own. */
const BODIES: Record<string, () => object> = {
  createUser: () => ({ email: `${crypto.randomUUID()}@example.com`, name: "New" }),
  updateUser: () => ({ name: "Renamed" }),
  updateMe: () => ({ name: "Renamed" }),
  setUserEmail: () => ({ email: `${crypto.randomUUID()}@example.com` }),
  setUserRole: () => ({ role: "admin" }),
  banUser: () => ({ reason: "Spam", until: new Date(Date.now() + 1_000_000).toISOString() }),
};

/** A row for a path that has an id, and the path. */
async function pathFor({ path }: DescribedOperation): Promise<string> {
  if (!path.startsWith("/api/v1/users/")) return path.slice("/api/v1".length).replace("{id}", "nowhere");
  const user = await addUser(worker);
  const { sessionId } = await addSession(worker, user);
  return path.slice("/api/v1".length).replace("{id}", user.id).replace("{sessionId}", sessionId);
}

const call = async (operation: DescribedOperation, caller: ApiCaller | null, path: string) => {
  const json = operation.requestBody ? (BODIES[operation.operationId]?.() ?? {}) : undefined;
  const init = { method: operation.method.toUpperCase(), ...(json && { json }) };
  if (caller) return caller.call(path, init);
  return (await ApiCaller.of(worker)).call(path, { ...init, headers: { Authorization: "" } });
};

describe.each(Object.entries(CALLERS))("%s", (name, make) => {
  test("gets from each operation an answer that the document allows", async () => {
    const caller = make && (await make());
    for (const operation of api.operations) {
      const response = await call(operation, caller, await pathFor(operation));
      const { status } = response;
      const objection = await api.objection(operation, response);
      expect(objection, `${name} ${operation.operationId}`).toBeNull();
      const scopes = (caller ? operation.security[0]?.accessToken : undefined) as Scope[] | undefined;
      const what = `${name} ${operation.operationId}`;
      if (!scopes || /expired|revoked/.test(name)) expect(status, what).toBe(401);
      else if (name === "a read token") expect(status === 403, what).toBe(scopes.join() !== "read");
      else if (name === "a write token") expect(status === 403, what).toBe(scopes.join() !== "write");
      else if (name.startsWith("an administrator")) expect(status, what).not.toBe(403);
    }
  });
});

test("a reader's token changes nothing of others", async () => {
  const before = await worker.db.select().from(users);
  const reader = await ApiCaller.of(worker, {}, ["read", "write", "manage"]);
  for (const operation of api.operations.filter(
    ({ method, path }) => method !== "get" && !path.endsWith("/me"),
  )) {
    const [person] = before;
    const path = operation.path.slice("/api/v1".length).replace("{id}", person?.id ?? "");
    expect((await call(operation, reader, path)).status, operation.operationId).toBe(403);
  }
  const after = new Map((await worker.db.select().from(users)).map((user) => [user.id, user]));
  for (const user of before) expect(after.get(user.id)).toEqual(user);
});

test("each read takes one trip to the database, and few rows", async () => {
  const admin = await ApiCaller.of(worker, { role: "admin" }, ["read", "write", "manage"]);
  for (const operation of api.operations.filter(({ method }) => method === "get")) {
    const response = await call(operation, admin, await pathFor(operation));
    const { roundTrips, rowsRead } = databaseCost(response);
    expect(roundTrips, operation.operationId).toBe(1);
    expect(rowsRead, operation.operationId).toBeLessThanOrEqual(80);
  }
});

test("a user is changed as by the manager's pages: told, logged, and within the same rules", async () => {
  const admin = await ApiCaller.of(worker, { role: "admin" }, ["read", "write", "manage"]);
  const send = async (method: string, path: string, json?: object) => {
    const response = await admin.call(path, { method, ...(json && { json }) });
    const body = await response.text();
    return { status: response.status, body: body === "" ? null : JSON.parse(body) };
  };
  const made = await send("POST", "/users", { email: "Managed@Example.com", name: "Managed" });
  expect(made).toMatchObject({ status: 201, body: { email: "managed@example.com", role: "user" } });
  const path = `/users/${made.body.id}`;
  expect(await send("POST", "/users", { email: "managed@example.com" })).toMatchObject({
    status: 409,
    body: { code: "USER_ALREADY_EXISTS", errors: [{ field: "email" }] },
  });
  expect(await send("POST", `${path}/ban`, { reason: "Spam", until: "2020-01-01T00:00:00Z" })).toMatchObject({
    status: 422,
    body: { errors: [{ field: "until" }] },
  });
  const [user] = await worker.db.select().from(users).where(eq(users.id, made.body.id));
  await addSession(worker, user as NonNullable<typeof user>);
  expect(await send("POST", `${path}/ban`, { reason: "Spam" })).toMatchObject({
    status: 200,
    body: { ban: { reason: "Spam", until: null } },
  });
  expect(await worker.db.select().from(sessions).where(eq(sessions.userId, made.body.id))).toEqual([]);
  expect((await send("DELETE", `${path}/ban`)).status).toBe(204);
  expect(await send("POST", `${path}/role`, { role: "admin" })).toMatchObject({
    body: { role: "admin", ban: null },
  });
  // An administrator's address is theirs.
  expect(await send("POST", `${path}/email`, { email: "other@example.com" })).toMatchObject({
    status: 409,
    body: { code: "EMAIL_CAN_NOT_BE_UPDATED" },
  });
  expect(await send("DELETE", `/users/${admin.owner.id}`)).toMatchObject({
    status: 409,
    body: { code: "YOU_CANNOT_CHANGE_YOURSELF" },
  });
  expect((await send("DELETE", path)).status).toBe(204);
  expect((await send("GET", path)).status).toBe(404);
  const { items } = (await admin.read(`/audit?person=${made.body.id}`)) as { items: { action: string }[] };
  expect(items.map(({ action }) => action)).toEqual([
    "user.delete",
    "user.setRole",
    "user.unban",
    "user.ban",
    "user.create",
  ]);
});
