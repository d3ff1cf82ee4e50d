import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, sessions, users } from "#app/schema.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Two administrators change the same user at the same time. Both have passed the guard before either writes.
// Each test runs twice, so that each administrator is once the first to write. manager-users.test.ts and
// manager-bans.test.ts test races for the last administrator, and manager-rules.ts tests races for a name.

const storage = gatedStorage();
let worker: TestWorker;
let one: Visitor;
let other: Visitor;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
  one = await Visitor.signedIn(worker, { role: "admin" });
  other = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());

type Form = [path: (id: string) => string, fields: Record<string, string>];

const edit = (name: string): Form => [(id) => `/manager/users/${id}/update`, { intent: "update", name }];
const setEmail = (): Form => [
  (id) => `/manager/users/${id}/update`,
  { intent: "set-email", email: `${crypto.randomUUID()}@example.com` },
];
const remove: Form = [(id) => `/manager/users/${id}`, { intent: "delete" }];
const revoke: Form = [(id) => `/manager/users/${id}`, { intent: "revoke-sessions" }];
const ban = (reason: string): Form => [(id) => `/manager/users/${id}/ban`, { reason }];
const unban: Form = [(id) => `/manager/users/${id}`, { intent: "unban" }];

/**
 * Sends two forms about a new user at the same time.
 * @param faster which form writes first
 * @returns the statuses, and what remains of the user
 */
async function race(faster: number, first: Form, second: Form) {
  const user = await addUser(worker);
  await addSession(worker, user);
  const sends = [
    () => one.post(first[0](user.id), first[1]),
    () => other.post(second[0](user.id), second[1]),
  ] as [() => Promise<Response>, () => Promise<Response>];
  const [quick, slow] = faster === 0 ? sends : ([sends[1], sends[0]] as const);
  let early: Response | undefined;
  const late = await rightBefore(storage, slow, async () => {
    early = await quick();
  });
  const answers = (faster === 0 ? [early, late] : [late, early]) as [Response, Response];
  const [left] = await worker.db.select().from(users).where(eq(users.id, user.id));
  const log = await worker.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, user.id), isNull(auditLog.code)));
  return {
    statuses: answers.map(({ status }) => status),
    left,
    log: log.map(({ action }) => action).sort(),
    sessions: await worker.db.$count(sessions, eq(sessions.userId, user.id)),
  };
}

describe.each([
  ["first", 0],
  ["second", 1],
] as const)("two administrators at the same time, of whom the %s is faster,", (_, faster) => {
  test("who edit a user: the name is one of the two, and the log has both", async () => {
    const { statuses, left, log } = await race(faster, edit("Cleo"), edit("Bo"));
    expect(statuses).toEqual([302, 302]);
    expect(["Cleo", "Bo"]).toContain(left?.name);
    expect(log).toEqual(["user.update", "user.update"]);
  });

  test("who edit different fields of a user: both edits stay", async () => {
    const [name, email] = [edit("Cleo"), setEmail()];
    const { statuses, left } = await race(faster, name, email);
    expect(statuses).toEqual([302, 302]);
    expect([left?.name, left?.email]).toEqual(["Cleo", email[1].email]);
  });

  test("who edit and delete a user: the user is deleted, and a late edit is not logged", async () => {
    const { statuses, left, log, sessions } = await race(faster, edit("Cleo"), remove);
    expect(left).toBeUndefined();
    expect(sessions).toBe(0);
    expect(statuses[1]).toBe(302);
    expect([302, 404]).toContain(statuses[0]);
    expect(log).toEqual(statuses[0] === 302 ? ["user.delete", "user.update"] : ["user.delete"]);
  });

  test("who delete a user: one does, and the other sees that the user is gone", async () => {
    const { statuses, left, log, sessions } = await race(faster, remove, remove);
    expect(statuses.sort()).toEqual([302, 404]);
    expect([left, sessions]).toEqual([undefined, 0]);
    expect(log).toEqual(["user.delete"]);
  });

  test("who ban and delete a user: the user is deleted, with all sessions", async () => {
    const { statuses, left, log, sessions } = await race(faster, ban("Spam"), remove);
    expect([left, sessions]).toEqual([undefined, 0]);
    expect(statuses[1]).toBe(302);
    expect(log).toEqual(statuses[0] === 302 ? ["user.ban", "user.delete"] : ["user.delete"]);
  });

  test("who ban a user for different reasons: one ban is made and logged, and the other is refused", async () => {
    const { statuses, left, log, sessions } = await race(faster, ban("Spam"), ban("Insults"));
    expect(statuses).toEqual(left?.banReason === "Spam" ? [302, 409] : [409, 302]);
    expect(["Spam", "Insults"]).toContain(left?.banReason);
    expect(log).toEqual(["user.ban"]);
    expect(sessions).toBe(0);
  });

  test("who ban a user and lift the ban: the last log entry matches the state", async () => {
    const { left, log } = await race(faster, ban("Spam"), unban);
    // If the unban came before the ban, the ban stays.
    if (log.includes("user.unban")) expect([left?.bannedAt, left?.banReason]).toEqual([null, null]);
    else expect(left?.banReason).toBe("Spam");
    expect(log.filter((action) => action === "user.ban")).toHaveLength(1);
  });

  test("who edit and ban a user: both changes stay", async () => {
    const { statuses, left, log, sessions } = await race(faster, edit("Cleo"), ban("Spam"));
    expect(statuses).toEqual([302, 302]);
    expect([left?.name, left?.banReason, sessions]).toEqual(["Cleo", "Spam", 0]);
    expect(log).toEqual(["user.ban", "user.update"]);
  });

  test("who end a user's sessions: the log has one entry", async () => {
    const { statuses, log, sessions } = await race(faster, revoke, revoke);
    expect(statuses).toEqual([302, 302]);
    expect(sessions).toBe(0);
    expect(log.filter((action) => action === "session.revokeAll")).toHaveLength(1);
  });

  test("one of whom impersonates the user that the other deletes: the impersonation ends", async () => {
    const { left } = await race(faster, [(id) => `/manager/users/${id}`, { intent: "impersonate" }], remove);
    expect(left).toBeUndefined();
    expect((await one.get("/manager/users")).status).toBe(200);
  });
});

test("a user who is banned while they sign in gets no session", async () => {
  for (let n = 0; n < 4; n++) {
    const user = await addUser(worker);
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode(user.email);
    const [, banned] = await Promise.all([
      visitor.confirm(verifyPath, code),
      one.post(`/manager/users/${user.id}/ban`, { reason: "Spam" }),
    ]);
    expect(banned.status).toBe(302);
    expect((await visitor.get("/app")).status).toBe(302);
    expect(await worker.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
  }
});
