import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUR, MINUTE } from "#app/core/lib/durations.ts";
import { accessTokens, emailChanges, factorResets, notices, socialAccounts, users } from "#app/schema.ts";
import { DAILY, EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
import {
  administrator,
  begin,
  carryOut,
  confirm,
  entriesAbout,
  expectReset,
  LATER,
  pageOf,
  personWithFactors,
  resetsOf,
} from "#tests/support/factor-resets.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { passkeysOf } from "#tests/support/passkeys.ts";
import { findUser } from "#tests/support/people.ts";
import { findSecondStepRow, pastFirstStep, recoveryCodesOf } from "#tests/support/second-steps.ts";
import { textsIn } from "#tests/support/texts.ts";
import { mailsTo, textOf, type Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

const storage = gatedStorage();
let worker: TestWorker;
let admin: Awaited<ReturnType<typeof administrator>>;
let second: typeof admin;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
  admin = await administrator(worker);
  second = await administrator(worker);
});
afterAll(() => worker.stop());

/** Expects that a user still has all factors and sessions. */
async function expectUntouched(person: { id: string; visitor: Visitor }) {
  expect((await findSecondStepRow(worker, person.id))?.switchedOnAt).toEqual(expect.any(Number));
  expect(await recoveryCodesOf(worker, person.id)).toHaveLength(3);
  expect(await passkeysOf(worker, person.id)).toHaveLength(1);
  expect((await person.visitor.get("/app")).status).toBe(200);
  const about = await worker.db.select().from(notices).where(eq(notices.userId, person.id));
  expect(about.map(({ about }) => about)).not.toContain("factorsReset");
}

test("a reset that is due deletes the user's factors, sessions and tokens, and an emailed code signs in", async () => {
  const person = await personWithFactors(worker);
  const bystander = await personWithFactors(worker);
  const ofPerson = { userId: person.id };
  const now = Date.now();
  await worker.db.insert(accessTokens).values({
    ...ofPerson,
    name: "CI",
    tokenHash: person.id,
    scopes: ["read"],
    createdAt: now,
    expiresAt: now + 100 * HOUR,
  });
  await worker.db.insert(socialAccounts).values({ ...ofPerson, provider: "github", providerUserId: "1" });
  await worker.db.insert(emailChanges).values({
    ...ofPerson,
    oldEmail: person.email,
    newEmail: "elsewhere@example.com",
    createdAt: now,
    dueAt: now + 100 * HOUR,
  });
  await begin(worker, admin, person);
  await runCron(worker, EVERY_15_MINUTES, 23 * HOUR);
  await expectUntouched(person);

  await carryOut(worker);
  await expectReset(worker, person);
  await expectUntouched(bystander);
  expect(await resetsOf(worker, person)).toMatchObject([{ doneAt: expect.any(Number), stoppedAt: null }]);
  expect((await person.visitor.get("/app")).status).toBe(302);
  expect(await worker.db.$count(accessTokens, eq(accessTokens.userId, person.id))).toBe(0);
  expect(await worker.db.$count(socialAccounts, eq(socialAccounts.userId, person.id))).toBe(1);
  const [change] = await worker.db.select().from(emailChanges).where(eq(emailChanges.userId, person.id));
  expect(change).toMatchObject({ stoppedAt: expect.any(Number), doneAt: null });
  expect(await entriesAbout(worker, person)).toEqual([
    ["factor.beginReset", admin.id],
    ["factor.reset", admin.id],
  ]);
  const subjects = (await mailsTo(worker, person.email)).map(({ subject }) => subject);
  expect(subjects).toContain(t("email:factorsReset.subject"));
  const { answer } = await pastFirstStep(worker, person.email);
  expect(answer).toRedirectTo("/app");
  await carryOut(worker);
  expect(await entriesAbout(worker, person), "nothing happens twice").toHaveLength(3);
});

test("two due resets take two runs, and three crons at the same time carry one out once", async () => {
  const people = [await personWithFactors(worker), await personWithFactors(worker)];
  for (const person of people) await begin(worker, admin, person);
  await carryOut(worker);
  await Promise.all([carryOut(worker), carryOut(worker), carryOut(worker)]);
  for (const person of people) {
    await expectReset(worker, person);
    expect(await worker.db.$count(notices, eq(notices.userId, person.id))).toBe(2);
  }
});

test("a reset that fails is tried again an hour later and does not delay others", async () => {
  const stuck = await personWithFactors(worker);
  const behind = await personWithFactors(worker);
  await begin(worker, admin, stuck);
  await begin(worker, admin, behind);
  await worker.db.run(sql`create trigger stuck before delete on passkeys when old.user_id = ${sql.raw(`'${stuck.id}'`)}
    begin select raise(abort, 'stuck'); end`);
  await carryOut(worker);
  await carryOut(worker);
  await expectReset(worker, behind);
  await worker.db.run(sql`drop trigger stuck`);
  await runCron(worker, EVERY_15_MINUTES, LATER + 30 * MINUTE);
  await expectUntouched(stuck);
  await runCron(worker, EVERY_15_MINUTES, LATER + 61 * MINUTE);
  await expectReset(worker, stuck);
});

describe("a due reset is not carried out", () => {
  test("for an administrator without a second administrator's confirmation, but is with it", async () => {
    const person = await personWithFactors(worker, { role: "admin" });
    const id = await begin(worker, admin, person);
    await carryOut(worker);
    await expectUntouched(person);
    await confirm(second, person, id);
    await carryOut(worker);
    await expectReset(worker, person);
    expect(await entriesAbout(worker, person)).toContainEqual(["factor.reset", admin.id]);
  });

  test("for a user who has become an administrator, even when it is about to be carried out, until it is confirmed", async () => {
    const promote = (id: string) => worker.db.update(users).set({ role: "admin" }).where(eq(users.id, id));
    const before = await personWithFactors(worker);
    await begin(worker, admin, before);
    await promote(before.id);
    await carryOut(worker);
    await expectUntouched(before);
    expect(await resetsOf(worker, before)).toMatchObject([{ stoppedAt: null }]);

    const person = await personWithFactors(worker);
    const id = await begin(worker, admin, person);
    storage.before(/update "factor_resets" set "done_at"/, () => promote(person.id));
    await carryOut(worker);
    await expectUntouched(person);
    expect(await resetsOf(worker, person)).toMatchObject([{ doneAt: null, stoppedAt: null }]);
    await confirm(second, person, id);
    await carryOut(worker);
    await expectReset(worker, person);
  });

  test("for a former administrator, until it is confirmed", async () => {
    const person = await personWithFactors(worker, { role: "admin" });
    const id = await begin(worker, admin, person);
    await worker.db.update(users).set({ role: "user" }).where(eq(users.id, person.id));
    await carryOut(worker);
    await expectUntouched(person);
    expect(await confirm(second, person, id)).toRedirectTo(pageOf(person));
    await carryOut(worker);
    await expectReset(worker, person);
  });

  test("if somebody stops it, even when it is about to be carried out", async () => {
    const person = await personWithFactors(worker);
    await begin(worker, admin, person);
    await person.visitor.post("/app/account", { intent: "stop-reset" });
    await carryOut(worker);
    await expectUntouched(person);

    const quick = await personWithFactors(worker);
    await begin(worker, admin, quick);
    let stopped: Response | undefined;
    storage.before(/update "factor_resets" set "done_at"/, async () => {
      stopped = await quick.visitor.post("/app/account", { intent: "stop-reset" });
    });
    await carryOut(worker);
    expect(stopped).toRedirectTo("/app/account");
    await expectUntouched(quick);
    expect((await entriesAbout(worker, quick)).map(([action]) => action)).toEqual([
      "factor.beginReset",
      "factor.stopReset",
    ]);
  });

  test("if the administrator who began or confirmed it was demoted or banned", async () => {
    const demoted = await administrator(worker);
    const banned = await administrator(worker);
    const [first, last] = [
      await personWithFactors(worker),
      await personWithFactors(worker, { role: "admin" }),
    ];
    await begin(worker, demoted, first);
    await confirm(banned, last, await begin(worker, admin, last));
    await worker.db.update(users).set({ role: "user" }).where(eq(users.id, demoted.id));
    await worker.db.update(users).set({ bannedAt: 1 }).where(eq(users.id, banned.id));
    await carryOut(worker);
    await carryOut(worker);
    for (const person of [first, last]) {
      await expectUntouched(person);
      expect(await resetsOf(worker, person)).toMatchObject([{ stoppedAt: expect.any(Number) }]);
      expect((await entriesAbout(worker, person)).at(-1)).toEqual(["factor.stopReset", null]);
      const log = await admin.visitor.get(`/manager/audit?person=${person.id}`);
      expect(textOf(await log.text()), "a job has no visitor").not.toContain(t("audit:visitor"));
    }
  });

  test("if the user's address has changed since the notice", async () => {
    const person = await personWithFactors(worker);
    await begin(worker, admin, person);
    await worker.db.update(users).set({ email: "new@example.com" }).where(eq(users.id, person.id));
    await carryOut(worker);
    await expectUntouched(person);
    expect(await resetsOf(worker, person)).toMatchObject([{ stoppedAt: expect.any(Number) }]);
  });
});

test("the emails about a reset are in the user's language, and a reset is forgotten after 30 days", async () => {
  const person = await personWithFactors(worker);
  await worker.db.update(users).set({ language: "fr" }).where(eq(users.id, person.id));
  await begin(worker, admin, person);
  await carryOut(worker);
  const subjects = (await mailsTo(worker, person.email)).map(({ subject }) => subject);
  expect(subjects).toContain(textsIn("fr")("email:factorsReset.subject"));
  const waiting = await personWithFactors(worker);
  await begin(worker, admin, waiting);
  await runCron(worker, DAILY, 29 * 24 * HOUR);
  expect(await resetsOf(worker, person)).toHaveLength(1);
  await runCron(worker, DAILY, 33 * 24 * HOUR);
  expect(await worker.db.$count(factorResets)).toBe(0);
  expect(await findUser(worker, waiting.email)).toBeTruthy();
});
