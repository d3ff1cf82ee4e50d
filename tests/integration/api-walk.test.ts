import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { personalTables } from "#app/identity/hooks/personal-tables.server.ts";
import { can, DEFAULT_ROLE, type Permission } from "#app/permissions.ts";
import { accessTokens, users } from "#app/schema.ts";
import type { Scope } from "#app/scopes.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { type ApiDocument, type DescribedOperation, readApiDocument } from "#tests/support/api-document.ts";
import { codeOf } from "#tests/support/api-problem.ts";
import { API_ROWS } from "#tests/support/api-rows.ts";
import { callerOf, filledPath, pathOf, validBody } from "#tests/support/api-samples.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";
import "#tests/support/fill-hooks.ts";

// Every operation that the document describes, called by each kind of caller.

const ALL: Scope[] = ["read", "write", "manage"];

let worker: TestWorker;
let api: ApiDocument;
let admin: ApiCaller;

beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  api = await readApiDocument(worker);
  admin = await ApiCaller.of(worker, { role: "admin" }, ALL);
});

afterAll(() => worker.stop());

/** Which of the operations a caller may use. Nobody else gets further than their token. */
interface Kind {
  make: () => Promise<ApiCaller>;
  /** How all calls of theirs are answered, if none gets further than the token. */
  refused?: 401;
  may?: (scopes: string, permission: Permission | undefined) => boolean;
}

const CALLERS: Record<string, Kind> = {
  "a visitor": { make: async () => admin.with(""), refused: 401 },
  "a read token": {
    make: () => ApiCaller.of(worker, { role: "admin" }, ["read"]),
    may: (scopes) => scopes === "read",
  },
  "a write token": {
    make: () => ApiCaller.of(worker, { role: "admin" }, ["write"]),
    may: (scopes) => scopes === "write",
  },
  "a reader's token": {
    make: () => ApiCaller.of(worker, {}, ALL),
    may: (_scopes, permission) => permission === undefined || can(DEFAULT_ROLE, permission),
  },
  "an administrator's token": { make: () => ApiCaller.of(worker, { role: "admin" }, ALL), may: () => true },
  "an expired token": {
    make: () => ApiCaller.of(worker, { role: "admin" }, ALL, { expiresAt: 1 }),
    refused: 401,
  },
  "a revoked token": {
    make: async () => {
      const caller = await ApiCaller.of(worker, { role: "admin" }, ALL);
      await worker.db.delete(accessTokens).where(eq(accessTokens.userId, caller.owner.id));
      return caller;
    },
    refused: 401,
  },
  "a malformed token": {
    make: async () => admin.with(admin.token.slice(0, -1) + (admin.token.endsWith("A") ? "B" : "A")),
    refused: 401,
  },
};

const call = async (
  operation: DescribedOperation,
  caller: ApiCaller,
  path: string,
  headers: Record<string, string> = {},
) => {
  const json = await validBody(operation, worker);
  return caller.call(path, { method: operation.method.toUpperCase(), ...(json && { json }), headers });
};

describe.each(Object.entries(CALLERS))("%s", (_name, { make, refused, may }) => {
  test("gets from each operation an answer that the document allows, and only what it may have", async () => {
    const caller = await make();
    for (const operation of api.operations) {
      const path = await filledPath(operation, api.operations, admin, caller);
      const scopes = operation.security[0]?.accessToken.join() ?? "";
      const isAllowed = may?.(scopes, operation["x-permission"]);
      const response = await call(operation, isAllowed ? await callerOf(operation, caller) : caller, path);
      expect(await api.objection(operation, response), operation.operationId).toBeNull();
      const { status } = response;
      if (isAllowed) expect(status, operation.operationId).toBeLessThan(300);
      else expect(status, operation.operationId).toBe(refused ?? 403);
    }
  });
});

test("whoever is refused changes nothing", async () => {
  const before = await worker.db.select().from(users);
  const [person] = before;
  const reader = await ApiCaller.of(worker, {}, ALL);
  const writes = api.operations.filter(
    ({ method, "x-permission": permission }) =>
      method !== "get" && permission && !can(DEFAULT_ROLE, permission),
  );
  for (const operation of writes) {
    const path = pathOf(operation).replace("{id}", person?.id ?? "");
    expect((await call(operation, reader, path)).status, operation.operationId).toBe(403);
  }
  const after = new Map((await worker.db.select().from(users)).map((user) => [user.id, user]));
  for (const user of before) expect(after.get(user.id)).toEqual(user);
});

test("an operation refuses a request without its body, and an id that can't be, as the document says", async () => {
  for (const operation of api.operations) {
    const method = operation.method.toUpperCase();
    const refused = async (path: string, json?: unknown) => {
      const response = await admin.call(path, { method, ...(json !== undefined && { json }) });
      expect(await api.objection(operation, response.clone()), operation.operationId).toBeNull();
      return codeOf(response);
    };
    const { path, requestBody, operationId } = operation;
    if (requestBody) {
      const filled = await filledPath(operation, api.operations, admin);
      expect(await refused(filled), operationId).toBe("INVALID_REQUEST");
    }
    if (!path.includes("{")) continue;
    const impossible = pathOf(operation).replaceAll(/\{\w+\}/g, "x".repeat(200));
    const json = (await validBody(operation, worker)) ?? undefined;
    expect(await refused(impossible, json), operationId).toMatch(/NOT_FOUND$/);
  }
});

/** What an operation may cost at most, with an Idempotency-Key where there may be one. */
const COSTS: Record<string, { roundTrips: number; rowsRead: number; rowsWritten: number }> = {
  // The token, then the read.
  get: { roundTrips: 2, rowsRead: 80, rowsWritten: 0 },
  // The token, the write, the new state; the key before and after it. Users: what is there now, before the write. What belongs to an
  // organisation: the place of the caller in it, and what the new row refers to. Of an address that is set: two notices and their jobs.
  post: { roundTrips: 7, rowsRead: 44, rowsWritten: 44 },
  // The token, what is there now, the write, the new state. Of what belongs to an organisation, each statement asks for the place, too.
  patch: { roundTrips: 4, rowsRead: 30, rowsWritten: 25 },
  // Of a user: each table about people, also those of a product's own, a notice and the job that mails it.
  delete: { roundTrips: 3, rowsRead: Math.max(36, 11 + personalTables().length), rowsWritten: 24 },
};

/** Whether its recipient wants an email, what its sender has sent, and what the recipient has got. */
const TRIPS_OF_EMAIL = 3;

test("each operation takes few trips to the database, and few rows", async () => {
  // Somebody who has nothing yet: what others are about is made for them, and lists of all that one has are not long before.
  const owner = await ApiCaller.of(worker, { role: "admin" }, ALL);
  const ofAll = ({ path }: { path: string }) => (path.includes("{") ? 1 : 0);
  for (const operation of api.operations.toSorted((one, other) => ofAll(one) - ofAll(other))) {
    const path = await filledPath(operation, api.operations, owner);
    const caller = await callerOf(operation, owner);
    const response = await call(operation, caller, path, { "Idempotency-Key": crypto.randomUUID() });
    expect(response.status, operation.operationId).toBeLessThan(300);
    const { roundTrips, rowsRead, rowsWritten } = databaseCost(response);
    const most = COSTS[operation.method];
    const isEmailing = API_ROWS.some(({ emailing }) => emailing.includes(operation.operationId));
    const trips = (most?.roundTrips ?? 0) + (isEmailing ? TRIPS_OF_EMAIL : 0);
    expect(roundTrips, operation.operationId).toBeLessThanOrEqual(trips);
    expect(rowsRead, operation.operationId).toBeLessThanOrEqual(most?.rowsRead ?? 0);
    expect(rowsWritten, operation.operationId).toBeLessThanOrEqual(most?.rowsWritten ?? 0);
    const isWrite = operation.method !== "get" && !path.endsWith("/me");
    if (isWrite) expect(rowsWritten, operation.operationId).toBeGreaterThan(0);
  }
});
