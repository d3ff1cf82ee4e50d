import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessions, users } from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { codeOf } from "#tests/support/api-problem.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

/**
 * Runs in front of the worker. Its timers fire immediately, and it passes on requests whose body never ends.
 */
const IMPATIENT = (main: string): string => `
import worker from "${main}";

const { setTimeout: wait } = globalThis;
globalThis.setTimeout = (task, time, ...values) => wait(task, time >= 30_000 ? 0 : time, ...values);

export default {
  ...worker,
  async fetch(request, env, execution) {
    if (!request.headers.has("X-Endless")) return worker.fetch(request, env, execution);
    const headers = new Headers(request.headers);
    headers.delete("Content-Length");
    const body = new ReadableStream({ pull: () => new Promise(() => {}) }, { highWaterMark: 0 });
    return worker.fetch(new Request(request, { headers, body }), env, execution);
  },
};
`;

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker({ inFront: IMPATIENT });
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());

const stored = async () => [await worker.db.select().from(users), await worker.db.select().from(sessions)];

describe("a form", () => {
  const ENDLESS = { headers: { "X-Endless": "yes" } };

  test.each(["/manager/users/new", "/manager/books/import"])(
    "whose body never arrives is refused with 408, and the page says so (%s)",
    async (path) => {
      const before = await stored();
      const refused = await admin.post(path, { email: "late@example.com" }, ENDLESS);
      expect([refused.status, refused.headers.get("X-Error-Code")]).toEqual([408, "REQUEST_TIMEOUT"]);
      await expect(refused).toShow(t("code:REQUEST_TIMEOUT"));
      expect(await stored()).toEqual(before);
    },
  );

  test("that is too large is refused with 413, and the page says so, before the check of the session", async () => {
    const visitor = new Visitor(worker);
    const refused = await visitor.post("/manager/users/new", { email: "a".repeat(65_536) });
    expect([refused.status, refused.headers.get("X-Error-Code")]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    await expect(refused).toShow(t("code:PAYLOAD_TOO_LARGE"));
  });
});

test("the API refuses a late or oversized body with a problem document", async () => {
  const caller = await ApiCaller.of(worker, { role: "admin" }, ["read", "write", "manage"]);
  const init = { method: "POST", json: { email: "late@example.com" } };
  const late = await caller.call("/users", { ...init, headers: { "X-Endless": "yes" } });
  expect([late.status, await codeOf(late)]).toEqual([408, "REQUEST_TIMEOUT"]);
  const large = await caller.with("").call("/users", { ...init, json: { email: "a".repeat(65_536) } });
  expect([large.status, await codeOf(large)]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
});
