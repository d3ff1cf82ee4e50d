import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLog, sessions, users } from "#app/schema.ts";
import type { Scope } from "#app/scopes.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { atOnce, overtake } from "#tests/support/overtaken.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests the same races as races.test.ts, but through the API instead of the manager's pages.

const ALL: Scope[] = ["read", "write", "manage"];

const storage = gatedStorage();
let worker: TestWorker;
let one: ApiCaller;
let other: ApiCaller;

beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());
beforeEach(async () => {
  // These two are the only administrators.
  await worker.db.update(users).set({ role: "user" });
  one = await ApiCaller.of(worker, { role: "admin" }, ALL);
  other = await ApiCaller.of(worker, { role: "admin" }, ALL);
});

/** A request that changes a user, and a pattern that matches the statement with which the request writes. */
interface Change {
  send: (by: ApiCaller, id: string, headers?: Record<string, string>) => Promise<Response>;
  write: RegExp;
}

const change = (method: string, path: string, write: RegExp, json?: object): Change => ({
  send: (by, id, headers = {}) => by.call(`/users/${id}${path}`, { method, ...(json && { json }), headers }),
  write,
});

const edit = (name: string) => change("PATCH", "", /update "users" set "name"/, { name });
const setEmail = (email: string) => change("POST", "/email", /update "users" set "email"/, { email });
const setRole = (role: string) => change("POST", "/role", /update "users" set "role"/, { role });
const ban = (reason: string) => change("POST", "/ban", /update "users" set "banned_at"/, { reason });
const unban = change("DELETE", "/ban", /update "users" set "banned_at"/);
const remove = change("DELETE", "", /delete from "users"/);
const revoke = change("DELETE", "/sessions", /delete from "sessions"/);

const rowOf = async (id: string) => (await worker.db.select().from(users).where(eq(users.id, id)))[0];

/**
 * Lets `quick` change a new user right before `slow` writes.
 * @returns both responses and what remains of the user
 */
async function race(slow: Change, quick: Change) {
  const { id } = await addUser(worker);
  await addSession(worker, (await rowOf(id)) as typeof users.$inferSelect);
  const responses = await overtake(storage, {
    write: slow.write,
    slow: () => slow.send(one, id),
    quick: () => quick.send(other, id),
  });
  const log = await worker.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), isNull(auditLog.code)));
  return {
    statuses: [responses.slow.status, responses.quick.status],
    left: await rowOf(id),
    log: log.map(({ action }) => action).sort(),
    sessions: await worker.db.$count(sessions, eq(sessions.userId, id)),
  };
}

describe("two administrators at the same time", () => {
  test("who edit a user: the last edit stays, and the log has both", async () => {
    const { statuses, left, log } = await race(edit("Slow"), edit("Quick"));
    expect([statuses, left?.name, log]).toEqual([[200, 200], "Slow", ["user.update", "user.update"]]);
  });

  test("who edit different fields of a user: both edits stay", async () => {
    const { statuses, left } = await race(edit("Cleo"), setEmail("cleo@example.com"));
    expect([statuses, left?.name, left?.email]).toEqual([[200, 200], "Cleo", "cleo@example.com"]);
  });

  test.each([
    ["edit", edit("Late")],
    ["ban", ban("Late")],
    ["delete", remove],
    ["change the address of", setEmail("late@example.com")],
    ["promote", setRole("admin")],
  ])("who %s and delete a user: the late request is refused and not logged", async (_what, late) => {
    const { statuses, left, log, sessions } = await race(late, remove);
    expect(statuses).toEqual([404, 204]);
    expect([left, sessions, log]).toEqual([undefined, 0, ["user.delete"]]);
  });

  test("who delete and edit a user: the user is deleted, with all sessions", async () => {
    const { statuses, left, log, sessions } = await race(remove, edit("Quick"));
    expect([statuses, left, sessions]).toEqual([[204, 200], undefined, 0]);
    expect(log).toEqual(["user.delete", "user.update"]);
  });

  test("who ban a user for different reasons: one ban is made and logged, and the other is refused", async () => {
    const { statuses, left, log, sessions } = await race(ban("Slow"), ban("Quick"));
    expect([statuses, left?.banReason, log, sessions]).toEqual([[409, 200], "Quick", ["user.ban"], 0]);
  });

  test("who ban a user and lift the ban: the last log entry matches the state", async () => {
    const { left, log } = await race(ban("Slow"), unban);
    expect([left?.banReason, log]).toEqual(["Slow", ["user.ban"]]);
  });

  test("who edit and ban a user: both changes stay", async () => {
    const { statuses, left, sessions } = await race(edit("Cleo"), ban("Spam"));
    expect([statuses, left?.name, left?.banReason, sessions]).toEqual([[200, 200], "Cleo", "Spam", 0]);
  });

  test("one of whom promotes a user whose address the other changes: the new administrator keeps their address", async () => {
    const { statuses, left } = await race(setEmail("taken-over@example.com"), setRole("admin"));
    expect([statuses, left?.role]).toEqual([[409, 200], "admin"]);
    expect(left?.email).not.toBe("taken-over@example.com");
  });

  test("who end a user's sessions: the log has one entry", async () => {
    const { statuses, log, sessions } = await race(revoke, revoke);
    expect([statuses, sessions, log]).toEqual([[204, 204], 0, ["session.revokeAll"]]);
  });
});

test.each([
  ["demote", setRole("user"), 200, "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE"],
  ["ban", ban("Spam"), 200, "INVALID_ACCESS_TOKEN"],
  ["delete", remove, 204, "INVALID_ACCESS_TOKEN"],
])("of two administrators who %s each other, one remains", async (_what, { send, write }, done, code) => {
  const responses = await overtake(storage, {
    write,
    slow: () => send(one, other.owner.id),
    quick: () => send(other, one.owner.id),
  });
  expect(responses.quick.status).toBe(done);
  // The quick administrator has taken away the slow one's role or session.
  expect(responses.slow).toMatchObject({ code });
  const left = (await worker.db.select().from(users)).filter(
    ({ role, bannedAt }) => role === "admin" && bannedAt === null,
  );
  expect(left.map(({ id }) => id)).toEqual([other.owner.id]);
});

describe("with If-Match, no change gets between the check and the write", () => {
  test.each([
    ["an edit", edit("Slow"), edit("Quick")],
    ["a new address", setEmail("slow@example.com"), setEmail("quick@example.com")],
    ["a deletion, after an edit", remove, edit("Quick")],
    ["a deletion, after a promotion", remove, setRole("admin")],
  ])("of %s", async (_what, slow, quick) => {
    const { id } = await addUser(worker);
    const { headers } = await one.call(`/users/${id}`);
    const responses = await overtake(storage, {
      write: slow.write,
      slow: () => slow.send(one, id, { "If-Match": headers.get("ETag") ?? "" }),
      quick: () => quick.send(other, id),
    });
    expect(responses.quick.status).toBe(200);
    expect(responses.slow).toMatchObject({ status: 412, body: { current: responses.quick.body } });
    expect(await (await one.call(`/users/${id}`)).json()).toEqual(responses.quick.body);
  });

  test("when users change their own name", async () => {
    const reader = await ApiCaller.of(worker, { name: "Ada" }, ["read", "write"]);
    const { headers } = await reader.call("/me");
    const responses = await overtake(storage, {
      write: /update "users" set "name"/,
      slow: () =>
        reader.call("/me", {
          method: "PATCH",
          json: { name: "Grace" },
          headers: { "If-Match": headers.get("ETag") ?? "" },
        }),
      quick: () => edit("Katherine").send(one, reader.owner.id),
    });
    expect(responses.slow).toMatchObject({ status: 412, body: { current: { name: "Katherine" } } });
    expect((await rowOf(reader.owner.id))?.name).toBe("Katherine");
  });
});

test("only one of several users who change to the same address at the same time gets it", async () => {
  const add = () => one.call("/users", { method: "POST", json: { email: "new@example.com" } });
  const added = await atOnce(add, add, add, add);
  expect(added.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);

  const [first, second] = [await addUser(worker), await addUser(worker)];
  const email = setEmail("wanted@example.com");
  const responses = await overtake(storage, {
    write: email.write,
    slow: () => email.send(one, first.id),
    quick: () => email.send(other, second.id),
  });
  expect(responses.quick.status).toBe(200);
  expect(responses.slow).toMatchObject({ status: 409, code: "USER_ALREADY_EXISTS" });
});

test("simultaneous requests with the same Idempotency-Key act once", async () => {
  const add = () =>
    one.call("/users", {
      method: "POST",
      json: { email: "once@example.com" },
      headers: { "Idempotency-Key": "once" },
    });
  const insert = /insert into "users"/;
  const responses = await overtake(storage, { write: insert, slow: add, quick: add });
  expect(responses.slow.status).toBe(201);
  expect(responses.quick).toMatchObject({ status: 409, code: "IDEMPOTENCY_KEY_IN_USE" });
  const [again] = await atOnce(add);
  expect(again).toMatchObject({ status: 201, body: responses.slow.body });
  const log = await worker.db.select().from(auditLog).where(eq(auditLog.action, "user.create"));
  expect(log.filter(({ subjectId }) => subjectId === responses.slow.body?.id)).toHaveLength(1);
});

test("a ban takes effect with the next call, even if the ban comes during a call", async () => {
  const reader = await ApiCaller.of(worker, { name: "Ada" }, ["read", "write"]);
  const rename = () => reader.call("/me", { method: "PATCH", json: { name: "Grace" } });
  const responses = await overtake(storage, {
    write: /update "users" set "name"/,
    slow: rename,
    quick: () => ban("Spam").send(one, reader.owner.id),
  });
  expect([responses.slow.status, responses.quick.status]).toEqual([200, 200]);
  expect((await rename()).status).toBe(401);
});
