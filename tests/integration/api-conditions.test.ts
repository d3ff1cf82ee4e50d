import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { type ApiDocument, type DescribedOperation, readApiDocument } from "#tests/support/api-document.ts";
import { filledPath, validCall } from "#tests/support/api-samples.ts";
import { contentsOf } from "#tests/support/contents.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Sends conditional requests (RFC 9110, section 13) to every operation in the document.

let worker: TestWorker;
let api: ApiDocument;
let admin: ApiCaller;

beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  api = await readApiDocument(worker);
  admin = await ApiCaller.of(worker, { role: "admin" }, ["read", "write", "manage"]);
});

afterAll(() => worker.stop());

const takes = (header: string) => (operation: DescribedOperation) =>
  operation.parameters?.some(({ name }) => name === header) ?? false;

/** Calls an operation with conditional headers. @returns the status and the ETag */
async function ask(operation: DescribedOperation, path: string, headers: Record<string, string>) {
  const sent = await validCall(operation, worker);
  const method = operation.method.toUpperCase();
  const response = await admin.call(path, { ...sent, method, headers: { ...sent.headers, ...headers } });
  expect(await api.objection(operation, response.clone()), operation.operationId).toBeNull();
  return { status: response.status, tag: response.headers.get("ETag") ?? "" };
}

/** Compares all tables but two: each use of a token and each refusal is recorded there. */
const UNCHANGED = { without: ["access_tokens", "audit_log"] };

/**
 * Headers that match the ETag `tag`, and headers that don't. An empty If-Match does not reach the worker
 * (app/slices/api/entity-tag.server.test.ts).
 */
const NAMES = (tag: string) => [tag, `W/${tag}`, `"x", ${tag}`, ` ,${tag} , "x,y"`, "*", " * "];
const NAMES_NOT = (tag: string) => [",", "x", '"x"', tag.replaceAll('"', ""), `"${tag.slice(1, -2)}"`];

test("a read with If-None-Match is answered 304 if it names the current tag, and otherwise with the row", async () => {
  const reads = api.operations.filter(takes("if-none-match"));
  const tagged = api.operations.filter(
    ({ method, responses }) => method === "get" && responses[200]?.headers?.ETag,
  );
  expect(reads).toEqual(tagged);
  for (const operation of reads) {
    const path = await filledPath(operation, api.operations, admin);
    const { tag } = await ask(operation, path, {});
    const read = (condition: string) => ask(operation, path, { "If-None-Match": condition });
    for (const condition of NAMES(tag))
      expect(await read(condition), condition).toEqual({ status: 304, tag });
    for (const condition of NAMES_NOT(tag))
      expect(await read(condition), condition).toEqual({ status: 200, tag });
  }
});

test("a change is made only if If-Match names the current tag and If-None-Match does not", async () => {
  for (const operation of api.operations.filter(takes("if-match"))) {
    const { operationId } = operation;
    const path = await filledPath(operation, api.operations, admin);
    const { tag } = await ask(operation, path, { "If-Match": '"x"' });
    const before = await contentsOf(worker, UNCHANGED);
    const refuse = async (header: string, condition: string) =>
      expect(
        await ask(operation, path, { [header]: condition }),
        `${operationId}: ${header}: ${condition}`,
      ).toEqual({
        status: 412,
        tag,
      });
    // One function evaluates the conditions of all operations, so it is enough to try each condition on one
    // operation.
    const isFirst = operationId === "updateMe";
    for (const condition of isFirst ? NAMES_NOT(tag) : [",", '"y"']) await refuse("If-Match", condition);
    for (const condition of isFirst ? NAMES(tag) : [tag, "*"]) await refuse("If-None-Match", condition);
    expect(await contentsOf(worker, UNCHANGED), operationId).toEqual(before);
    let seen = tag;
    for (const condition of isFirst ? NAMES("TAG") : ['"y", TAG']) {
      const headers = { "If-Match": condition.replace("TAG", seen), "If-None-Match": '"x"' };
      const allowed = await ask(operation, path, headers);
      expect(allowed.status, `${operationId}: ${condition}`).toBeLessThan(300);
      seen = allowed.tag;
    }
  }
});

test("an operation without ETags refuses a change with If-Match instead of ignoring the condition", async () => {
  const others = api.operations.filter(
    (operation) => operation.method !== "get" && !takes("if-match")(operation),
  );
  expect(others.length).toBeGreaterThan(3);
  for (const operation of others) {
    const path = await filledPath(operation, api.operations, admin);
    const before = await contentsOf(worker, UNCHANGED);
    for (const condition of [",", '"tag"']) {
      const { status } = await ask(operation, path, { "If-Match": condition });
      expect(status, `${operation.operationId}: ${condition}`).toBe(412);
    }
    expect(await contentsOf(worker, UNCHANGED), operation.operationId).toEqual(before);
    expect((await ask(operation, path, { "If-Match": "*" })).status).toBeLessThan(300);
  }
});
