import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#app/core/lib/durations.ts";
import { cronRuns, jobs, loginFailures } from "#app/schema.ts";
import { DAILY, EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
import { type MailService, startMailService } from "#tests/support/mail-services.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests what administrators see at /manager/health. The access matrix says who may open the page.

const t = textsIn("en");

let mail: MailService;
let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  mail = await startMailService("resend");
  worker = await startTestWorker({
    settings: { MAIL_PROVIDER: "resend", MAIL_FROM: "deckle@example.com", ...mail.settings },
  });
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(async () => {
  await worker.stop();
  mail.stop();
});
beforeEach(async () => {
  await worker.db.delete(jobs);
  await runCron(worker, EVERY_15_MINUTES);
  await runCron(worker, DAILY);
});

const see = async () => (await admin.get("/manager/health")).text();

test("the page says in one round trip that everything is in order", async () => {
  const response = await admin.get("/manager/health");
  expect(databaseCost(response).roundTrips).toBe(1);
  const page = await response.text();
  expect(page).toContain(t("health:allWell"));
  // The page shows the size of the database, and the size at which it warns: four fifths of D1's limit on the
  // free plan.
  expect(page).toMatch(/[\d.]+ megabytes/);
  expect(page).toContain(t("health:most", { most: "400 megabytes" }));
  expect(page).not.toContain(t("health:lookAtIt"));
});

test("the page reports a cron that has never run or has not run for too long", async () => {
  await worker.db.delete(cronRuns);
  const never = await see();
  for (const key of ["carryOut", "purge"] as const) expect(never).toContain(t(`health:${key}.advice`));
  expect(never).toContain(t("health:never"));
  for (const [late, carryOutAge, purgeAge] of [
    ["purge", 44 * MINUTE, 27 * HOUR],
    ["carryOut", 46 * MINUTE, 25 * HOUR],
  ] as const) {
    await runCron(worker, EVERY_15_MINUTES, -carryOutAge);
    await runCron(worker, DAILY, -purgeAge);
    const page = await see();
    expect(page).toContain(t("health:unwell", { count: 1 }));
    expect(page).toContain(t(`health:${late}.advice`));
  }
});

test("the page reports what failed in a cron, until a run without failures", async () => {
  await worker.d1.prepare("alter table notices rename to moved_notices").run();
  await runCron(worker, DAILY);
  await worker.d1.prepare("alter table moved_notices rename to notices").run();
  const failed = await see();
  expect(failed).toContain("purge failed: notices");
  expect(failed).toContain(t("health:purge.advice"));
  await runCron(worker, DAILY);
  expect(await see()).toContain(t("health:allWell"));
});

test("the page reports late jobs and jobs that were given up, and links to them", async () => {
  const now = Date.now();
  const job = { kind: "notice", createdAt: 1 };
  await worker.db.insert(jobs).values([
    { ...job, nextAttemptAt: now - 59 * MINUTE },
    { ...job, nextAttemptAt: now + DAY },
  ]);
  expect(await see()).toContain(t("health:allWell"));
  await worker.db.insert(jobs).values([
    { ...job, nextAttemptAt: now - 61 * MINUTE },
    { ...job, nextAttemptAt: 1, givenUpAt: now },
  ]);
  const page = await see();
  expect(page).toContain(t("health:unwell", { count: 2 }));
  for (const key of ["lateJobs", "givenUpJobs"] as const) expect(page).toContain(t(`health:${key}.advice`));
  expect(page).toContain('href="/manager/jobs"');
});

test("the page counts the emails that could not be sent today", async () => {
  mail.behave("refuses");
  for (let n = 0; n < 3; n++) await new Visitor(worker).post("/login", { email: `reader-${n}@example.org` });
  mail.behave("takes");
  await new Visitor(worker).post("/login", { email: "another@example.org" });
  const today = () =>
    worker.d1.prepare("select used from budgets where id = 'mail-failures'").first<{ used: number }>();
  expect(await today()).toEqual({ used: 3 });
  expect(await see()).toContain(t("health:allWell"));
  for (const [used, text] of [
    [20, t("health:allWell")],
    [21, t("health:mailFailures.advice")],
  ] as const) {
    await worker.d1.prepare("update budgets set used = ? where id = 'mail-failures'").bind(used).run();
    expect(await see()).toContain(text);
  }
  await worker.d1
    .prepare("update budgets set began_at = began_at - 86400000 where id = 'mail-failures'")
    .run();
  expect(await see()).toContain(t("health:allWell"));
});

test("the page reports many wrong codes within an hour", async () => {
  const hour = Math.floor(Date.now() / HOUR) - 3;
  for (const [value, text] of [
    [199, t("health:allWell")],
    [200, t("health:loginFailures.advice")],
  ] as const) {
    await worker.db.insert(loginFailures).values({ hour, value });
    expect(await see()).toContain(text);
    await worker.db.delete(loginFailures);
  }
});
