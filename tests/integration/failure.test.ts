import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sessions, users } from "#app/schema.ts";
import { callsOf, disturb, startFaultyWorker } from "#tests/support/faults.ts";
import { startMailProvider } from "#tests/support/mail-provider.ts";
import { expectSound } from "#tests/support/sound.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastLink, textOf, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

/** Expects a page that reports an error with the id of the request, and shows nothing else. */
async function expectErrorPage(response: Response) {
  expect(response.status).toBe(500);
  const html = await response.text();
  expect(textOf(html)).toContain("Something went wrong");
  expect(textOf(html)).toContain(`Request ${response.headers.get("X-Request-Id")}`);
  expect(html).not.toMatch(/no such table|D1_ERROR|at async|\.js:\d+/);
}

describe("when D1 fails", () => {
  let worker: TestWorker;
  beforeAll(async () => {
    worker = await startTestWorker();
  });
  afterAll(() => worker.stop());
  afterEach(async () => {
    await worker.d1
      .prepare("alter table moved rename to users")
      .run()
      .catch(() => {});
    await worker.d1
      .prepare("alter table moved rename to sessions")
      .run()
      .catch(() => {});
  });

  test("pages and posts get the 500 page with the request id, and the log has the cause without the values of the query", async () => {
    const visitor = await Visitor.signedIn(worker);
    const [session] = await worker.db.select().from(sessions);
    await worker.d1.prepare("alter table sessions rename to moved").run();
    for (const path of ["/app", "/app/account", "/", "/login"])
      await expectErrorPage(await visitor.get(path));
    const failed = await visitor.post("/sign-out", {});
    const id = failed.headers.get("X-Request-Id") as string;
    expect(failed.headers.get("X-Error-Code")).toBe("FAILED_TO_GET_SESSION");
    await expectErrorPage(failed);
    await expect
      .poll(() => worker.logs.some((line) => line.includes(id) && /no such table/.test(line)))
      .toBe(true);
    expect(worker.logs.join()).not.toContain(session?.tokenHash);
  });

  test("the log also leaves out values of several lines", async () => {
    const admin = await Visitor.signedIn(worker, { role: "admin" });
    await worker.d1.prepare("alter table audit_log rename to moved").run();
    const failed = await admin.get(`/manager/audit?${new URLSearchParams({ person: "one\nunmistakable" })}`);
    await worker.d1.prepare("alter table moved rename to audit_log").run();
    const id = failed.headers.get("X-Request-Id") as string;
    const failure = () => worker.logs.find((line) => line.includes(id) && /Failed query/.test(line));
    await expect.poll(failure).toBeDefined();
    expect(failure()).not.toContain("unmistakable");
  });

  test("a route without a page responds with all headers, the request id and a line in the log", async () => {
    const visitor = await Visitor.signedIn(worker);
    await worker.d1.prepare("alter table sessions rename to moved").run();
    const response = await visitor.get("/account/data");
    const id = response.headers.get("X-Request-Id");
    expect(await expectSound(response, "/account/data", 500)).toBe(`Something went wrong\nRequest ${id}\n`);
    const lines = () => worker.logs.filter((line) => line.includes(`"requestId":"${id}"`));
    const request = { event: "request", path: "/account/data", status: 500 };
    await expect
      .poll(() => lines().map((line) => JSON.parse(line)))
      .toContainEqual(expect.objectContaining(request));
  });

  test("onboarding reports the error and keeps the name", async () => {
    const visitor = await Visitor.signedIn(worker, { onboardedAt: null, name: null });
    await worker.d1
      .prepare(
        "create trigger refuse before update of onboarded_at on users begin select raise(abort, 'no'); end",
      )
      .run();
    const response = await visitor.post("/onboarding", { name: "Ada Lovelace" });
    await worker.d1.prepare("drop trigger refuse").run();
    expect(response.status).toBe(500);
    await expect(response).toShow(t("onboarding:failed"));
    expect(await response.text()).toContain('value="Ada Lovelace"');
  });

  test("a sign-out reports the error, and the session stays", async () => {
    const visitor = await Visitor.signedIn(worker);
    await worker.d1
      .prepare("create trigger refuse before delete on sessions begin select raise(abort, 'no'); end")
      .run();
    const response = await visitor.post("/sign-out", {});
    await worker.d1.prepare("drop trigger refuse").run();
    expect(response.status).toBe(500);
    await expect(response).toShow("Failed to Sign Out");
    expect((await visitor.get("/app")).status).toBe(200);
    expect(await visitor.post("/sign-out", {})).toRedirectTo("/login");
  });

  test("asking for a code reports the error and keeps the address", async () => {
    const email = "unasked@example.com";
    await worker.d1.prepare("alter table login_challenges rename to moved").run();
    const refused = await new Visitor(worker).post("/login", { email });
    await worker.d1.prepare("alter table moved rename to login_challenges").run();
    expect(refused.status).toBe(502);
    await expect(refused.clone()).toShow(t("refused:mailFailed"));
    expect(await refused.text()).toContain(`value="${email}"`);
    expect((await new Visitor(worker).post("/login", { email })).status).toBe(302);
  });

  test("a sign-in by an emailed link reports the error, and the link works afterwards", async () => {
    const email = "half-linked@example.com";
    await new Visitor(worker).askForCode(email);
    const link = await lastLink(worker, email);
    const visitor = new Visitor(worker);
    await worker.d1.prepare("alter table sessions rename to moved").run();
    const refused = await visitor.post(link, {});
    await worker.d1.prepare("alter table moved rename to sessions").run();
    expect(refused.status).toBe(500);
    await expect(refused).toShow(t("code:FAILED_TO_CREATE_SESSION"));
    expect(refused.headers.get("X-Error-Code")).toBe("FAILED_TO_CREATE_SESSION");
    expect(await visitor.post(link, {})).toRedirectTo("/app");
  });

  test("a sign-in creates no user and no session, and the form keeps its code, which works afterwards", async () => {
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode("half@example.com");
    const before = await worker.db.select().from(sessions);
    await worker.d1.prepare("alter table sessions rename to moved").run();
    const refused = await visitor.confirm(verifyPath, code);
    expect(refused.status).toBe(500);
    await expect(refused.clone()).toShow(t("code:FAILED_TO_CREATE_SESSION"));
    expect(await refused.text()).toContain(`value="${code}"`);
    await worker.d1.prepare("alter table moved rename to sessions").run();
    expect((await worker.db.select().from(users)).some(({ email }) => email === "half@example.com")).toBe(
      false,
    );
    expect(await worker.db.select().from(sessions)).toEqual(before);
    expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
  });

  test("/healthz answers 503", async () => {
    const broken = await startTestWorker({
      overrides: { d1Databases: [], serviceBindings: { DB: unavailable } },
    });
    const response = await new Visitor(broken).get("/healthz");
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ status: "failed", d1: "failed", kv: "ok" });
    await broken.stop();
  });
});

describe("when KV fails", () => {
  test("users still sign in with a code that D1 stores, and /healthz answers 503", async () => {
    const provider = await startMailProvider();
    const broken = await startTestWorker({
      settings: provider.settings,
      overrides: { kvNamespaces: [], serviceBindings: { KV: unavailable } },
    });
    const visitor = new Visitor(broken);
    const sent = await visitor.post("/login", { email: "ada@example.com" });
    expect(sent.status).toBe(302);
    await expect.poll(() => broken.logs.join()).toContain("login code not kept in KV");
    const code = /\b\d{6}\b/.exec(provider.received[0]?.body.content[0]?.value ?? "")?.[0] as string;
    const signedIn = await visitor.confirm(sent.headers.get("Location") as string, code);
    expect(signedIn).toRedirectTo("/app");
    const health = await visitor.get("/healthz");
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({ d1: "ok", kv: "failed" });
    expect((await new Visitor(broken).get("/login")).status).toBe(200);
    await broken.stop();
    provider.stop();
  });

  test("an interrupted form is not stored, and still redirects to the sign-in", async () => {
    const faulty = await startFaultyWorker();
    const visitor = new Visitor(faulty);
    const { verifyPath, code } = await visitor.askForCode("interrupted@example.com");
    await visitor.confirm(verifyPath, code);
    await faulty.db.delete(sessions);
    const send = () => visitor.post("/onboarding", { name: "Ada" });
    // The first response deletes the session's cookie, so the browser is signed out.
    await send();
    disturb(visitor, callsOf(await send()).indexOf("KV put") + 1, "refused");
    expect(await send()).toRedirectTo("/login");
    expect(faulty.logs.join()).toContain("interrupted form not kept");
    await faulty.stop();
  });
});

/** A replacement for a binding that has none of the binding's methods. */
const unavailable = () => new Response(null, { status: 503 }) as never;
