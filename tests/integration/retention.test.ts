import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import { auditLog, emailChanges, idempotencyKeys, sessions, users } from "#app/schema.ts";
import { environments, readEnvironment } from "#scripts/lib/environments.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { addAccessToken } from "#tests/support/api-tokens.ts";
import { contentsOf } from "#tests/support/contents.ts";
import { DAILY, EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
import { addOrganisation } from "#tests/support/organisations.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { leaveTraces, tracesLeft } from "#tests/support/person-traces.ts";
import { STAYS } from "#tests/support/traces-that-stay.ts";
import { lastCode, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker();
  await addUser(worker, { email: "root@example.com", role: "admin" });
});

afterAll(() => worker.stop());

/** Runs the crons as they will run in `days` days. */
async function runCronIn(days: number): Promise<void> {
  await runCron(worker, DAILY, days * DAY + 60_000);
  await runCron(worker, EVERY_15_MINUTES, days * DAY + 60_000);
}

/** Finds the tables with one of the texts in any of their rows. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const contents = await contentsOf(worker, { without: [] });
  return Object.keys(contents).filter((table) => {
    const rows = JSON.stringify(contents[table]);
    return texts.some((text) => rows.includes(text));
  });
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Lets a visitor ask for a code and type a wrong one. */
async function mistype(email: string): Promise<void> {
  const visitor = new Visitor(worker);
  const { verifyPath, code } = await visitor.askForCode(email);
  expect((await visitor.confirm(verifyPath, wrong(code))).status).toBe(400);
}

const tableOf = ({ rows }: (typeof STAYS)[number]) => rows.replace(/@.*/, "");

/** The tables that still name a person `days` days after their account was deleted. */
const tablesStaying = (days: number): string[] =>
  [...new Set(STAYS.filter((one) => one.days > days && !one.forgets).map(tableOf))].sort();

/** Expects exactly the traces that may remain `days` days after an account was deleted. */
async function expectTraces(days: number): Promise<void> {
  const left = await tracesLeft(worker);
  const isMeant = (trace: string, { rows, columns }: (typeof STAYS)[number]) => {
    const [, table, column = "", names] = /^(\w+)\.(\w+)@(\w+)$/.exec(trace) ?? [];
    return rows === `${table}@${names}` && (columns.includes("*") || columns.includes(column));
  };
  const staying = STAYS.filter((one) => one.days > days);
  expect(
    left.filter((trace) => !staying.some((one) => isMeant(trace, one))),
    `after ${days} days: delete or empty them in the batches that delete an account (app/identity/user/owned-rows.server.ts,
    forgetTextsOf), or say in STAYS, in docs/privacy.md and on the page that they stay`,
  ).toEqual([]);
  const gone = staying.filter((one) => !left.some((trace) => isMeant(trace, one))).map(({ rows }) => rows);
  expect(gone, `after ${days} days: take them out of STAYS`).toEqual([]);
}

/**
 * Creates an administrator who is not the last one. The user has a text in every column that can hold one,
 * and has done what users usually do.
 */
async function someone(email: string) {
  const visitor = await Visitor.signedIn(worker, { email, name: "Zenobia", role: "admin" });
  const user = (await findUser(worker, email)) as NonNullable<Awaited<ReturnType<typeof findUser>>>;
  await mistype(email);
  await visitor.post("/app/account?state=change-name", { intent: "change-name", name: "Zenobia II" });
  const { text } = await addAccessToken(worker, user.id, { name: "Zenobia's", scopes: ["write", "manage"] });
  const created = await fetch(new URL("/api/v1/users", worker.url), {
    method: "POST",
    body: JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, name: "Invited" }),
    headers: {
      Authorization: `Bearer ${text}`,
      Connection: "close",
      "Content-Type": "application/json",
      "Idempotency-Key": "k",
    },
  });
  expect(created.status).toBe(201);
  expect(await worker.db.$count(idempotencyKeys, eq(idempotencyKeys.userId, user.id))).toBe(1);
  const other = await addUser(worker, { role: "admin" });
  await addOrganisation(worker, other.id);
  await leaveTraces(worker, user, other);
  // The account has a second step, so its sessions must have just passed it.
  await worker.db.update(sessions).set({ factorProvenAt: Date.now() }).where(eq(sessions.userId, user.id));
  expect((await tablesWith("Zenobia")).sort()).toEqual(["access_tokens", "audit_log", "users"]);
  return { visitor, id: user.id };
}

describe("a deleted account", () => {
  async function leavesNoMore(id: string, email: string): Promise<void> {
    expect(await findUser(worker, email)).toBeUndefined();
    // The log entries name the account only by its address.
    expect(await tablesWith("Zenobia")).toEqual([]);
    expect(await worker.db.$count(idempotencyKeys)).toBe(0);
    const { results } = await worker.d1
      .prepare("SELECT rowid FROM users_search WHERE users_search MATCH '\"zenobia\"'")
      .all();
    expect(results).toEqual([]);
    await expectTraces(0);
    await runCronIn(1);
    await expectTraces(1);
    await runCronIn(30);
    await expectTraces(30);
    expect((await tablesWith(id, email)).sort()).toEqual(tablesStaying(30));
    await runCronIn(365);
    await expectTraces(365);
    expect(await tablesWith(id, email)).toEqual([]);
    // Remove the remaining traces, which the test of the next account would find.
    for (const table of STAYS.filter(({ forgets }) => forgets).map(tableOf))
      await worker.d1.prepare(`delete from ${table}`).run();
  }

  test("leaves what the page says, for as long as it says, if its owner deletes it", async () => {
    const email = "leaver@example.com";
    const { visitor, id } = await someone(email);
    await visitor.post("/account/delete", { intent: "send-code" });
    const code = await lastCode(worker, email);
    const done = await visitor.post("/account/delete", { intent: "delete", code, confirmation: email });
    expect(done).toRedirectTo("/login");
    await leavesNoMore(id, email);
  });

  test("leaves the same if an administrator deletes it", async () => {
    const email = "removed@example.com";
    const { id } = await someone(email);
    const admin = await Visitor.signedIn(worker, { role: "admin" });
    await admin.post(`/manager/users/${id}`, { intent: "delete" });
    await leavesNoMore(id, email);
  });

  test("leaves the same if an administrator's program deletes it", async () => {
    const email = "called-off@example.com";
    const { id } = await someone(email);
    const caller = await ApiCaller.of(worker, { role: "admin" }, ["write", "manage"]);
    expect((await caller.call(`/users/${id}`, { method: "DELETE" })).status).toBe(204);
    await leavesNoMore(id, email);
  });
});

test("an unverified address is removed from the audit log after 30 days", async () => {
  await worker.db.delete(auditLog);
  await mistype("stranger@example.com");
  await mistype("newcomer@example.com");
  await mistype("root@example.com");
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  await admin.post("/manager/users/new", { name: "Invited", email: "invited@example.com", role: "user" });
  // In the meantime, the newcomer has signed up.
  await addUser(worker, { email: "newcomer@example.com" });
  const labels = async () =>
    (await worker.db.select().from(auditLog).where(eq(auditLog.action, "request.refused"))).map(
      ({ subjectLabel, code }) => [code, subjectLabel],
    );

  await expect.poll(labels).toHaveLength(3);
  await runCronIn(29);
  expect(await tablesWith("stranger@example.com")).toEqual(["audit_log"]);
  await runCronIn(30);
  expect(await tablesWith("stranger@example.com")).toEqual([]);
  expect((await labels()).sort()).toEqual(
    [
      ["INVALID_OTP", "newcomer@example.com"],
      ["INVALID_OTP", null],
      ["INVALID_OTP", "root@example.com"],
    ].sort(),
  );
  // The cron of that day has ended every session.
  const reader = await Visitor.signedIn(worker, { role: "admin" });
  expect((await reader.get("/manager/audit?action=request.refused")).status).toBe(200);
  const [invited] = await worker.db.select().from(users).where(eq(users.email, "invited@example.com"));
  expect(invited, "an account that an administrator added stays").toMatchObject({ emailVerifiedAt: null });
});

test("a former address is kept for 30 days, and so is that of a change that was stopped", async () => {
  const { id: userId } = await addUser(worker);
  const now = Date.now();
  const change = (id: string, times: { dueAt?: number; doneAt?: number; stoppedAt?: number }) => ({
    id,
    userId,
    oldEmail: "old@example.com",
    newEmail: "new@example.com",
    createdAt: 1,
    dueAt: now,
    ...times,
  });
  await worker.db
    .insert(emailChanges)
    .values([
      change("waiting", { dueAt: now + 15 * DAY }),
      change("never carried out", {}),
      change("done", { doneAt: now }),
      change("stopped", { stoppedAt: now }),
      change("undone lately", { doneAt: now, stoppedAt: now + 15 * DAY }),
    ]);
  const left = async () =>
    (await worker.db.select().from(emailChanges).where(eq(emailChanges.userId, userId))).map(({ id }) => id);
  await runCronIn(29);
  expect(await left()).toHaveLength(5);
  await runCronIn(30);
  expect((await left()).sort()).toEqual(["undone lately", "waiting"]);
});

test("the worker handles each cron of wrangler.toml", async () => {
  const crons = [undefined, ...environments()].flatMap((env) => readEnvironment(env).triggers.crons ?? []);
  for (const cron of new Set(crons)) await runCron(worker, cron);
  expect(worker.logs.filter((line) => line.includes("unknown cron"))).toEqual([]);
  await runCron(worker, "0 0 1 1 *");
  await expect.poll(() => worker.logs.join()).toContain('workers/app.ts has no case for \\"0 0 1 1 *\\"');
});
