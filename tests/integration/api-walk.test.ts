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
import { callerOf, filledPath, pathOf, validCall } from "#tests/support/api-samples.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";
import "#tests/support/fill-hooks.ts";

// Lets each kind of caller call every operation in the document.

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

/** A kind of caller, with the operations that it may use. All other operations are refused. */
interface Kind {
  make: () => Promise<ApiCaller>;
  /** The status of every call if the token itself is refused. */
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
  const sent = await validCall(operation, worker);
  const method = operation.method.toUpperCase();
  return caller.call(path, { ...sent, method, headers: { ...sent.headers, ...headers } });
};

describe.each(Object.entries(CALLERS))("%s", (_name, { make, refused, may }) => {
  test("gets responses that the document allows, and only the data that it may see", async () => {
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

test("a caller who is refused changes nothing", async () => {
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

test("an operation refuses a missing body and a malformed id as the document says", async () => {
  for (const operation of api.operations) {
    const method = operation.method.toUpperCase();
    const refused = async (path: string, sent: RequestInit = {}) => {
      const response = await admin.call(path, { method, ...sent });
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
    expect(await refused(impossible, await validCall(operation, worker)), operationId).toMatch(/NOT_FOUND$/);
  }
});

/**
 * The most that an operation may cost, by its method. Where a request may have an Idempotency-Key, it has
 * one.
 */
const COSTS: Record<string, { roundTrips: number; rowsRead: number; rowsWritten: number }> = {
  // Round trips: for the token, and for the read.
  get: { roundTrips: 2, rowsRead: 80, rowsWritten: 0 },
  // Round trips: for the token, the write, the new state, and twice for the Idempotency-Key. Operations on
  // users also read the state before the write. Those on rows of an organisation read the caller's membership
  // and the rows to which the new row refers. A change of address writes two notices and their jobs.
  post: { roundTrips: 7, rowsRead: 44, rowsWritten: 44 },
  // Round trips: for the token, the current state, the write, and the new state. Each statement on rows of an
  // organisation also checks the caller's membership.
  patch: { roundTrips: 4, rowsRead: 30, rowsWritten: 25 },
  // Round trips for an uploaded file: for the token, the row to which the file belongs, the file's own row
  // before the upload, and both rows after it.
  put: { roundTrips: 4, rowsRead: 30, rowsWritten: 25 },
  // To delete a user, D1 reads each table about people, including those that a product adds. It writes a
  // notice and the job that emails it.
  delete: { roundTrips: 3, rowsRead: Math.max(36, 11 + personalTables().length), rowsWritten: 24 },
};

/**
 * One round trip for each question: does the recipient want the email, how many has the sender sent, and how
 * many has the recipient got?
 */
const TRIPS_OF_EMAIL = 3;

test("each operation makes few round trips to the database and reads few rows", async () => {
  // The user starts without rows, so that a list of all their rows is short. Targets are created later.
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
