import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, sessions, users } from "#app/schema.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

let admin: Visitor;

let adminId: string;

beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  admin = await Visitor.signedIn(worker, { role: "admin", email: "boss@example.com", name: "The Boss" });
  adminId = (await user("boss@example.com"))?.id as string;
});

afterAll(() => worker.stop());

const user = async (email: string) => (await worker.db.select().from(users).where(eq(users.email, email)))[0];

const admins = async () => (await worker.db.select().from(users).where(eq(users.role, "admin"))).length;

const sessionsOf = (userId: string) => worker.db.select().from(sessions).where(eq(sessions.userId, userId));

describe("a user's sessions", () => {
  test("show the device, country and times, five a page, and never the token or its hash", async () => {
    const person = await addUser(worker);
    const userAgent =
      "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
    for (let n = 0; n < 7; n++)
      await addSession(worker, person, { userAgent, country: "KE", updatedAt: Date.now() - n * 1000 });
    await addSession(worker, person, { expiresAt: Date.now() - 1 });
    const page = await admin.get(`/manager/users/${person.id}`);
    expect(databaseCost(page)).toMatchObject({ roundTrips: 1 });
    for (const text of ["Chrome on Android", "Kenya", "Updated", "Expires"]) await expect(page).toShow(text);
    const html = await page.text();
    expect(html.match(/Chrome on Android/g)?.length).toBeGreaterThanOrEqual(5);
    const rows = await sessionsOf(person.id);
    for (const { tokenHash } of rows) expect(html).not.toContain(tokenHash);

    const next = /href="\/manager\/users\/[\da-f-]+\?after=([\w-]+)"/.exec(html)?.[1];
    const last = await (await admin.get(`/manager/users/${person.id}?after=${next}`)).text();
    expect(last.match(/name="sessionId"/g)).toHaveLength(2);
    expect(last).not.toMatch(/href="[^"]*\?after=/);
  });

  test("are revoked together if they are selected, each with its entry, and the message mentions a session that had already ended", async () => {
    const person = await addUser(worker);
    for (let n = 0; n < 3; n++) await addSession(worker, person);
    const stranger = await addUser(worker);
    await addSession(worker, stranger);
    const [first, second, third] = (await sessionsOf(person.id)).map(({ id }) => id);
    const [foreign] = (await sessionsOf(stranger.id)).map(({ id }) => id);
    const path = `/manager/users/${person.id}`;
    const html = await (await admin.get(path)).text();
    expect(html.match(/type="checkbox"[^>]* name="selected"/g)).toHaveLength(3);

    const body = new URLSearchParams({ intent: "revoke-selected" });
    for (const id of [first, second, foreign, "ended"]) body.append("selected", id as string);
    const answer = await admin.post(path, {}, { body });
    expect(answer).toRedirectTo(path);
    expect((await sessionsOf(person.id)).map(({ id }) => id)).toEqual([third]);
    expect(await sessionsOf(stranger.id)).toHaveLength(1);
    const entries = await worker.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.requestId, answer.headers.get("X-Request-Id") as string));
    expect(entries.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ["session.revoke", person.id],
      ["session.revoke", person.id],
    ]);
    await expect(await admin.get(path)).toShow(
      t("selection:success.sessions.revokedSome", { count: 2, total: 4 }),
    );
    await admin.post(path, { intent: "revoke-selected" });
    await expect(await admin.get(path)).toShow(t("selection:errors.none"));
  });

  test("can be revoked without the session of the administrator who revokes them", async () => {
    const [own] = await sessionsOf(adminId);
    await admin.post(`/manager/users/${adminId}`, { intent: "revoke-selected", selected: own?.id as string });
    expect((await admin.get("/manager/users")).status).toBe(200);
  });

  test("are revoked one at a time or all together, from the next request on", async () => {
    const person = await addUser(worker);
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => addSession(worker, person)));
    const works = async (cookie: string | undefined) =>
      (await new Visitor(worker, { Cookie: cookie as string }).get("/app")).status === 200;
    const path = `/manager/users/${person.id}`;

    expect(
      await admin.post(path, { intent: "revoke-session", sessionId: first?.sessionId as string }),
    ).toRedirectTo(path);
    await expect(await admin.get(path)).toShow(t("session:revoked"));
    expect([await works(first?.cookie), await works(second?.cookie)]).toEqual([false, true]);
    expect(await admin.post(path, { intent: "revoke-sessions" })).toRedirectTo(path);
    expect([await works(second?.cookie), await works(third?.cookie)]).toEqual([false, false]);
  });

  test("leave the time of their last use with the user, however they end", async () => {
    const person = await addUser(worker);
    const days = ["2026-01-02", "2026-01-04", "2026-01-03"];
    const lastSeen = async () => {
      const html = await (await admin.get(`/manager/users?searchTerm=${person.email}`)).text();
      return days.filter((day) => html.includes(`dateTime="${day}T`));
    };
    expect(await lastSeen()).toEqual([]);
    const [first = 0, ...others] = days.map((day) => new Date(`${day}T12:00`).getTime());
    const { sessionId } = await addSession(worker, person, { updatedAt: first });
    expect(await lastSeen()).toEqual(["2026-01-02"]);
    for (const updatedAt of others)
      await worker.db.update(sessions).set({ updatedAt }).where(eq(sessions.id, sessionId));
    expect(await lastSeen()).toEqual(["2026-01-04"]);
    await admin.post(`/manager/users/${person.id}`, { intent: "revoke-sessions" });
    expect(await sessionsOf(person.id)).toHaveLength(0);
    expect(await lastSeen()).toEqual(["2026-01-04"]);
  });

  test("on the administrator's own page: the current session is marked and stays, and all others end", async () => {
    const me = (await user("boss@example.com")) as typeof users.$inferSelect;
    await addSession(worker, me);
    const path = `/manager/users/${adminId}`;
    await expect(await admin.get(path)).toShow(t("session:current"));
    await expect(await admin.get(path)).toShow(t("session:revokeOthers"));
    expect(await admin.post(path, { intent: "revoke-sessions" })).toRedirectTo(path);
    expect(await sessionsOf(adminId)).toHaveLength(1);
    expect((await admin.get(path)).status).toBe(200);
  });

  test("can't be revoked on another user's page", async () => {
    const [one, other] = [await addUser(worker), await addUser(worker)];
    const { sessionId } = await addSession(worker, other);
    await admin.post(`/manager/users/${one.id}`, { intent: "revoke-session", sessionId });
    expect(
      await worker.db
        .select()
        .from(sessions)
        .where(and(eq(sessions.id, sessionId))),
    ).toHaveLength(1);
  });
});

describe("a user without permission to manage users", () => {
  test("sees and changes nothing, by page, data or post", async () => {
    const visitor = await Visitor.signedIn(worker);
    const before = await admins();
    const target = `/manager/users/${adminId}`;
    for (const path of ["/manager/users", "/manager/users/new", target, `${target}/update`]) {
      for (const url of [path, `${path}.data`]) {
        const response = await visitor.get(url);
        expect(response.status, url).toBe(403);
        expect(await response.text()).not.toContain("boss@example.com");
      }
    }
    for (const [path, fields] of [
      ["/manager/users/new", { email: "sneaked@example.com", role: "admin" }],
      [target, { intent: "delete" }],
      [target, { intent: "revoke-sessions" }],
      [`${target}/update`, { intent: "update", name: "Owned" }],
      [`${target}/update`, { intent: "set-role", role: "user", original: "admin" }],
    ] as const) {
      expect((await visitor.post(path, fields)).status, path).toBe(403);
      expect((await visitor.post(`${path}.data`, fields)).status, path).toBe(403);
    }
    expect(await user("sneaked@example.com")).toBeUndefined();
    expect(await user("boss@example.com")).toMatchObject({ name: "The Boss", role: "admin" });
    expect(await admins()).toBe(before);
  });

  test("a post with an unknown or missing intent is refused", async () => {
    expect((await admin.post(`/manager/users/${adminId}`, { intent: "promote" })).status).toBe(400);
    expect((await admin.post(`/manager/users/${adminId}`, {})).status).toBe(400);
  });
});

describe("the sidebar", () => {
  test("keeps its width in the server's HTML, and its form returns to the same page", async () => {
    const visitor = await Visitor.signedIn(worker, { role: "admin" });
    const sidebar = async () =>
      /data-sidebar="(\w+)"/.exec(await (await visitor.get("/manager/users")).text())?.[1];
    expect(await sidebar()).toBe("auto");
    const fields = { sidebar: "collapsed", returnTo: "/manager/users?searchTerm=a" };
    expect(await visitor.post("/manager/sidebar", fields)).toRedirectTo(fields.returnTo);
    expect(await sidebar()).toBe("collapsed");
    const away = { sidebar: "expanded", returnTo: "//evil.example" };
    expect(await visitor.post("/manager/sidebar", away)).toRedirectTo("/manager");
    expect(await sidebar()).toBe("expanded");
    expect((await visitor.post("/manager/sidebar", { sidebar: "gone" })).status).toBe(400);
    expect((await (await Visitor.signedIn(worker)).post("/manager/sidebar", fields)).status).toBe(403);
  });
});
