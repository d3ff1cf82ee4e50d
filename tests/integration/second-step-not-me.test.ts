import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LANGUAGE_KEYS } from "#app/core/i18n/languages.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { auditLog, emailChanges, notices, secondSteps, sessions, users } from "#app/schema.ts";
import { askToChangeEmail } from "#tests/support/change-email.ts";
import { addNotice, pathOf } from "#tests/support/notices.ts";
import { findUser } from "#tests/support/people.ts";
import {
  addSecondStep,
  beginSetup,
  codeOf,
  findSecondStepRow,
  recoveryCodesOf,
} from "#tests/support/second-steps.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const PAGE = "/account/second-step";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

/** Switches a second step on, as anybody at an open session can. */
async function switchOn(visitor: Visitor) {
  const { sealed, secret } = await beginSetup(visitor);
  await visitor.post(PAGE, { intent: "switch-on", secret: sealed, code: codeOf(secret) });
}

/** Finds the link in the email with `subject` to an address. */
async function linkIn(email: string, subject: string): Promise<string> {
  const emails = async () => (await mailsTo(worker, email)).filter((mail) => mail.subject === subject);
  await expect.poll(emails).toHaveLength(1);
  const [mail] = await emails();
  return pathOf(/^http\S+$/m.exec(mail?.text ?? "")?.[0] as string);
}

/**
 * Creates a user in whose open session a stranger has switched a second step on.
 * @returns also the link in the email about it
 */
async function withAnApp() {
  const person = await someone(worker);
  await switchOn(person.visitor);
  return { ...person, link: await linkIn(person.email, t("email:secondStepOn.subject")) };
}

/**
 * Creates a user in whose open session a stranger has changed the address.
 * @returns also the link in the email about it
 */
async function withAnotherAddress(person: Awaited<ReturnType<typeof someone>>) {
  const thief = `thief-of-${person.email}`;
  const { path, form } = await askToChangeEmail(worker, person.visitor, person.email, thief);
  expect(await person.visitor.post(path, form)).toRedirectTo("/app/account");
  return { ...person, thief, link: await linkIn(person.email, t("email:emailChanged.subject")) };
}

/** Reads the actions on an account from the audit log, in alphabetical order. */
const actionsAbout = async (userId: string) =>
  (await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, userId)))
    .map(({ action }) => action)
    .sort();

const isOn = async (userId: string) => (await findSecondStepRow(worker, userId))?.switchedOnAt !== null;

/** Clicks the button behind a link, and expects that the second step and its recovery codes stay. */
async function expectKept({ id, link }: { id: string; link: string }) {
  const owner = new Visitor(worker);
  await expect(await owner.get(link)).not.toShow(t("account:notMe.secondStep.does"));
  expect(await owner.post(link, {})).toRedirectTo(link);
  await expect(await owner.get(link)).not.toShow(t("account:notMe.secondStep.done"));
  expect(await isOn(id)).toBe(true);
  expect(await recoveryCodesOf(worker, id)).toHaveLength(10);
  expect(await actionsAbout(id)).toEqual(["account.notMe", "factor.switchOn"]);
}

test("the link in its email switches a stranger's second step off, and an emailed code signs in again", async () => {
  const { id, email, link } = await withAnApp();
  for (const language of LANGUAGE_KEYS) {
    const page = await new Visitor(worker, { Cookie: `lng=${language}` }).get(link);
    await expect(page).toShow(textsIn(language)("account:notMe.secondStep.does"));
  }
  expect(await isOn(id)).toBe(true);
  const owner = new Visitor(worker);
  const answers = await Promise.all([owner.post(link, {}), owner.post(link, {})]);
  for (const answer of answers) expect(answer).toRedirectTo(link);
  await expect(await owner.get(link)).toShow(t("account:notMe.secondStep.done"));
  expect(await findSecondStepRow(worker, id)).toMatchObject({ sealed: null, switchedOnAt: null });
  expect(await recoveryCodesOf(worker, id)).toEqual([]);
  expect(await worker.db.$count(sessions, eq(sessions.userId, id))).toBe(0);
  expect(await actionsAbout(id)).toEqual(["account.notMe", "factor.switchOff", "factor.switchOn"]);
  const subject = t("email:secondStepOff.subject");
  await expect.poll(async () => (await mailsTo(worker, email))[0]?.subject).toBe(subject);
  expect(await mailsTo(worker, email)).toHaveLength(2);
  const { verifyPath, code } = await owner.askForCode(email);
  expect(await owner.confirm(verifyPath, code)).toRedirectTo("/app");
});

test("the link keeps a second step that was switched on later", async () => {
  const person = await withAnApp();
  // Set the time as if the second step had been switched off and on again.
  const later = { switchedOnAt: Date.now() + 1 };
  await worker.db.update(secondSteps).set(later).where(eq(secondSteps.userId, person.id));
  await expectKept(person);
  expect(await worker.db.$count(sessions, eq(sessions.userId, person.id))).toBe(0);
});

test("the link keeps the second step if the account has another address now", async () => {
  const person = await withAnApp();
  const email = `new-${person.email}`;
  await worker.db.update(users).set({ email }).where(eq(users.id, person.id));
  await expectKept(person);
});

test("the link keeps a second step that has been on for a week", async () => {
  const { id, link } = await withAnApp();
  const switchedOnAt = Date.now() - 7 * DAY;
  await worker.db.update(secondSteps).set({ switchedOnAt }).where(eq(secondSteps.userId, id));
  await worker.db.update(notices).set({ createdAt: switchedOnAt }).where(eq(notices.userId, id));
  expect((await new Visitor(worker).get(link)).status).toBe(404);
  await new Visitor(worker).post(link, {});
  expect(await isOn(id)).toBe(true);
});

test("the link of another email from the same moment keeps the second step", async () => {
  const { id, email } = await withAnApp();
  const user = (await findUser(worker, email)) as typeof users.$inferSelect;
  const { switchedOnAt } = (await findSecondStepRow(worker, id)) as typeof secondSteps.$inferSelect;
  const at = switchedOnAt as number;
  const about = { about: "newDevice", device: null, country: null, at } as const;
  await expectKept({ id, link: await addNotice(worker, user, about, at) });
});

test("the link that restores the address switches off a later second step, and the owner signs in", async () => {
  const { id, email, thief, link, visitor: stranger } = await withAnotherAddress(await someone(worker));
  await switchOn(stranger);
  await expect
    .poll(async () => (await mailsTo(worker, thief))[0]?.subject)
    .toBe(t("email:secondStepOn.subject"));
  for (const language of LANGUAGE_KEYS) {
    const page = await new Visitor(worker, { Cookie: `lng=${language}` }).get(link);
    await expect(page).toShow(textsIn(language)("account:notMe.secondStep.doesSince"));
  }
  const owner = new Visitor(worker);
  expect(await owner.post(link, {})).toRedirectTo(link);
  await expect(await owner.get(link)).toShow(t("account:notMe.secondStep.done"));
  expect(await findSecondStepRow(worker, id)).toMatchObject({ sealed: null, switchedOnAt: null });
  expect(await recoveryCodesOf(worker, id)).toEqual([]);
  expect(await actionsAbout(id)).toContain("factor.switchOff");
  const subject = t("email:secondStepOff.subject");
  await expect
    .poll(async () => (await mailsTo(worker, email)).map((mail) => mail.subject))
    .toContain(subject);
  expect((await mailsTo(worker, thief)).map((mail) => mail.subject)).not.toContain(subject);
  const { verifyPath, code } = await owner.askForCode(email);
  expect(await owner.confirm(verifyPath, code)).toRedirectTo("/app");
});

test("the link that restores the address keeps a second step from before the change", async () => {
  const person = await someone(worker);
  await addSecondStep(worker, person.id);
  const { link, id, email } = await withAnotherAddress(person);
  await worker.db
    .update(secondSteps)
    .set({ switchedOnAt: sql`(select done_at - 1 from email_changes where user_id = ${id})` })
    .where(eq(secondSteps.userId, id));
  const owner = new Visitor(worker);
  await expect(await owner.get(link)).not.toShow(t("account:notMe.secondStep.doesSince"));
  await owner.post(link, {});
  expect(await findUser(worker, email)).toMatchObject({ id });
  expect(await isOn(id)).toBe(true);
  expect(await recoveryCodesOf(worker, id)).toHaveLength(3);
});

test("the link keeps the second step if it can't restore the address", async () => {
  const { id, link, visitor: stranger } = await withAnotherAddress(await someone(worker));
  await switchOn(stranger);
  // The link about an earlier change of address has already undone that change.
  await worker.db.update(emailChanges).set({ stoppedAt: Date.now() }).where(eq(emailChanges.userId, id));
  await new Visitor(worker).post(link, {});
  expect(await isOn(id)).toBe(true);
  expect(await recoveryCodesOf(worker, id)).toHaveLength(10);
});
