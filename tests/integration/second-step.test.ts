import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog, recoveryCodes, secondSteps, sessions } from "#app/schema.ts";
import { seal } from "#app/slices/second-step/sealed.server.ts";
import { contentsOf } from "#tests/support/contents.ts";
import { startDemo } from "#tests/support/demo-site.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import {
  addSecondStep,
  beginSetup,
  codeOf,
  findSecondStepRow,
  recoveryCodesOf,
  setupIn,
  wrongCode,
} from "#tests/support/second-steps.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const PAGE = "/account/second-step";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

async function reader() {
  const email = `${crypto.randomUUID()}@example.com`;
  const visitor = await Visitor.signedIn(worker, { email });
  return { visitor, email, id: (await findUser(worker, email))?.id as string };
}

/** Finds the recovery codes on a page. */
const codesIn = (html: string) =>
  [...html.matchAll(/<li>((?:[0-9a-z]{4}-){3}[0-9a-z]{4})<\/li>/g)].map(([, code]) => code as string);

const subjectsTo = async (email: string) => (await mailsTo(worker, email)).map(({ subject }) => subject);
/** Reads a user's actions from the audit log, without refusals. */
const actionsOf = async (userId: string) =>
  (await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, userId))).flatMap(
    ({ action, code }) => (code ? [] : [action]),
  );

test("the first code from an app switches the second step on; secret and recovery codes are shown once, and stored unreadable", async () => {
  const { visitor, email, id } = await reader();
  await expect(await visitor.get(PAGE)).toShow(t("factor:begin.submit"));
  const { sealed, secret } = await beginSetup(visitor);
  expect(await findSecondStepRow(worker, id)).toBeUndefined();

  const refused = await visitor.post(PAGE, { intent: "switch-on", secret: sealed, code: wrongCode(secret) });
  expect(refused.status).toBe(400);
  expect(setupIn(await refused.clone().text())).toEqual({ sealed, secret });
  await expect(refused).toShow(t("factor:errors.wrongFirstCode"));
  const [field] = /<input[^>]*name="code"[^>]*>/.exec(await refused.text()) ?? [];
  expect(field, "without script, the browser scrolls to the error").toMatch(/autofocus/i);

  const made = await visitor.post(PAGE, { intent: "switch-on", secret: sealed, code: codeOf(secret) });
  expect(made.headers.get("Cache-Control")).toBe("no-store");
  const html = await made.text();
  const codes = codesIn(html);
  expect(new Set(codes).size).toBe(10);
  expect(html).toContain('download="recovery-codes.txt"');
  expect(html).not.toContain(secret);
  const stored = JSON.stringify(await contentsOf(worker, { without: [] }));
  for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
    expect(stored).not.toContain(text);
  expect(await actionsOf(id)).toEqual(["factor.switchOn"]);
  await expect.poll(() => subjectsTo(email)).toEqual([t("email:secondStepOn.subject")]);

  const page = await visitor.get(PAGE);
  expect(databaseCost(page)).toMatchObject({ roundTrips: 1 });
  await expect(page.clone()).toShow(t("factor:on.codesLeft", { count: 10 }));
  expect(codesIn(await page.text())).toEqual([]);
  const data = await (await visitor.get("/account/data")).text();
  expect(JSON.parse(data).secondStep[0].switchedOnAt).toBeTruthy();
  expect(data).not.toContain((await findSecondStepRow(worker, id))?.sealed);
});

test("a form that is sent twice at the same time switches the second step on once, and the codes of one response work", async () => {
  const { visitor, id } = await reader();
  const { sealed, secret } = await beginSetup(visitor);
  const form = { intent: "switch-on", secret: sealed, code: codeOf(secret) };
  const answers = await Promise.all([visitor.post(PAGE, form), visitor.post(PAGE, form)]);
  const shown = await Promise.all(answers.map(async (answer) => codesIn(await answer.text())));
  expect(shown.map(({ length }) => length)).toEqual([10, 10]);
  expect(await recoveryCodesOf(worker, id)).toHaveLength(10);
  expect(await actionsOf(id)).toEqual(["factor.switchOn"]);
});

test("a secret that was made for or by another user is refused", async () => {
  const { visitor, id } = await reader();
  const { sealed, secret } = await beginSetup((await reader()).visitor);
  for (const sent of [sealed, secret, "", "a.b.c"]) {
    const answer = await visitor.post(PAGE, { intent: "switch-on", secret: sent, code: codeOf(secret) });
    expect(answer.status).toBe(400);
  }
  expect(await findSecondStepRow(worker, id)).toBeUndefined();
});

test("for a quarter of an hour, or until the second step is on, a reload shows its owner the same secret", async () => {
  const { visitor, id } = await reader();
  const answer = await visitor.post(PAGE, { intent: "begin" });
  const path = answer.headers.get("Location") as string;
  const shownTo = async (who: Visitor, at = path) => setupIn(await (await who.get(at)).text()).secret;
  const secret = await shownTo(visitor);
  expect(secret).toHaveLength(32);
  expect(path).not.toContain(secret);
  expect(await shownTo(visitor)).toBe(secret);

  expect(await shownTo((await reader()).visitor), "another user").toBeUndefined();
  const ago = (minutes: number) => Date.now() - minutes * 60_000;
  const old = await seal(worker.settings, `${ago(15)}:${secret}`, `setup:${id}`);
  expect(await shownTo(visitor, `${PAGE}?setup=${old}`), "later").toBeUndefined();
  await worker.db
    .update(sessions)
    .set({ provenAt: ago(60) })
    .where(eq(sessions.userId, id));
  expect(await shownTo(visitor), "without a recent proof").toBeUndefined();
  await worker.db.update(sessions).set({ provenAt: Date.now() }).where(eq(sessions.userId, id));
  expect(await shownTo(visitor)).toBe(secret);
  await addSecondStep(worker, id);
  expect(await shownTo(visitor), "once it is on").toBeUndefined();
});

test("a second app does not replace the first one", async () => {
  const { visitor, id } = await reader();
  const { sealed, secret } = await beginSetup(visitor);
  await addSecondStep(worker, id);
  const before = await findSecondStepRow(worker, id);
  expect(
    await visitor.post(PAGE, { intent: "switch-on", secret: sealed, code: codeOf(secret) }),
  ).toRedirectTo(PAGE);
  expect(await findSecondStepRow(worker, id)).toEqual(before);
});

test("renewing the codes requires a code of the second step, and the old ones stop working", async () => {
  const { visitor, email, id } = await reader();
  const { secret, codes } = await addSecondStep(worker, id);
  expect((await visitor.post(PAGE, { intent: "renew-codes", code: wrongCode(secret) })).status).toBe(400);
  const answer = await visitor.post(PAGE, { intent: "renew-codes", code: codeOf(secret) });
  const renewed = codesIn(await answer.text());
  expect(renewed).toHaveLength(10);
  await expect.poll(() => subjectsTo(email)).toEqual([t("email:recoveryCodesRenewed.subject")]);
  // Refused: the code from the app a second time, and an old recovery code.
  for (const code of [codeOf(secret), codes[0] as string])
    expect((await visitor.post(PAGE, { intent: "switch-off", code })).status).toBe(400);
  expect(await visitor.post(PAGE, { intent: "switch-off", code: renewed[0] as string })).toRedirectTo(PAGE);
});

test("switching off requires a code, works once, deletes the secret and the codes, and sends a notice", async () => {
  const { visitor, email, id } = await reader();
  const { secret } = await addSecondStep(worker, id);
  const off = (code: string) => visitor.post(PAGE, { intent: "switch-off", code });
  expect((await off(wrongCode(secret))).status).toBe(400);
  expect((await findSecondStepRow(worker, id))?.switchedOnAt).not.toBeNull();
  const answers = await Promise.all([off(codeOf(secret)), off(codeOf(secret))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 400]);
  expect(await findSecondStepRow(worker, id)).toMatchObject({ sealed: null, switchedOnAt: null });
  expect(await recoveryCodesOf(worker, id)).toEqual([]);
  expect(await actionsOf(id)).toEqual(["factor.switchOff"]);
  await expect.poll(() => subjectsTo(email)).toEqual([t("email:secondStepOff.subject")]);
  const next = new Visitor(worker);
  const { verifyPath, code } = await next.askForCode(email);
  expect(await next.confirm(verifyPath, code)).toRedirectTo("/app");
});

test("wrong codes also count while signed in", async () => {
  const { visitor, id } = await reader();
  const { secret } = await addSecondStep(worker, id);
  for (let n = 0; n < 20; n++) await visitor.post(PAGE, { intent: "switch-off", code: wrongCode(secret) });
  const refused = await visitor.post(PAGE, { intent: "switch-off", code: codeOf(secret) });
  expect(refused.status).toBe(429);
  expect((await findSecondStepRow(worker, id))?.switchedOnAt).not.toBeNull();
});

test.each(["begin", "renew-codes", "switch-off"])("%s requires a recent proof", async (intent) => {
  const { visitor, id } = await reader();
  const { codes } = await addSecondStep(worker, id);
  await worker.db.update(sessions).set({ provenAt: 0 }).where(eq(sessions.userId, id));
  const asked = await visitor.post(PAGE, { intent, code: codes[0] as string });
  expect(asked.status).toBe(401);
  expect(asked.headers.get("X-Error-Code")).toBe("SESSION_EXPIRED");
  expect((await recoveryCodesOf(worker, id)).every(({ usedAt }) => usedAt === null)).toBe(true);
});

test.each(["renew-codes", "switch-off"])(
  "for %s, a code from the app also counts as the proof",
  async (intent) => {
    const { visitor, id } = await reader();
    const { secret } = await addSecondStep(worker, id);
    await worker.db.update(sessions).set({ provenAt: 0 }).where(eq(sessions.userId, id));
    expect((await visitor.post(PAGE, { intent, code: wrongCode(secret) })).status).toBe(400);
    expect((await visitor.post(PAGE, { intent, code: codeOf(secret) })).status).toBeLessThan(400);
    expect(await actionsOf(id)).toEqual([intent === "switch-off" ? "factor.switchOff" : "factor.renewCodes"]);
  },
);

test("an administrator who impersonates the owner sees and changes nothing, and needs no code to impersonate", async () => {
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  const { id } = await addUser(worker);
  const { secret } = await addSecondStep(worker, id);
  expect(await admin.post(`/manager/users/${id}`, { intent: "impersonate" })).toRedirectTo("/app");
  expect((await admin.get(PAGE)).status).toBe(403);
  expect((await admin.post(PAGE, { intent: "switch-off", code: codeOf(secret) })).status).toBe(403);
  expect((await findSecondStepRow(worker, id))?.switchedOnAt).not.toBeNull();
});

test("the user's page in the manager shows whether the second step is on, and since when", async () => {
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  const { id } = await addUser(worker);
  const page = `/manager/users/${id}`;
  await expect(await admin.get(page)).toShow(t("account:secondStep.off"));
  await addSecondStep(worker, id);
  await worker.db
    .update(secondSteps)
    .set({ switchedOnAt: Date.UTC(2026, 4, 17, 12) })
    .where(eq(secondSteps.userId, id));
  const shown = await admin.get(page);
  await expect(shown.clone()).toShow(t("account:secondStep.on", { day: "May 17, 2026" }));
  await expect(shown).toShow(t("account:secondStep.codesLeft", { count: 3 }));
});

test("the demo switches no second step on", async () => {
  const demo = await startDemo();
  const visitor = await Visitor.signedIn(demo, { email: "somebody@example.com" });
  expect((await visitor.post(PAGE, { intent: "begin" })).headers.get("X-Error-Code")).toBe("DEMO_READ_ONLY");
  await demo.stop();
});

test("the second step is deleted with the account", async () => {
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  const { id } = await addUser(worker);
  await addSecondStep(worker, id);
  expect((await admin.post(`/manager/users/${id}`, { intent: "delete" })).status).toBe(302);
  expect(await worker.db.select().from(secondSteps).where(eq(secondSteps.userId, id))).toEqual([]);
  expect(await worker.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id))).toEqual([]);
});

test('"This was not me" after a recovery code invalidates the codes, and leaves the second step on', async () => {
  const { visitor, email, id } = await reader();
  const { secret } = await addSecondStep(worker, id);
  await visitor.post(PAGE, { intent: "renew-codes", code: codeOf(secret) });
  await expect.poll(() => subjectsTo(email)).toHaveLength(1);
  const [mail] = await mailsTo(worker, email);
  const { pathname, search } = new URL(/https?:\S+\/not-me\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  const stranger = new Visitor(worker);
  await expect(await stranger.get(pathname + search)).toShow(t("account:notMe.does.recoveryCodes"));
  await stranger.post(pathname + search, {});
  expect(await recoveryCodesOf(worker, id)).toEqual([]);
  expect((await findSecondStepRow(worker, id))?.switchedOnAt).not.toBeNull();
  expect(await visitor.get(PAGE)).toRedirectTo("/login");
});

test("the account page shows in one round trip whether the second step is on, and warns if it is off or no recovery code is left", async () => {
  const { visitor, id } = await reader();
  visitor.cookies.set("time-zone", "UTC");
  const off = await visitor.get("/app/account");
  await expect(off).toShow(t("account:secondStep.off"));
  await expect(off).toShow(t("account:secondStep.missed"));

  await addSecondStep(worker, id);
  const on = await visitor.get("/app/account");
  const since = (await findSecondStepRow(worker, id))?.switchedOnAt as number;
  const day = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(since);
  await expect(on).toShow(t("account:secondStep.on", { day }));
  await expect(on).toShow(t("account:secondStep.codesLeft", { count: 3 }));
  await expect(on).not.toShow(t("account:secondStep.missed"));
  await expect(on).not.toShow(t("account:secondStep.noCodes"));
  expect(databaseCost(on).roundTrips).toBe(1);

  await worker.db.update(recoveryCodes).set({ usedAt: 1 }).where(eq(recoveryCodes.userId, id));
  await expect(await visitor.get("/app/account")).toShow(t("account:secondStep.noCodes"));
});
