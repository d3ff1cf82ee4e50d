import { eq, gt, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import { auditLog, users } from "#app/schema.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;
let adminId: string;
beforeAll(async () => {
  worker = await startTestWorker({ settings: { LOGIN_CODES_PER_HOUR: "2", AUDIT_LOG_DAYS: "7" } });
  admin = await Visitor.signedIn(worker, { role: "admin", email: "boss@example.com", name: "The Boss" });
  const [row] = await worker.db.select().from(users).where(eq(users.email, "boss@example.com"));
  adminId = row?.id as string;
});
afterAll(() => worker.stop());

const entriesOf = (response: Response) =>
  worker.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.requestId, response.headers.get("X-Request-Id") as string));

/** Waits for the log entry of a refused request, which is written after the response. */
const refusalEntry = (response: Response) =>
  vi.waitFor(async () => {
    const [entry] = await entriesOf(response);
    expect(entry).toBeDefined();
    return entry;
  });

describe("the audit log has one entry", () => {
  test("for each write: who, what, on which row, when and in which request", async () => {
    const before = Date.now();
    const fields = { email: "audited@example.com", role: "user" };
    const created = await admin.post("/manager/users/new", fields);
    const id = created.headers.get("Location")?.split("/").at(-1) as string;
    const expected = {
      actorId: adminId,
      actorLabel: "boss@example.com",
      asUserId: null,
      subjectId: id,
      code: null,
    };
    expect(await entriesOf(created)).toMatchObject([
      { ...expected, action: "user.create", subjectLabel: "audited@example.com" },
    ]);
    expect((await entriesOf(created))[0]?.at).toBeGreaterThanOrEqual(before);
    const changed = await admin.post(`/manager/users/${id}/update`, { intent: "update", name: "Anew" });
    expect(await entriesOf(changed)).toMatchObject([
      { ...expected, action: "user.update", subjectLabel: fields.email },
    ]);
    const deleted = await admin.post(`/manager/users/${id}`, { intent: "delete" });
    expect(await entriesOf(deleted)).toMatchObject([
      { ...expected, action: "user.delete", subjectLabel: fields.email },
    ]);
  });

  test("for each changed name, address and role, with its own action", async () => {
    const { id, email } = await addUser(worker);
    for (const [form, entry] of [
      [
        { intent: "update", name: "X" },
        { action: "user.update", subjectLabel: email },
      ],
      [
        { intent: "set-email", email: `anew-${email}` },
        { action: "user.setEmail", subjectLabel: `${email} → anew-${email}` },
      ],
      [{ intent: "set-role", role: "admin", original: "user" }, { action: "user.setRole" }],
      [{ intent: "set-role", role: "user", original: "admin" }, { action: "user.setRole" }],
    ] as const) {
      const changed = await admin.post(`/manager/users/${id}/update`, form);
      expect(await entriesOf(changed)).toMatchObject([{ subjectId: id, ...entry }]);
    }
  });

  test("for a sign-in and a sign-out", async () => {
    const person = await addUser(worker, { email: "in-and-out@example.com" });
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode(person.email);
    const signedIn = await visitor.confirm(verifyPath, code);
    const mine = { actorId: person.id, actorLabel: person.email, subjectId: person.id };
    expect(await entriesOf(signedIn)).toMatchObject([{ ...mine, action: "auth.signIn" }]);
    const signedOut = await visitor.post("/sign-out", {});
    expect(await entriesOf(signedOut)).toMatchObject([{ ...mine, action: "auth.signOut" }]);
  });

  test("for a refusal, with its error code", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "nosy@example.com" });
    const refused = await visitor.get("/manager/users");
    expect(refused.headers.get("X-Error-Code")).toBe("ACCESS_DENIED");
    expect(await refusalEntry(refused)).toMatchObject({
      actorLabel: "nosy@example.com",
      action: "request.refused",
      subjectLabel: "GET /manager/users",
      code: "ACCESS_DENIED",
      count: 1,
    });
    const refusedWrite = await visitor.post("/manager/users/new", {});
    expect(refusedWrite.headers.get("X-Error-Code"), "a write has the same error code").toBe("ACCESS_DENIED");
    const twice = await admin.post("/manager/users/new", { email: "boss@example.com", role: "user" });
    expect(await refusalEntry(twice)).toMatchObject({ actorId: adminId, code: "USER_ALREADY_EXISTS" });
  });

  test("for repeated refusals of a user within an hour, with their number, which the page shows", async () => {
    const person = await addUser(worker, { email: "stubborn@example.com" });
    const visitor = new Visitor(worker, { Cookie: (await addSession(worker, person)).cookie });
    const refusals = () =>
      worker.db.select().from(auditLog).where(eq(auditLog.actorId, person.id)).orderBy(auditLog.at);
    const paths = [
      "/manager/users",
      "/manager/books",
      "/manager/audit",
      "/manager/genres",
      "/manager/nowhere",
    ];
    await Promise.all(paths.map((path) => visitor.get(path)));
    await expect.poll(refusals).toMatchObject([{ code: "ACCESS_DENIED", count: 5 }]);
    const page = await admin.get(`/manager/audit?person=${person.id}`);
    await expect(page).toShow(t("audit:count", { count: 5 }));

    const other = await Visitor.signedIn(worker, { email: "other@example.com" });
    const theirs = await other.get("/manager/users");
    expect(await refusalEntry(theirs)).toMatchObject({ actorLabel: "other@example.com", count: 1 });
    const promote = (role: "admin" | "user") =>
      worker.db.update(users).set({ role }).where(eq(users.id, person.id));
    await promote("admin");
    await visitor.post("/manager/users/new", { email: person.email, role: "user" });
    await expect.poll(refusals).toMatchObject([{ count: 5 }, { code: "USER_ALREADY_EXISTS", count: 1 }]);
    await promote("user");
    await worker.db
      .update(auditLog)
      .set({ at: sql`${auditLog.at} - ${61 * 60 * 1000}` })
      .where(eq(auditLog.actorId, person.id));
    await visitor.get("/manager/users");
    await expect
      .poll(refusals)
      .toMatchObject([{ count: 5 }, { count: 1 }, { code: "ACCESS_DENIED", count: 1 }]);
  });

  test("for a wrong code, about the user whose code it was", async () => {
    const person = await addUser(worker);
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode(person.email);
    const wrong = await visitor.confirm(verifyPath, code === "000000" ? "000001" : "000000");
    expect(await refusalEntry(wrong)).toMatchObject({
      actorId: null,
      action: "request.refused",
      subjectId: person.id,
      subjectLabel: person.email,
      code: "INVALID_OTP",
    });
  });

  test("for a limit, however often it is reached within the hour", async () => {
    const visitor = new Visitor(worker);
    const email = "limited@example.com";
    await visitor.askForCode(email);
    await visitor.askForCode(email);
    const limited = await visitor.post("/login", { email });
    expect(limited.status).toBe(429);
    expect(limited.headers.get("X-Error-Code")).toBe("LIMIT_REACHED");
    expect(await refusalEntry(limited)).toMatchObject({
      action: "request.limited",
      subjectId: email,
      actorId: null,
    });
    await visitor.post("/login", { email });
    await expect
      .poll(() => worker.db.select().from(auditLog).where(eq(auditLog.subjectId, email)))
      .toMatchObject([{ action: "request.limited", count: 2 }]);
  });

  test("and none if nothing has changed", async () => {
    const fields = { email: "only-once@example.com", role: "user" };
    const another = await Visitor.signedIn(worker, { role: "admin" });
    await another.post("/manager/users/new", fields);
    const refused = await another.post("/manager/users/new", fields);
    expect(refused.status).toBe(409);
    const entry = await refusalEntry(refused);
    expect(entry).toMatchObject({ action: "request.refused", code: "USER_ALREADY_EXISTS" });
    expect(await entriesOf(refused)).toHaveLength(1);
    const gone = await admin.post("/manager/users/nowhere", { intent: "delete" });
    expect(gone.status).toBe(404);
    expect(await entriesOf(gone)).toEqual([]);
  });
});

test("entries are kept as long as the setting says, and the log says how many rows were deleted", async () => {
  const old = { requestId: "old", action: "user.update" as const, at: Date.now() - 8 * DAY };
  await worker.db.insert(auditLog).values([old, old]);
  // The log counts only the deleted rows, not the rows that triggers change.
  const person = await addUser(worker);
  for (let n = 0; n < 3; n++) await addSession(worker, person, { expiresAt: Date.now() - 1 });
  const dispatcher = await worker.miniflare.getWorker();
  await dispatcher.scheduled({ cron: "17 3 * * *" });
  expect(await worker.db.select().from(auditLog).where(eq(auditLog.requestId, "old"))).toEqual([]);
  expect(await worker.db.select().from(auditLog).where(gt(auditLog.at, old.at))).not.toEqual([]);
  const purged = () =>
    worker.logs.filter((line) => line.includes('"purged"')).map((line) => JSON.parse(line));
  await expect.poll(purged).toMatchObject([{ sessions: 3, loginChallenges: 0, auditEntries: 2 }]);
});

test("a failed purge is logged, and the others still run", async () => {
  const purged = () => worker.logs.filter((line) => line.includes('"purged"'));
  const before = purged().length;
  await worker.d1.prepare("alter table sessions rename to moved").run();
  await (await worker.miniflare.getWorker()).scheduled({ cron: "17 3 * * *" });
  await worker.d1.prepare("alter table moved rename to sessions").run();
  await expect.poll(() => worker.logs.join()).toContain("purge failed: sessions");
  await expect.poll(purged).toHaveLength(before + 1);
  expect(JSON.parse(purged().at(-1) as string)).toMatchObject({ auditEntries: expect.any(Number) });
});
