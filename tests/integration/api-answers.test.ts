import { afterAll, beforeAll, expect, test } from "vitest";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { type ApiDocument, readApiDocument } from "#tests/support/api-document.ts";
import { codeOf } from "#tests/support/api-problem.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
let api: ApiDocument;
let admin: ApiCaller;

beforeAll(async () => {
  worker = await startTestWorker();
  api = await readApiDocument(worker);
  admin = await ApiCaller.of(worker, { role: "admin" }, ["read", "write", "manage"]);
});

afterAll(() => worker.stop());

/** Segments of a path that lead nowhere: unroutable, undecodable, or just unusual. */
const ODD = [
  "%0a",
  "%0D%0A",
  "%e2%80%a8",
  "x%E2%80%A9",
  "%",
  "%ff",
  "%0a%ff",
  "%00",
  "%2F",
  "x.data",
  "_.data",
  "_root.data",
  "%20",
  "\\",
  ";",
];

test("every path of the API refuses with a problem document", async () => {
  const paths = (odd: string) => [
    { method: "get", path: `/api/v1/${odd}` },
    { method: "post", path: `/API/V1/books/${odd}/x` },
    ...api.operations
      .filter(({ path }) => path.includes("{"))
      .map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}/g, odd) })),
  ];
  const ask = async (caller: ApiCaller, method: string, path: string) => {
    // This does not use new URL(), which would correct the path.
    const response = await fetch(`${worker.url}${path}`, {
      method: method.toUpperCase(),
      ...(/post|patch/.test(method) && { body: "{}" }),
      headers: {
        Connection: "close",
        "Content-Type": "application/json",
        ...(caller.token && { Authorization: `Bearer ${caller.token}` }),
      },
    });
    if (caller.token && response.status === 200) return;
    expect([401, 404, 422], `${method} ${path}`).toContain(response.status);
    expect(response.headers.get("Content-Type"), `${method} ${path}`).toBe("application/problem+json");
    await codeOf(response);
  };
  for (const odd of ODD) {
    const all = paths(odd);
    await Promise.all(all.map(({ method, path }) => ask(admin, method, path)));
    await Promise.all(all.slice(0, 4).map(({ method, path }) => ask(admin.with(""), method, path)));
  }
});

test("an unknown method is refused with a problem document, too", async () => {
  for (const method of ["PROPFIND", "SEARCH"]) {
    const response = await admin.call("/books", { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toContain("PATCH");
    expect(await codeOf(response)).toBe("METHOD_NOT_ALLOWED");
  }
});
