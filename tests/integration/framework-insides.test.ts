import { UNSAFE_decodeViaTurboStream as decodeData } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests undocumented behaviour of React Router that app/core/client/preload-pages.ts relies on. An upgrade
// that changes this behaviour fails here first.

let worker: TestWorker;
let visitor: Visitor;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  visitor = await Visitor.signedIn(worker, { role: "admin", email: "insides@example.com" });
});
afterAll(() => worker.stop());

test("the data of a page is at its path plus .data: the results of its routes, by route id", async () => {
  const response = await visitor.get("/manager/account.data");
  expect(response.status).toBe(200);
  const { value } = await decodeData(response.body as ReadableStream<Uint8Array>, globalThis);
  expect(value).toMatchObject({
    root: { data: { flash: null } },
    "routes/manager-layout": { data: { user: { email: "insides@example.com" } } },
    "routes/manager-account": { data: { email: "insides@example.com" } },
  });
});

test('the data of a path that ends in a slash is at "_.data"', async () => {
  expect((await visitor.get("/manager/account/_.data")).status).toBe(200);
});

test.each([
  ["a redirect", "/manager.data"],
  ["a missing page", "/manager/nowhere.data"],
])("the data of %s does not have status 200", async (_, path) => {
  expect((await visitor.get(path)).status).not.toBe(200);
});

test("the manifest lists the script files of each route", async () => {
  const html = await (await visitor.get("/manager/account")).text();
  const path = /\/assets\/manifest-[\w-]+\.js/.exec(html)?.[0] ?? "none";
  const script = await (await visitor.get(path)).text();
  const [, json] = /^window\.__reactRouterManifest=(.*);$/.exec(script.trim()) ?? [];
  const { routes } = JSON.parse(json ?? "{}");
  expect(routes["routes/manager-account"]).toMatchObject({
    id: "routes/manager-account",
    parentId: "routes/manager-layout",
    path: "manager/account",
    module: expect.stringMatching(/^\/assets\/manager-account-.*\.js$/),
    imports: expect.arrayContaining([expect.stringMatching(/^\/assets\/.*\.js$/)]),
  });
});

test("the router's links have data-discover, unless they opt out", async () => {
  const html = await (await visitor.get("/manager/account")).text();
  expect(/<a [^>]*href="\/manager\/users"[^>]*>/.exec(html)?.[0]).toContain("data-discover");
  expect(/<a [^>]*href="\/account\/data"[^>]*>/.exec(html)?.[0]).not.toContain("data-discover");
});
