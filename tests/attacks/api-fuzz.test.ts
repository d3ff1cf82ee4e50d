import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { type ApiDocument, type DescribedOperation, readApiDocument } from "#tests/support/api-document.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Sends requests that are generated from the API document: some valid, most nearly valid. No request may
// fail, and the document must allow each response.

const REQUESTS = 2000;
const AT_ONCE = 8;

let worker: TestWorker;
let api: ApiDocument;
let admin: ApiCaller;

beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  api = await readApiDocument(worker);
  admin = await ApiCaller.of(worker, { role: "admin" }, ["read", "write", "manage"]);
});

afterAll(() => worker.stop());

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  format?: string;
}

/** Generates values for a schema: most have its type, some have any type. */
function sampleOf(schema: Schema): fc.Arbitrary<unknown> {
  const text = fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: "grapheme", maxLength: 300 }));
  const types = [schema.type ?? []].flat();
  const fitting = schema.enum
    ? fc.constantFrom(...schema.enum)
    : schema.format === "date-time"
      ? fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
      : schema.format === "email"
        ? fc.emailAddress()
        : types.includes("object")
          ? objectOf(schema)
          : types.includes("integer")
            ? fc.integer()
            : text;
  return fc.oneof({ weight: 6, arbitrary: fitting }, { weight: 1, arbitrary: fc.jsonValue() });
}

const objectOf = ({ properties = {} }: Schema) =>
  fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, sampleOf(schema)])),
    {
      requiredKeys: [],
    },
  );

/** Returns ids for paths: some of existing rows, and some invalid ones. */
async function ids(): Promise<string[]> {
  const lists = await Promise.all(
    ["/books", "/genres", "/users"].map((path) => admin.read(path).catch(() => ({ items: [] }))),
  );
  const found = lists.flatMap(({ items }) => (items as { id: string }[]).slice(0, 5).map(({ id }) => id));
  // Leave out the owner of the token, which must stay valid.
  return [
    ...found.filter((id) => id !== admin.owner.id),
    "nowhere",
    "%00",
    "../me",
    "' or 1=1 --",
    "é".repeat(90),
  ];
}

function requestOf(operation: DescribedOperation, known: string[]) {
  const { parameters = [], requestBody } = operation;
  const queries = parameters.filter((parameter) => parameter.in === "query");
  const query = fc.record(
    Object.fromEntries(queries.map(({ name, schema }) => [name, sampleOf(schema as Schema)])),
    { requiredKeys: [] },
  );
  const schema = (requestBody?.content?.["application/json"]?.schema ?? {}) as Schema;
  return fc.record({
    ids: fc.array(fc.constantFrom(...known), { minLength: 2, maxLength: 2 }),
    query,
    body: requestBody ? sampleOf({ type: "object", ...schema }) : fc.constant(undefined),
    ifMatch: fc.option(fc.constantFrom("*", '"x"', "x,,"), { nil: undefined, freq: 4 }),
    key: fc.option(fc.string({ maxLength: 300, unit: "grapheme-ascii" }), { nil: undefined, freq: 4 }),
  });
}

test(`none of ${REQUESTS} requests fails, and each gets a response that the document allows`, async () => {
  const known = await ids();
  const each = Math.ceil(REQUESTS / api.operations.length);
  const requests = api.operations.flatMap((operation) =>
    fc
      .sample(requestOf(operation, known), { seed: 20261122, numRuns: each })
      .map((given) => ({ operation, given })),
  );
  expect(requests.length).toBeGreaterThanOrEqual(REQUESTS);
  const objections: string[] = [];
  const answered: Record<number, number> = {};
  const send = async ({ operation, given }: (typeof requests)[number]) => {
    const [first = "", second = ""] = given.ids.map(encodeURIComponent);
    const path = operation.path.slice("/api/v1".length).replace("{id}", first).replace("{sessionId}", second);
    const query = new URLSearchParams(
      Object.entries(given.query).map(([name, value]) => [
        name,
        typeof value === "string" ? value : JSON.stringify(value),
      ]),
    );
    const response = await admin.call(`${path}?${query}`, {
      method: operation.method.toUpperCase(),
      ...(given.body !== undefined && { json: given.body }),
      headers: {
        ...(given.ifMatch !== undefined && { "If-Match": given.ifMatch }),
        ...(given.key !== undefined && { "Idempotency-Key": given.key.trim() }),
      },
    });
    answered[response.status] = (answered[response.status] ?? 0) + 1;
    const objection =
      response.status >= 500 ? `${response.status}` : await api.objection(operation, response);
    if (objection)
      objections.push(`${operation.method} ${path}?${query} ${JSON.stringify(given)}: ${objection}`);
  };
  const waiting = [...requests];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await send(next);
    }),
  );
  expect(objections.slice(0, 10)).toEqual([]);
  // Each status is common. Otherwise a check that refuses everything could hide the other statuses.
  for (const status of [200, 400, 404, 422])
    expect(answered[status] ?? 0, String(status)).toBeGreaterThan(20);
}, 600_000);
