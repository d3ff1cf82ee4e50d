import { eq, isNotNull, like, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { HOUR } from "#app/core/lib/durations.ts";
import { PLAN_LIMITS } from "#app/plan-limits.ts";
import { emailChanges, jobs, notices, users } from "#app/schema.ts";
import { EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
import { ACCEPTS, startMailProvider } from "#tests/support/mail-provider.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let provider: Awaited<ReturnType<typeof startMailProvider>>;
let worker: TestWorker;

const start = (settings: Record<string, string> = {}) =>
  startTestWorker({
    settings: {
      ...provider.settings,
      ...settings,
    },
    // There is no queue, so only the cron runs jobs.
    overrides: { queueProducers: {} },
  });

beforeAll(async () => {
  provider = await startMailProvider();
  worker = await start();
});
afterAll(async () => {
  await worker.stop();
  provider.stop();
});
afterEach(async () => {
  provider.behave(ACCEPTS);
  provider.refuse(null);
  await worker.db.delete(notices);
  await worker.db.delete(jobs);
});

const { free } = PLAN_LIMITS;

/** Adds notices with due jobs, either all to one mailbox or each to its own. */
async function addUnsent(
  { db }: TestWorker,
  count: number,
  { to, since, urgent = false }: { to: (n: string) => string; since: number; urgent?: boolean },
) {
  await db.run(sql`
    with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${count})
    insert into notices (id, user_id, email, about, details, language, created_at)
    select lower(hex(randomblob(16))), 'somebody', ${sql.raw(to("n"))}, 'unbanned',
      json_object('site', 'https://deckle.example'), 'en', ${since} + n from counted`);
  await db.run(sql`
    insert into jobs (id, kind, about, urgent, lane, created_at, next_attempt_at)
    select id, 'notice', json_object('notice', id), ${Number(urgent)}, email, created_at, created_at from notices
    where id not in (select id from jobs)`);
}

/** Expects that a run has emailed more than half of its limit of notices, and no more than the limit. */
function expectFull() {
  expect(recipients().length).toBeGreaterThan(free.eachRun.jobs / 2);
  expect(recipients().length).toBeLessThanOrEqual(free.eachRun.jobs);
}

const toEach = (name: string) => (n: string) => `'${name}-' || ${n} || '@example.com'`;
const toOne = (name: string) => () => `'${name}@example.com'`;
const recipients = () =>
  provider.received.map(({ body }) => body.personalizations[0]?.to[0]?.email.replace("@example.com", ""));

test("an urgent notice is emailed first, although 2,000 others are older", async () => {
  const now = Date.now();
  await addUnsent(worker, 2000, { to: toEach("waiting"), since: now - 5 * HOUR });
  await addUnsent(worker, 1, { to: toOne("in-danger"), since: now - 1000, urgent: true });
  await runCron(worker, EVERY_15_MINUTES);
  // Six notices are emailed at the same time, so the urgent one is among the first six.
  expect(recipients().slice(0, 6)).toContain("in-danger");
  expectFull();
});

test("many notices to one mailbox do not delay those to others, not even urgent ones", async () => {
  for (const urgent of [false, true]) {
    const now = Date.now();
    await addUnsent(worker, 200, { to: toOne("flooded"), since: now - 5 * HOUR, urgent });
    await addUnsent(worker, 10, { to: toEach("behind"), since: now - 1000, urgent });
    await runCron(worker, EVERY_15_MINUTES);
    // Up to six notices are emailed at the same time, so five later ones may arrive before the last of the
    // eleven.
    expect(new Set(recipients().slice(0, 11 + 5)).size, "each of the eleven mailboxes").toBe(11);
    expectFull();
    provider.behave(ACCEPTS);
    await worker.db.delete(notices);
    await worker.db.delete(jobs);
  }
});

test("a mailbox that refuses its emails delays no other, and costs each run six tries at most", async () => {
  const now = Date.now();
  provider.refuse("full@example.com");
  await addUnsent(worker, 40, { to: toOne("full"), since: now - 5 * HOUR, urgent: true });
  await addUnsent(worker, 20, { to: toEach("behind"), since: now - 1000 });
  // The urgent notices fill the first run. In the second run, they are not due yet.
  const mailed = async () => 20 - (await worker.db.$count(jobs, like(jobs.lane, "behind-%")));
  for (let run = 0; run < 3 && (await mailed()) < 20; run++) {
    provider.behave(ACCEPTS);
    await runCron(worker, EVERY_15_MINUTES, run);
    expect(recipients().filter((to) => to === "full").length).toBeLessThanOrEqual(6);
  }
  expect(await mailed()).toBe(20);
});

test("a run emails as many notices as the plan allows, within its limit of queries", async () => {
  const now = Date.now();
  const ids = Array.from({ length: free.eachRun.emailChanges + 1 }, () => crypto.randomUUID());
  for (const id of ids) {
    const [oldEmail, newEmail] = [`old-${id}@example.com`, `new-${id}@example.com`];
    await worker.db.insert(users).values({ id, email: oldEmail, nameKey: "" });
    await worker.db
      .insert(emailChanges)
      .values({ id, userId: id, oldEmail, newEmail, createdAt: now - 80 * HOUR, dueAt: now - HOUR });
    const details = JSON.stringify({ changeId: id, newEmail, dueAt: now, site: "https://deckle.example" });
    await worker.db.insert(notices).values({
      ...{ userId: id, email: oldEmail, about: "emailChangeWaiting", details, language: "en" },
      ...{ createdAt: now - 80 * HOUR },
    });
  }
  await addUnsent(worker, 100, { to: toEach("waiting"), since: now - HOUR });
  await runCron(worker, EVERY_15_MINUTES);
  const done = await worker.db.$count(emailChanges, isNotNull(emailChanges.doneAt));
  expect(done).toBe(free.eachRun.emailChanges);
  // A change of address takes eight queries. The rest of the run's queries suffice for more than six emails.
  expect(recipients().length).toBeGreaterThan(6);
  const line = worker.logs.map((text) => JSON.parse(text)).findLast(({ event }) => event === "jobs");
  expect(line).toMatchObject({ done: recipients().length, failed: 0, hasMore: true });
  expect(line.queries, JSON.stringify(line)).toBeLessThanOrEqual(free.eachRun.queries);
  await worker.db.delete(emailChanges);

  const paid = await start({ WORKERS_PLAN: "paid" });
  provider.behave(ACCEPTS);
  await addUnsent(paid, 100, { to: toEach("waiting"), since: now - HOUR });
  await runCron(paid, EVERY_15_MINUTES);
  expect(recipients()).toHaveLength(100);
  await paid.stop();
});

test("if the cron can't send an email, it asks the provider only once, and the next run tries again", async () => {
  provider.behave({ status: 503 });
  await addUnsent(worker, 1, { to: toOne("down"), since: Date.now() - HOUR });
  await runCron(worker, EVERY_15_MINUTES);
  expect(provider.received).toHaveLength(1);
  const [row] = await worker.db.select().from(jobs).where(eq(jobs.lane, "down@example.com"));
  expect(row).toMatchObject({ attempts: 1, error: "EmailError", givenUpAt: null });
});
