import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog, sessions } from "#app/schema.ts";
import { addUser } from "#tests/support/people.ts";
import {
  addSecondStep,
  codeOf,
  findSecondStepRow,
  pastFirstStep,
  recoveryCodesOf,
  withSecondStep,
} from "#tests/support/second-steps.ts";
import { textsIn } from "#tests/support/texts.ts";
import { mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const STEP_PAGE = "/login/second-step";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

const sessionsOf = (userId: string) => worker.db.select().from(sessions).where(eq(sessions.userId, userId));
/** Reads a user's actions from the audit log, without refusals. */
const actionsOf = async (userId: string) =>
  (await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, userId))).flatMap(
    ({ action, code }) => (code ? [] : [action]),
  );

test("a recovery code signs in once, however many try at the same time, and its owner gets a notice", async () => {
  const { id, email, codes } = await withSecondStep(worker);
  const browsers = [];
  for (let n = 0; n < 4; n++) browsers.push((await pastFirstStep(worker, email)).visitor);
  // People type a recovery code like this.
  const code = ` ${codes[0]?.toUpperCase().replaceAll("-", " ")} `;
  const answers = await Promise.all(browsers.map((visitor) => visitor.post(STEP_PAGE, { code })));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 400, 400, 400]);
  expect(await sessionsOf(id)).toHaveLength(1);
  expect((await recoveryCodesOf(worker, id)).filter(({ usedAt }) => usedAt !== null)).toHaveLength(1);
  expect((await actionsOf(id)).sort()).toEqual(["auth.signIn", "factor.useRecoveryCode"]);
  await expect
    .poll(async () => (await mailsTo(worker, email)).map(({ subject }) => subject))
    .toContain(t("email:recoveryCodeUsed.subject"));
});

test("another user's recovery code signs nobody in", async () => {
  const { codes } = await withSecondStep(worker);
  const { id, email } = await withSecondStep(worker);
  const { visitor } = await pastFirstStep(worker, email);
  await expect(await visitor.post(STEP_PAGE, { code: codes[0] as string })).toShow(
    t("factor:errors.wrongRecoveryCode"),
  );
  expect(await sessionsOf(id)).toEqual([]);
});

test("a rotated secret still decrypts, and each use encrypts with the new one; after a lost secret, recovery codes still work", async () => {
  const old = { SECOND_STEP_SECRETS: ["o".repeat(40)] };
  const rotated = await startTestWorker({
    settings: { SECOND_STEP_SECRETS: `${"n".repeat(40)},${"o".repeat(40)}` },
  });
  const signIn = async (email: string, code: string) => {
    const visitor = new Visitor(rotated);
    const asked = await visitor.askForCode(email);
    await visitor.confirm(asked.verifyPath, asked.code);
    return visitor.post(STEP_PAGE, { code });
  };
  const { id, email } = await addUser(rotated);
  const { secret } = await addSecondStep(rotated, id, old);
  const before = (await findSecondStepRow(rotated, id))?.sealed?.split(".")[0];
  expect((await signIn(email, codeOf(secret))).status).toBe(302);
  expect((await findSecondStepRow(rotated, id))?.sealed?.split(".")[0]).not.toBe(before);

  const other = await addUser(rotated);
  const lost = await addSecondStep(rotated, other.id, { SECOND_STEP_SECRETS: ["x".repeat(40)] });
  expect((await signIn(other.email, codeOf(lost.secret))).status).toBe(400);
  expect((await signIn(other.email, lost.codes[0] as string)).status).toBe(302);
  await rotated.stop();
});
