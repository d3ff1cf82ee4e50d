import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUR, MINUTE } from "#app/core/lib/durations.ts";
import { PLAN_LIMITS } from "#app/plan-limits.ts";
import { auditLog, emailChanges, notices, users } from "#app/schema.ts";
import { askToChangeEmail } from "#tests/support/change-email.ts";
import { DAILY, EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { pathOf } from "#tests/support/notices.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

/** When a change of address without a code from the old address is due. */
const LATER = 73 * HOUR;

const account = "/app/account";

const storage = gatedStorage();
let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());

/** Plans a change of address for a new user. */
async function plan(name: string) {
  const [from, to] = [`${name}@old.example.com`, `${name}@new.example.com`];
  const visitor = await Visitor.signedIn(worker, { email: from });
  const { id } = (await findUser(worker, from)) as typeof users.$inferSelect;
  const { path, form } = await askToChangeEmail(worker, visitor, from, to);
  expect(await visitor.post(path, { intent: "plan-email", code: form.code })).toRedirectTo(account);
  return { visitor, id, from, to };
}

const subjectsTo = async (email: string) => (await mailsTo(worker, email)).map(({ subject }) => subject);

const actionsOn = async (id: string) =>
  (await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(asc(auditLog.at))).map(
    ({ action, actorId, subjectLabel }) => [action, actorId === id, subjectLabel],
  );

/**
 * Adds one more change, and runs the cron until it is carried out. By then, all changes that were due before
 * it are carried out, too.
 */
async function carryOutAll() {
  const { id, to } = await plan(crypto.randomUUID());
  await expect
    .poll(async () => {
      await runCron(worker, EVERY_15_MINUTES, LATER);
      return (await findUser(worker, to))?.id;
    })
    .toBe(id);
}

describe("a change of address without a code from the old mailbox", () => {
  test("is pending for 72 hours with an email to the old address; then all sessions end, and both addresses get an email", async () => {
    const { visitor, id, from, to } = await plan("patient");
    await expect(await visitor.get(account)).toShow(t("account:changeEmail.planned"));
    const page = await visitor.get(account);
    await expect(page).toShow(to);
    await expect(page).toShow(t("account:changeEmail.keep"));
    expect(databaseCost(page).roundTrips).toBe(1);
    const waiting = t("email:emailChangeWaiting.subject");
    await expect.poll(() => subjectsTo(from)).toContain(waiting);
    const mail = (await mailsTo(worker, from)).find(({ subject }) => subject === waiting);
    expect(mail?.text).toContain(to);
    expect(mail?.text).toMatch(/UTC/);

    await runCron(worker, EVERY_15_MINUTES, 71 * HOUR);
    expect(await findUser(worker, from)).toMatchObject({ id });
    expect((await visitor.get("/app")).status).toBe(200);

    await runCron(worker, EVERY_15_MINUTES, LATER);
    const changed = await findUser(worker, to);
    expect(changed).toMatchObject({ id, emailVerifiedAt: expect.any(Number) });
    expect(changed?.devicesSince, "no browser is still known").toBe(changed?.emailVerifiedAt);
    expect((await visitor.get("/app")).status).toBe(302);
    expect((await subjectsTo(from))[0]).toBe(t("email:emailChanged.subject"));
    expect((await subjectsTo(to))[0]).toBe(t("email:emailChangeCarriedOut.subject"));
    expect(await actionsOn(id)).toEqual([
      ["account.planEmail", true, to],
      ["account.changeEmail", true, to],
    ]);
    const again = new Visitor(worker);
    const { verifyPath, code } = await again.askForCode(to);
    expect((await again.confirm(verifyPath, code)).status).toBe(302);
    await expect(await again.get(account)).not.toShow(t("account:changeEmail.keep"));
  });

  test("requires the code from the new address", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "hasty@old.example.com" });
    const { path, form } = await askToChangeEmail(
      worker,
      visitor,
      "hasty@old.example.com",
      "hasty@new.example.com",
    );
    const refused = await visitor.post(path, { intent: "plan-email", code: form.oldCode });
    if (form.oldCode !== form.code) {
      expect(refused.status).toBe(400);
      await expect(refused).toShow(t("refused:codeWrong", { count: 4 }));
      // The section that the reader has opened stays open.
      expect(await refused.text()).toMatch(/<details open/);
    }
    const missing = await visitor.post(path, { intent: "plan-email", code: "" });
    expect(missing.status).toBe(400);
    await expect(missing).toShow(t("refused:codeRequired"));
    expect(await worker.db.$count(emailChanges, eq(emailChanges.oldEmail, "hasty@old.example.com"))).toBe(0);
  });

  test("to the address of another account is refused, but only after the right code", async () => {
    await addUser(worker, { email: "taken@new.example.com" });
    const visitor = await Visitor.signedIn(worker, { email: "taken@old.example.com" });
    const { path, form } = await askToChangeEmail(
      worker,
      visitor,
      "taken@old.example.com",
      "taken@new.example.com",
    );
    const refused = await visitor.post(path, { intent: "plan-email", code: form.code });
    expect(refused.status).toBe(409);
    await expect(refused).toShow(t("code:USER_ALREADY_EXISTS"));
  });

  test("is stopped on the account page", async () => {
    const { visitor, id, from } = await plan("wavering");
    const other = await plan("firm");
    expect(await visitor.post(account, { intent: "keep-email" })).toRedirectTo(account);
    const page = await visitor.get(account);
    await expect(page).toShow(t("account:changeEmail.kept"));
    await expect(page).not.toShow(t("account:changeEmail.keep"));
    await carryOutAll();
    expect(await findUser(worker, from)).toMatchObject({ id });
    expect(await findUser(worker, other.to), "nobody else's is").toMatchObject({ id: other.id });
    expect((await actionsOn(id)).map(([action]) => action)).toEqual([
      "account.planEmail",
      "account.keepEmail",
    ]);
  });

  test("is stopped by the link in the email to the old address, which also ends all sessions", async () => {
    const { visitor, id, from } = await plan("robbed");
    const waiting = t("email:emailChangeWaiting.subject");
    await expect.poll(() => subjectsTo(from)).toContain(waiting);
    const mail = (await mailsTo(worker, from)).find(({ subject }) => subject === waiting);
    const link = pathOf(/^http\S+$/m.exec(mail?.text ?? "")?.[0] as string);
    const owner = new Visitor(worker);
    await expect(await owner.get(link)).toShow(t("account:notMe.does.waiting"));
    await expect(await owner.get(link)).not.toShow(t("account:notMe.does.restore", { email: from }));
    await owner.post(link, {});
    expect((await visitor.get("/app")).status).toBe(302);
    await carryOutAll();
    expect(await findUser(worker, from)).toMatchObject({ id });
  });

  test("is replaced by a later change, and by a change that both codes confirm", async () => {
    const { visitor, id, from } = await plan("fickle");
    const second = await askToChangeEmail(worker, visitor, from, "second@new.example.com");
    await visitor.post(second.path, { ...second.form, intent: "plan-email" });
    const page = await visitor.get(account);
    await expect(page).toShow("second@new.example.com");
    await expect(page).not.toShow("fickle@new.example.com");
    const third = await askToChangeEmail(worker, visitor, from, "third@new.example.com");
    expect(await visitor.post(third.path, third.form)).toRedirectTo(account);
    await expect(await visitor.get(account)).not.toShow(t("account:changeEmail.keep"));
    await carryOutAll();
    expect(await findUser(worker, "third@new.example.com")).toMatchObject({ id });
  });

  test("is stopped if another account has taken the new address in the meantime, and the sessions stay", async () => {
    const { visitor, id, from, to } = await plan("beaten");
    await addUser(worker, { email: to });
    await carryOutAll();
    expect(await findUser(worker, from)).toMatchObject({ id });
    expect((await visitor.get("/app")).status).toBe(200);
    const [change] = await worker.db.select().from(emailChanges).where(eq(emailChanges.userId, id));
    expect(change).toMatchObject({ doneAt: null, stoppedAt: expect.any(Number) });
  });

  test("is stopped if the user's address changes in the meantime", async () => {
    const { id, to } = await plan("moved");
    const email = "moved@elsewhere.example.com";
    await worker.db.update(users).set({ email }).where(eq(users.id, id));
    await carryOutAll();
    expect(await findUser(worker, email)).toMatchObject({ id });
    expect(await mailsTo(worker, to), "only the code").toHaveLength(1);
  });

  test("is carried out once if two crons run at the same time", async () => {
    const { id, to } = await plan("twice");
    await Promise.all([1, 2, 3].map(() => runCron(worker, EVERY_15_MINUTES, LATER)));
    expect(await findUser(worker, to)).toMatchObject({ id });
    const about = await worker.db.select().from(notices).where(eq(notices.userId, id));
    expect(about.map(({ about }) => about).sort()).toEqual([
      "emailChangeCarriedOut",
      "emailChangeWaiting",
      "emailChanged",
    ]);
  });

  test("that fails is tried again an hour later, and does not delay other changes", async () => {
    const { emailChanges: inOneRun } = PLAN_LIMITS.free.eachRun;
    const stuck = [];
    for (let n = 0; n < inOneRun; n++) stuck.push(await plan(`stuck-${n}`));
    const behind = await plan("behind");
    await worker.db.run(sql`create trigger stuck before update of email on users when new.email like 'stuck-%'
      begin select raise(abort, 'stuck'); end`);
    await runCron(worker, EVERY_15_MINUTES, LATER);
    await runCron(worker, EVERY_15_MINUTES, LATER);
    expect(await findUser(worker, behind.to)).toMatchObject({ id: behind.id });

    await worker.db.run(sql`drop trigger stuck`);
    await runCron(worker, EVERY_15_MINUTES, LATER + 30 * MINUTE);
    for (const { id, from } of stuck) expect(await findUser(worker, from)).toMatchObject({ id });
    await runCron(worker, EVERY_15_MINUTES, LATER + 61 * MINUTE);
    for (const { id, to } of stuck) expect(await findUser(worker, to)).toMatchObject({ id });
  });

  test("stays stopped if it is stopped while the cron carries it out", async () => {
    const { visitor, id, from } = await plan("quick");
    let stopped: Response | undefined;
    storage.before(/update "email_changes" set "done_at"/, async () => {
      stopped = await visitor.post(account, { intent: "keep-email" });
    });
    await carryOutAll();
    expect(stopped).toRedirectTo(account);
    expect(await findUser(worker, from)).toMatchObject({ id });
    expect((await visitor.get("/app")).status).toBe(200);
  });

  test("is forgotten 30 days after it ends", async () => {
    const { id } = await plan("forgotten");
    await carryOutAll();
    await runCron(worker, DAILY, LATER + 31 * 24 * HOUR);
    expect(await worker.db.$count(emailChanges, eq(emailChanges.userId, id))).toBe(0);
  });
});
