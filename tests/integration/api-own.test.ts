import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import { PERSONAL_ENTITIES } from "#app/entities.ts";
import { auditLog, deletedRows } from "#app/schema.ts";
import type { Scope } from "#app/scopes.ts";
import { deleteAccount } from "#tests/support/actors.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import {
  type ApiDocument,
  type DescribedOperation,
  isCreate,
  isOwn,
  readApiDocument,
} from "#tests/support/api-document.ts";
import { filledPath, pathOf, validBody } from "#tests/support/api-samples.ts";
import { contentsOf, tablesWith } from "#tests/support/contents.ts";
import { DAILY, runCron } from "#tests/support/cron.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { overtake } from "#tests/support/overtaken.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests owned rows and other users' tokens, with every operation whose permission in the document is
// "<name>:own".

const ALL: Scope[] = ["read", "write", "manage"];

const storage = gatedStorage();
let worker: TestWorker;
let api: ApiDocument;
let own: DescribedOperation[];
let ofRows: DescribedOperation[];
let owner: ApiCaller;
let strangers: ApiCaller[];

beforeAll(async () => {
  worker = await startTestWorker({ ...storage.options, seeded: true });
  api = await readApiDocument(worker);
  own = api.operations.filter(isOwn);
  ofRows = own.filter(({ path }) => path.includes("{id}"));
  owner = await ApiCaller.of(worker, {}, ALL);
  strangers = [await ApiCaller.of(worker, {}, ALL), await ApiCaller.of(worker, { role: "admin" }, ALL)];
});

afterAll(() => worker.stop());

/** Headers of a request, most of them with a condition. TAG stands for the row's ETag. */
const CONDITIONS: Record<string, string>[] = [
  {},
  { "If-Match": "TAG" },
  { "If-Match": "*" },
  { "If-Match": '"x"' },
  { "If-None-Match": "TAG" },
  { "If-None-Match": "*" },
  { "Idempotency-Key": "a key" },
];

/** Reads all tables but two: each use of a token and each refusal is recorded there. */
const contents = () => contentsOf(worker, { without: ["access_tokens", "audit_log"] });

/** Reads the ETag of a row as its owner. */
const tagOf = async (path: string) => (await owner.call(path)).headers.get("ETag") ?? "";

/** Whether an operation restores a deleted row. */
const isRestore = ({ path }: DescribedOperation) => path.endsWith("/{id}/restore");

/** Calls an operation. @returns its response without the parts that differ between any two responses */
async function answerTo(caller: ApiCaller, path: string, init: RequestInit & { json?: unknown }) {
  const response = await caller.call(path, init);
  const { requestId, ...body } = (await response.json()) as Record<string, unknown>;
  const headers = Object.fromEntries(response.headers);
  for (const name of ["content-security-policy", "date", "server-timing", "x-request-id"])
    delete headers[name];
  return { status: response.status, headers, body };
}

test('every operation on owned rows requires the permission "own" of its entity', () => {
  for (const [name, plural] of Object.entries(PERSONAL_ENTITIES)) {
    const operations = api.operations.filter((operation) =>
      `${pathOf(operation)}/`.startsWith(`/${plural}/`),
    );
    for (const operation of operations)
      expect(operation["x-permission"], operation.operationId).toBe(`${name}:own`);
  }
});

test("somebody else's row stays unchanged, and every method responds as for a missing row, under every condition", async () => {
  for (const operation of ofRows) {
    const { operationId } = operation;
    const foreign = await filledPath(operation, api.operations, owner);
    const unknown = pathOf(operation).replace("{id}", crypto.randomUUID());
    const tag = await tagOf(foreign);
    const takesTag = operation.parameters?.some(({ name }) => name === "if-match");
    const valid = await validBody(operation, worker);
    // Invalid bodies are sent, too: their errors must not depend on whose row it is.
    const bodies = valid ? [valid, {}, { nonsense: true }, undefined] : [undefined];
    const before = await contents();
    for (const stranger of strangers) {
      for (const condition of CONDITIONS) {
        const headers = Object.fromEntries(
          Object.entries(condition).map(([name, value]) => [name, value.replace("TAG", tag)]),
        );
        for (const json of bodies) {
          const init = {
            method: operation.method.toUpperCase(),
            headers,
            ...(json !== undefined && { json }),
          };
          const what = `${operationId} ${JSON.stringify({ headers, json })}`;
          const answer = await answerTo(stranger, foreign, init);
          expect(answer, what).toEqual(await answerTo(stranger, unknown, init));
          // This response has no ETag to send in If-Match (tests/integration/api-conditions.test.ts).
          if (json === valid && (takesTag || !("If-Match" in condition)))
            expect(answer, what).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
        }
      }
    }
    expect(await contents(), operationId).toEqual(before);
    expect(await tagOf(foreign), operationId).toBe(tag);
  }
});

test("nobody restores somebody else's row, and the response is the same as for a missing row, whether it was deleted or not", async () => {
  for (const operation of ofRows.filter(isRestore)) {
    const deleted = await filledPath(operation, api.operations, owner);
    const there = await filledPath(operation, api.operations, owner);
    expect((await owner.call(there, { method: "POST" })).status, operation.operationId).toBe(200);
    const unknown = pathOf(operation).replace("{id}", crypto.randomUUID());
    const before = await contents();
    for (const stranger of strangers) {
      const answer = await answerTo(stranger, unknown, { method: "POST" });
      expect(answer).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
      for (const path of [deleted, there])
        expect(await answerTo(stranger, path, { method: "POST" }), path).toEqual(answer);
    }
    expect(await contents(), operation.operationId).toEqual(before);
  }
});

test("a program restores a row that it deleted, unchanged, and may repeat the request", async () => {
  const restores = ofRows.filter(isRestore);
  expect(restores.map(({ path }) => path)).toEqual(
    own.filter(isCreate).map(({ path }) => `${path}/{id}/restore`),
  );
  for (const operation of restores) {
    const create = own.filter(isCreate).find(({ path }) => `${path}/{id}/restore` === operation.path);
    const added = await owner.call(pathOf(create as DescribedOperation), {
      method: "POST",
      json: await validBody(create as DescribedOperation, worker),
    });
    const row = (await added.json()) as { id: string };
    const path = pathOf(operation).replace("{id}", row.id);
    const page = path.replace("/restore", "");
    expect((await owner.call(page, { method: "DELETE" })).status).toBe(204);
    expect((await owner.call(page)).status).toBe(404);
    for (let n = 0; n < 2; n++) {
      const restored = await owner.call(path, { method: "POST" });
      expect(restored.status, operation.operationId).toBe(200);
      expect(restored.headers.get("ETag"), operation.operationId).toBe(added.headers.get("ETag"));
      expect(await restored.json(), operation.operationId).toEqual(row);
    }
    const entries = await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, row.id));
    const restored = entries.filter(({ action }) => action === "row.restore");
    expect(restored, operation.operationId).toMatchObject([{ tokenName: "Program", subjectLabel: null }]);
  }
});

test("a row that was deleted more than 30 days ago is not restored", async () => {
  for (const operation of ofRows.filter(isRestore)) {
    const path = await filledPath(operation, api.operations, owner);
    await worker.db.update(deletedRows).set({ deletedAt: Date.now() - 30 * DAY - 1 });
    await runCron(worker, DAILY);
    expect((await owner.call(path, { method: "POST" })).status, operation.operationId).toBe(404);
  }
});

test("a list has the rows of the token's owner and nobody else's", async () => {
  for (const create of own.filter(isCreate)) {
    const path = pathOf(create);
    const parameters = own.find((other) => other.method === "get" && other.path === create.path)?.parameters;
    // A list may have several parts, and the added row is in one of them.
    const parts = (parameters ?? [])
      .filter(({ name }) => name !== "sort")
      .flatMap(({ name, schema }) => ((schema.enum as string[]) ?? []).map((value) => `?${name}=${value}`));
    const idsFor = async (caller: ApiCaller) => {
      const lists = await Promise.all(["", ...parts].map((part) => caller.read(`${path}${part}`)));
      return lists.flatMap(({ items }) => (items as { id: string }[]).map(({ id }) => id));
    };
    const json = await validBody(create, worker);
    const response = await owner.call(path, { method: "POST", json });
    const { id } = (await response.json()) as { id: string };
    expect(await idsFor(owner), create.operationId).toContain(id);
    for (const stranger of strangers) expect(await idsFor(stranger), create.operationId).toEqual([]);
  }
});

test("the Idempotency-Key of one user never repeats a request of another", async () => {
  for (const create of own.filter(isCreate)) {
    const json = await validBody(create, worker);
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const add = async (caller: ApiCaller) => {
      const response = await caller.call(pathOf(create), { method: "POST", json, headers });
      expect(response.status, create.operationId).toBe(201);
      return ((await response.json()) as { id: string }).id;
    };
    const id = await add(owner);
    expect(await add(owner)).toBe(id);
    for (const stranger of strangers) expect(await add(stranger)).not.toBe(id);
  }
});

test("a program that has seen an older state changes and deletes nothing, even if the row changes right after the check", async () => {
  for (const update of ofRows.filter(({ method }) => method === "patch")) {
    for (const method of ["PATCH", "DELETE"]) {
      const path = await filledPath(update, api.operations, owner);
      const change = async () => ({ method: "PATCH", json: await validBody(update, worker) });
      const headers = { "If-Match": await tagOf(path) };
      const late = method === "PATCH" ? await change() : { method };
      const { slow, quick } = await overtake(storage, {
        write: /insert into "audit_log"/,
        slow: () => owner.call(path, { ...late, headers }),
        quick: async () => owner.call(path, await change()),
      });
      expect([slow.status, quick.status], `${method} ${path}`).toEqual([412, 200]);
      expect(slow.body?.current, `${method} ${path}`).toEqual(quick.body);
      expect(await owner.read(path), `${method} ${path}`).toEqual(quick.body);
    }
  }
});

test("the token of a deleted account is refused, and its rows are gone", async () => {
  const former = await ApiCaller.of(worker, {}, ALL);
  for (const operation of ofRows) await filledPath(operation, api.operations, former);
  await deleteAccount(worker, former.owner.id);
  for (const operation of own) {
    const path = pathOf(operation).replace("{id}", crypto.randomUUID());
    const { status } = await former.call(path, { method: operation.method.toUpperCase() });
    expect(status, operation.operationId).toBe(401);
  }
  // The audit log and the notice still name the deleted account (docs/privacy.md).
  const left = await contentsOf(worker, { without: ["audit_log", "notices"] });
  expect(tablesWith(left, former.owner.id)).toEqual([]);
});
