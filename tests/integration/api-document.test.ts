import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RAISED } from "#app/error-codes.ts";
import { MANAGE_PERMISSIONS } from "#app/scopes.ts";
import { type ApiDocument, readApiDocument } from "#tests/support/api-document.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
let api: ApiDocument;

beforeAll(async () => {
  worker = await startTestWorker();
  api = await readApiDocument(worker);
});

afterAll(() => worker.stop());

test("the document is valid, and each operation lists its refusals", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(api.document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(api.operations.length).toBeGreaterThan(10);
  for (const { operationId, method, responses, requestBody, parameters = [], security } of api.operations) {
    const refusals = [401, 403, 404, 429, 500];
    if (parameters.some((parameter) => parameter.in === "query")) refusals.push(400);
    if (parameters.some(({ name }) => name === "if-match")) refusals.push(409, 412);
    if (method !== "get") refusals.push(412);
    if (requestBody) refusals.push(400, 409, 413, 415, 422);
    const takes = (header: string) => parameters.some(({ name }) => name === header);
    expect("304" in responses, operationId).toBe(takes("if-none-match"));
    expect("Idempotency-Replayed" in (responses[201]?.headers ?? {}), operationId).toBe(
      takes("idempotency-key"),
    );
    expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(refusals.map(String)));
    expect(security[0]?.accessToken.length, operationId).toBeGreaterThan(0);
  }
  expect(new Set(api.operations.map(({ operationId }) => operationId)).size).toBe(api.operations.length);
});

test("the document passes Redocly's recommended rules without a warning", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const source = JSON.stringify(api.document);
  const problems = await lintFromString({ source, config, absoluteRef: "openapi.json" });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test("operations on users, their sessions and the audit log require the scope manage", () => {
  const open = api.operations.filter(
    ({ "x-permission": permission = "", security }) =>
      /^(user|session|audit):/.test(permission) && !security[0]?.accessToken.includes("manage"),
  );
  expect(
    open.map(({ operationId }) => operationId),
    'add "manage" to their scopes: a token without it reads no other people',
  ).toEqual([]);
});

test("the scope manage belongs to exactly the permissions that operations under it require", () => {
  const needed = api.operations.flatMap(({ security, "x-permission": permission }) =>
    permission && security[0]?.accessToken.includes("manage") ? [permission] : [],
  );
  expect([...new Set(needed)].sort(), "name the permission in MANAGE_PERMISSIONS of app/scopes.ts").toEqual(
    [...MANAGE_PERMISSIONS].sort(),
  );
});

test("the document lists exactly the error codes that the API can return", () => {
  const { components } = api.document as { components: { schemas: { Problem: { properties: unknown } } } };
  expect(components.schemas.Problem.properties).toMatchObject({ code: { enum: Object.keys(RAISED) } });
});
