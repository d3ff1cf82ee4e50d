import { afterAll, beforeAll, expect, test } from "vitest";
import { namespacesOf } from "#app/core/i18n/page-strings.ts";
import { hashStrings } from "#scripts/vite/hash-strings.ts";
import { stringsOf } from "#tests/support/page-strings.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

test.each(["/login", "/app", "/app/account", "/app/nowhere", "/manager/users", "/nowhere"])(
  "the document of %s preloads only the strings that it can show, in one language",
  async (path) => {
    const visitor =
      path === "/login" ? new Visitor(worker) : await Visitor.signedIn(worker, { role: "admin" });
    const strings = await stringsOf(visitor, `${path}?lng=fr`);
    expect(Object.keys(strings)).toEqual(["fr"]);
    expect(Object.keys(strings.fr ?? {}).sort()).toEqual(namespacesOf(path).sort());
  },
);

test("another spelling of a path preloads the same strings", async () => {
  const visitor = await Visitor.signedIn(worker);
  const strings = await stringsOf(visitor, "/APP/%61ccount/");
  expect(Object.keys(strings.en ?? {}).sort()).toEqual(namespacesOf("/app/account").sort());
});

test("browsers cache strings only under the current version, and unknown namespaces are left out", async () => {
  const visitor = new Visitor(worker);
  const other = await visitor.get("/strings/fr?v=other&of=app,nothing,__proto__");
  expect(other.headers.get("Cache-Control")).toBe("no-store");
  const own = await visitor.get(`/strings/fr?v=${hashStrings()}&of=app`);
  expect(own.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  const strings = await other.json();
  expect(Object.keys(strings)).toEqual(["fr"]);
  expect(Object.keys(strings.fr)).toEqual(["app"]);
  expect(strings.fr.app.navigation.home).toBe(textsIn("fr")("app:navigation.home"));
  expect(await (await visitor.get("/strings/fr")).json()).toEqual({ fr: {} });
  expect((await visitor.get("/strings/xx?of=app")).status).toBe(404);
});
