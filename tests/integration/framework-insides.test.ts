import { UNSAFE_decodeViaTurboStream as decodeData } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// What app/client/preload-and-retry.ts leans on without React Router documenting it: an upgrade fails here first.

let worker: TestWorker;
let visitor: Visitor;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  visitor = await Visitor.signedIn(worker, { role: "admin", email: "insides@example.com" });
});
afterAll(() => worker.stop());

test("a page's data is at its path with .data, as the results of its routes by their ids", async () => {
  const response = await visitor.get("/manager/account.data");
  expect(response.status).toBe(200);
  const { value } = await decodeData(response.body as ReadableStream<Uint8Array>, globalThis);
  expect(value).toMatchObject({
    root: { data: { flash: null } },
    "routes/manager/layout": { data: { user: { email: "insides@example.com" } } },
    "routes/manager/account": { data: { email: "insides@example.com" } },
  });
});

test('after a slash it is at "_.data"', async () => {
  expect((await visitor.get("/manager/account/_.data")).status).toBe(200);
});

test.each([
  ["a redirect", "/manager.data"],
  ["a page that is missing", "/manager/nowhere.data"],
])("%s has another status than a page's", async (_, path) => {
  expect((await visitor.get(path)).status).not.toBe(200);
});

test("the manifest names the script files of each route", async () => {
  const html = await (await visitor.get("/manager/account")).text();
  const path = /\/assets\/manifest-[\w-]+\.js/.exec(html)?.[0] ?? "none";
  const script = await (await visitor.get(path)).text();
  const [, json] = /^window\.__reactRouterManifest=(.*);$/.exec(script.trim()) ?? [];
  const { routes } = JSON.parse(json ?? "{}");
  expect(routes["routes/manager/account"]).toMatchObject({
    id: "routes/manager/account",
    parentId: "routes/manager/error-boundary",
    path: "manager/account",
    module: expect.stringMatching(/^\/assets\/account-.*\.js$/),
    imports: expect.arrayContaining([expect.stringMatching(/^\/assets\/.*\.js$/)]),
  });
});

test("the links of the router have data-discover", async () => {
  const html = await (await visitor.get("/manager/account")).text();
  expect(/<a [^>]*href="\/manager\/users"[^>]*>/.exec(html)?.[0]).toContain("data-discover");
});
