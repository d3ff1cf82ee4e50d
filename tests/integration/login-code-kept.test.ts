import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import { PLAN_LIMITS } from "#app/plan-limits.ts";
import { budgets, loginChallenges, sessions } from "#app/schema.ts";
import { DAILY, runCron } from "#tests/support/cron.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const { loginCodes, interruptedForms } = PLAN_LIMITS.free.kvWritesADay;

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());
beforeEach(() => worker.db.delete(budgets));

/** Records that `used` of today's writes to KV are used up. */
const use = ({ db }: TestWorker, id: string, used: number) => {
  const now = Date.now();
  return db.insert(budgets).values({ id, beganAt: now - (now % DAY), used });
};

const keysIn = async ({ kv }: TestWorker, prefix: string) =>
  (await kv.list({ prefix })).keys.map(({ name }) => name.slice(prefix.length));
const codesInKv = (where = worker) => keysIn(where, "login-code:");
const challengesOf = (email: string, { db } = worker) =>
  db.select().from(loginChallenges).where(eq(loginChallenges.email, email));
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const somebody = () => `${crypto.randomUUID()}@example.com`;

test("after today's writes to KV are used up, D1 stores codes, which work as before", async () => {
  await use(worker, "kv:loginCodes", loginCodes);
  const [before, email] = [await codesInKv(), somebody()];
  const visitor = new Visitor(worker);
  const { verifyPath, code } = await visitor.askForCode(email);
  expect(await codesInKv()).toEqual(before);
  const [challenge] = await challengesOf(email);
  expect(challenge?.codeMac).toMatch(/^[\w-]{43}$/);
  expect(challenge?.codeMac).not.toContain(code);
  expect((await visitor.confirm(verifyPath, wrong(code))).status).toBe(400);
  expect((await challengesOf(email))[0]?.attempts).toBe(1);
  expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
  expect((await challengesOf(email))[0]?.consumedAt).toBeTypeOf("number");
});

test("the last writes to KV go to the first requests, and the log reports the end once", async () => {
  await use(worker, "kv:loginCodes", loginCodes - 2);
  const before = new Set(await codesInKv());
  const emails = Array.from({ length: 6 }, somebody);
  await Promise.all(emails.map((email) => new Visitor(worker).askForCode(email)));
  expect((await codesInKv()).filter((id) => !before.has(id))).toHaveLength(2);
  const rows = (await Promise.all(emails.map((email) => challengesOf(email)))).flat();
  expect(rows.filter(({ codeMac }) => codeMac !== null)).toHaveLength(4);
  await expect.poll(() => worker.logs.filter((line) => line.includes("many login codes"))).toHaveLength(1);
});

test("a refused code uses no write, and the next day has its own writes", async () => {
  await use(worker, "kv:loginCodes", 7);
  const email = somebody();
  for (let n = 0; n < 5; n++) await new Visitor(worker).askForCode(email);
  expect((await new Visitor(worker).post("/login", { email })).status).toBe(429);
  expect(await worker.db.select().from(budgets)).toMatchObject([{ used: 12 }]);
  await worker.db.update(budgets).set({ beganAt: 0, used: loginCodes });
  const before = await codesInKv();
  await new Visitor(worker).askForCode(somebody());
  expect((await codesInKv()).length).toBe(before.length + 1);
  await worker.db.update(budgets).set({ beganAt: 0 });
  await runCron(worker, DAILY);
  expect(await worker.db.select().from(budgets)).toEqual([]);
});

test("the paid plan has no such limit", async () => {
  const paid = await startTestWorker({ settings: { WORKERS_PLAN: "paid" } });
  await use(paid, "kv:loginCodes", loginCodes + 100_000);
  await new Visitor(paid).askForCode(somebody());
  expect(await codesInKv(paid)).toHaveLength(1);
  await paid.stop();
});

test("an interrupted form is stored while KV has writes left; afterwards the reader only signs in", async () => {
  const email = somebody();
  const visitor = await Visitor.signedIn(worker, { email });
  await visitor.post("/sign-out", {});
  const { verifyPath, code } = await visitor.askForCode(email);
  await visitor.confirm(verifyPath, code);
  const form = { intent: "change-name", name: "Ada" };
  for (const [used, kept] of [
    [interruptedForms - 1, 1],
    [interruptedForms, 0],
  ] as const) {
    await worker.db.delete(budgets);
    await worker.db.delete(sessions);
    await use(worker, "kv:interruptedForms", used);
    const before = await keysIn(worker, "interrupted-form:");
    const answer = await visitor.post("/app/account?state=change-name", form);
    expect(answer.status).toBe(302);
    expect((await keysIn(worker, "interrupted-form:")).length - before.length).toBe(kept);
    if (kept === 0) expect(answer.headers.get("Location")).toMatch(/^\/login\?redirect=%2Fapp%2Faccount/);
  }
});
