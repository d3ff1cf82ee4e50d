import { readFileSync } from "node:fs";
import { eq, inArray } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#app/core/lib/durations.ts";
import { auditLog, jobs, notices, users } from "#app/schema.ts";
import { tablesInOrder } from "#scripts/lib/table-order.ts";
import { DAILY, EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
import { LOSES_ANSWERS, losingAnswers } from "#tests/support/lost-answers.ts";
import { ACCEPTS, type Conduct, startMailProvider } from "#tests/support/mail-provider.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

/** Reads the jobs that email a user's notices. */
const jobsFor = async (worker: TestWorker, userId: string) => {
  const ids = (await noticesTo(worker, userId)).map(({ id }) => JSON.stringify({ notice: id }));
  return worker.db.select().from(jobs).where(inArray(jobs.about, ids));
};

const noticesTo = ({ db }: TestWorker, userId: string) =>
  db.select().from(notices).where(eq(notices.userId, userId));

test("wrangler.toml has the crons that the worker handles, and the demo sends no email", () => {
  const config = readFileSync("wrangler.toml", "utf8");
  const [site, demo] = [...config.matchAll(/^crons = (\[.*\])/gm)].map(
    ([, list]) => JSON.parse(list as string) as string[],
  );
  expect(site).toEqual(expect.arrayContaining([DAILY, EVERY_15_MINUTES]));
  expect(demo).toContain(DAILY);
  expect(demo).not.toContain(EVERY_15_MINUTES);
});

describe("a notice", () => {
  const FAILS: Conduct = { status: 503 };
  let provider: Awaited<ReturnType<typeof startMailProvider>>;
  let worker: TestWorker;
  let admin: Visitor;

  beforeAll(async () => {
    provider = await startMailProvider();
    worker = await startTestWorker({
      settings: {
        ...provider.settings,
        // On this plan, a Worker sends as many requests to the provider at the same time as it has
        // connections.
        WORKERS_PLAN: "paid",
      },
      overrides: losingAnswers(),
    });
  });
  afterAll(async () => {
    await worker.stop();
    provider.stop();
  });
  beforeEach(async () => {
    provider.behave(ACCEPTS);
    // The test of the daily cron also deletes sessions, so each test signs in again.
    admin = await Visitor.signedIn(worker, { role: "admin" });
  });

  const ban = (userId: string, init: RequestInit = {}) =>
    admin.post(`/manager/users/${userId}/ban`, { reason: "Spam" }, init);
  /** Adds a notice with a due job. */
  async function addDue(row: typeof notices.$inferInsert) {
    const id = crypto.randomUUID();
    await worker.db.insert(notices).values({ ...row, id });
    const about = JSON.stringify({ notice: id });
    const { createdAt } = row;
    await worker.db.insert(jobs).values({ kind: "notice", about, createdAt, nextAttemptAt: createdAt });
  }

  const subjects = () => provider.received.map(({ body }) => body.subject);
  const banned = t("email:banned.subject");

  test("is emailed right after the response, once, and leaves nothing for the cron", async () => {
    const { id } = await addUser(worker);
    expect((await ban(id)).status).toBe(302);
    await expect.poll(() => jobsFor(worker, id)).toEqual([]);
    await runCron(worker, EVERY_15_MINUTES, DAY);
    expect(subjects()).toEqual([banned]);
    expect(await noticesTo(worker, id)).toMatchObject([{ about: "banned", language: "en" }]);
  });

  test("that the provider refuses is emailed by the cron as soon as possible, once", async () => {
    const { id } = await addUser(worker);
    provider.behave({ status: 400 });
    await ban(id);
    await expect.poll(() => worker.logs.some((line) => line.includes("job failed"))).toBe(true);
    // The cron sends no notice before it is due, and none while the provider fails.
    await runCron(worker, EVERY_15_MINUTES, 14 * MINUTE);
    expect(provider.received).toHaveLength(1);
    provider.behave(FAILS);
    await runCron(worker, EVERY_15_MINUTES, 16 * MINUTE);
    expect(new Set(subjects())).toEqual(new Set([banned]));

    provider.behave(ACCEPTS);
    await runCron(worker, EVERY_15_MINUTES, 31 * MINUTE);
    expect(provider.received).toHaveLength(0);
    for (let n = 0; n < 3; n++) await runCron(worker, EVERY_15_MINUTES, 2 * HOUR);
    expect(subjects()).toEqual([banned]);
    const [row] = await noticesTo(worker, id);
    expect(await jobsFor(worker, id)).toEqual([]);
    // A provider that respects the idempotency key drops an email that it has already accepted.
    expect(provider.received[0]?.idempotencyKey).toBe(row?.id);
    expect(worker.logs.join()).not.toContain("reader-");
  });

  test("is emailed by the cron even if other due changes fail, and the log reports those", async () => {
    const { id } = await addUser(worker);
    provider.behave({ status: 400 });
    await ban(id);
    await expect.poll(() => provider.received.length).toBe(1);
    provider.behave(ACCEPTS);
    const tables = tablesInOrder()
      .map((table) => getTableConfig(table).name)
      .filter((name) => ["email_changes", "factor_resets"].includes(name));
    for (const table of tables)
      await worker.d1.prepare(`alter table ${table} rename to moved_${table}`).run();
    await runCron(worker, EVERY_15_MINUTES, HOUR);
    for (const table of tables)
      await worker.d1.prepare(`alter table moved_${table} rename to ${table}`).run();
    expect(subjects()).toEqual([banned]);
    for (const table of tables) {
      await expect.poll(() => worker.logs.join()).toContain(`${table.replace("_", " ")} failed`);
    }
  });

  test("is emailed once if two crons run at the same time", async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => addUser(worker)));
    provider.behave({ status: 400 });
    for (const { id } of people) await ban(id);
    await expect.poll(() => provider.received.length).toBe(people.length);
    provider.behave(ACCEPTS);
    await Promise.all([1, 2, 3].map(() => runCron(worker, EVERY_15_MINUTES, HOUR)));
    const to = provider.received.map(({ body }) => body.personalizations[0]?.to[0]?.email);
    expect(to.sort()).toEqual(people.map(({ email }) => email).sort());
  });

  test("is emailed if D1 has made the change but its response was lost", async () => {
    const { id } = await addUser(worker);
    const answer = await ban(id, { headers: { "Sec-Fetch-Site": "same-origin", ...LOSES_ANSWERS } });
    expect(answer.status).toBe(500);
    await expect(answer).toShow(t("user:errors.banFailed"));
    expect(await worker.db.select().from(users).where(eq(users.id, id))).toMatchObject([
      { banReason: "Spam" },
    ]);
    await expect.poll(() => jobsFor(worker, id)).toEqual([]);
    expect(subjects()).toEqual([banned]);
    // If the administrator sends the form again, there is still only one ban.
    expect((await ban(id)).status).toBe(302);
    await runCron(worker, EVERY_15_MINUTES, DAY);
    expect(subjects()).toEqual([banned]);
    expect(await noticesTo(worker, id)).toHaveLength(1);
  });

  test("is written with its change or not at all", async () => {
    for (const table of ["users", "notices"]) {
      const { id } = await addUser(worker);
      const when = table === "users" ? "update of banned_at on users" : "insert on notices";
      await worker.d1
        .prepare(`create trigger refuse before ${when} begin select raise(abort, 'no'); end`)
        .run();
      expect((await ban(id)).status).toBe(500);
      await worker.d1.prepare("drop trigger refuse").run();
      expect(await noticesTo(worker, id)).toEqual([]);
      expect(await worker.db.select().from(users).where(eq(users.id, id))).toMatchObject([
        { bannedAt: null },
      ]);
      expect(await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, id))).toEqual([]);
    }
    await runCron(worker, EVERY_15_MINUTES, DAY);
    expect(provider.received).toEqual([]);
  });

  test("is given up after 8 tries in two days, which the log reports, and purged after 30 days", async () => {
    const { id } = await addUser(worker);
    provider.behave({ status: 400 });
    await ban(id);
    await expect.poll(() => provider.received.length).toBe(1);
    const isGivenUp = () => worker.logs.some((line) => line.includes("job given up"));
    for (let hours = 1; hours <= 48; hours++) {
      if (hours === 46) expect(isGivenUp()).toBe(false);
      await runCron(worker, EVERY_15_MINUTES, hours * HOUR + MINUTE);
    }
    expect(provider.received).toHaveLength(8);
    await expect.poll(isGivenUp).toBe(true);
    provider.behave(ACCEPTS);
    await runCron(worker, EVERY_15_MINUTES, 29 * DAY);
    await runCron(worker, DAILY, 30 * DAY - HOUR);
    expect(await noticesTo(worker, id)).toHaveLength(1);
    await runCron(worker, DAILY, 30 * DAY + MINUTE);
    expect(await noticesTo(worker, id)).toEqual([]);
    expect(provider.received).toEqual([]);
  });

  test("is one of six that are emailed at a time, as a Worker has six connections", async () => {
    const { id, email } = await addUser(worker);
    const at = Date.now() - DAY;
    const details = JSON.stringify({ site: "https://example.com" });
    const due = { userId: id, email, language: "en", createdAt: at, details };
    for (let n = 0; n < 15; n++) await addDue({ ...due, about: "unbanned" });
    provider.hold();
    const run = runCron(worker, EVERY_15_MINUTES);
    for (const together of [6, 6, 3]) {
      await expect.poll(provider.waiting).toBe(together);
      provider.letGo();
    }
    provider.holdNoMore();
    await run;
    expect(provider.received).toHaveLength(15);
    await worker.db.delete(notices);
    await worker.db.delete(jobs);
  });

  test("that this version can't read does not block the others", async () => {
    const { id, email } = await addUser(worker);
    const at = Date.now() - DAY;
    const unread = { userId: id, email, language: "en", createdAt: at, details: "{}" };
    await addDue({ ...unread, about: "somethingNew" });
    await addDue({ ...unread, about: "banned" });
    await addDue({ ...unread, about: "unbanned", details: JSON.stringify({ site: "https://example.com" }) });
    await runCron(worker, EVERY_15_MINUTES);
    expect(subjects()).toEqual([t("email:unbanned.subject")]);
    await worker.db.delete(notices);
    await worker.db.delete(jobs);
  });

  test("is in its reader's language, even from the cron", async () => {
    const { id } = await addUser(worker, { language: "ar" });
    provider.behave({ status: 400 });
    await ban(id);
    await expect.poll(() => provider.received.length).toBe(1);
    provider.behave(ACCEPTS);
    await runCron(worker, EVERY_15_MINUTES, HOUR);
    expect(subjects()).toEqual([textsIn("ar")("email:banned.subject")]);
  });
});
