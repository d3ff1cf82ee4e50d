import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, loginChallenges, SECOND_STEP, secondSteps, sessions, users } from "#app/schema.ts";
import { codeOf, pastFirstStep, withSecondStep, wrongCode } from "#tests/support/second-steps.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastLink, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const STEP_PAGE = "/login/second-step";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

const sessionsOf = (userId: string) => worker.db.select().from(sessions).where(eq(sessions.userId, userId));
const pendingOf = (userId: string) =>
  worker.db
    .select()
    .from(loginChallenges)
    .where(and(eq(loginChallenges.userId, userId), eq(loginChallenges.purpose, SECOND_STEP)));
/** Reads a user's actions from the audit log, without refusals. */
const actionsOf = async (userId: string) =>
  (await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, userId))).flatMap(
    ({ action, code }) => (code ? [] : [action]),
  );

describe("the first step alone", () => {
  test("gives no session, but a page that asks for a code and then leads to the page that the user wanted", async () => {
    const { id, email, secret } = await withSecondStep(worker);
    const { visitor, answer } = await pastFirstStep(worker, email, "?redirect=%2Fapp%2Fbooks%3Fq%3Da");
    expect(answer).toRedirectTo(`${STEP_PAGE}?redirect=%2Fapp%2Fbooks%3Fq%3Da`);
    expect(visitor.cookies.has("session")).toBe(false);
    expect(visitor.cookies.has("device")).toBe(false);
    expect(await sessionsOf(id)).toEqual([]);
    await expect(await visitor.get(STEP_PAGE)).toShow(email);
    expect(await visitor.get("/app/account")).toRedirectTo("/login?redirect=%2Fapp%2Faccount");

    const done = await visitor.post(`${STEP_PAGE}?redirect=%2Fapp%2Fbooks%3Fq%3Da`, { code: codeOf(secret) });
    expect(done).toRedirectTo("/app/books?q=a");
    expect(await sessionsOf(id)).toHaveLength(1);
    expect(visitor.cookies.has("second-step")).toBe(false);
    expect((await visitor.get("/app/account")).status).toBe(200);
    expect(await actionsOf(id)).toEqual(["auth.signIn"]);
  });

  test("by the emailed link requires the second step, too", async () => {
    const { id, email, secret } = await withSecondStep(worker);
    await new Visitor(worker).askForCode(email);
    const visitor = new Visitor(worker);
    expect(await visitor.post(await lastLink(worker, email), {})).toRedirectTo(STEP_PAGE);
    expect(await sessionsOf(id)).toEqual([]);
    expect(await visitor.post(STEP_PAGE, { code: codeOf(secret) })).toRedirectTo("/app");
  });

  test("is valid only in its own browser, and without a first step there is nothing to confirm", async () => {
    const { id, email, secret } = await withSecondStep(worker);
    await pastFirstStep(worker, email);
    const other = new Visitor(worker);
    expect(await other.get(STEP_PAGE)).toRedirectTo("/login");
    expect(await other.post(STEP_PAGE, { code: codeOf(secret) })).toRedirectTo("/login");
    other.cookies.set("second-step", (await pendingOf(id))[0]?.id as string);
    expect(await other.post(STEP_PAGE, { code: codeOf(secret) })).toRedirectTo("/login");
    expect(await sessionsOf(id)).toEqual([]);
  });

  test("is valid for ten minutes", async () => {
    const { id, email, secret } = await withSecondStep(worker);
    const { visitor } = await pastFirstStep(worker, email);
    const [pending] = await pendingOf(id);
    expect((pending?.expiresAt ?? 0) - (pending?.createdAt ?? 0)).toBe(10 * 60 * 1000);
    await worker.db
      .update(loginChallenges)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(loginChallenges.id, pending?.id ?? ""));
    expect(await visitor.post(STEP_PAGE, { code: codeOf(secret) })).toRedirectTo("/login");
    await expect(await visitor.get("/login")).toShow(t("factor:errors.expired"));
    expect(await sessionsOf(id)).toEqual([]);
  });

  test("in two tabs can be completed in either tab, and the other tab is then signed in, too", async () => {
    const { id, email, secret } = await withSecondStep(worker);
    const { visitor } = await pastFirstStep(worker, email);
    await pastFirstStep(worker, email, "", visitor);
    expect(await pendingOf(id)).toHaveLength(2);
    expect(await visitor.post(STEP_PAGE, { code: codeOf(secret) })).toRedirectTo("/app");
    expect(await visitor.post(STEP_PAGE, { code: codeOf(secret) })).toRedirectTo("/app");
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test("of a user who is banned in the meantime shows why, and gives no session", async () => {
    const { id, email, secret } = await withSecondStep(worker);
    const { visitor } = await pastFirstStep(worker, email);
    await worker.db.update(users).set({ bannedAt: 1, banReason: "Because" }).where(eq(users.id, id));
    const refused = await visitor.post(STEP_PAGE, { code: codeOf(secret) });
    expect(refused.status).toBe(403);
    await expect(refused).toShow("Because");
    expect(await sessionsOf(id)).toEqual([]);
  });
});

describe("a code from the app", () => {
  test("works once, however many try at the same time", async () => {
    const { id, email, secret } = await withSecondStep(worker);
    const browsers = [];
    for (let n = 0; n < 4; n++) browsers.push((await pastFirstStep(worker, email)).visitor);
    const code = codeOf(secret, 1);
    const answers = await Promise.all(browsers.map((visitor) => visitor.post(STEP_PAGE, { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400, 400, 400]);
    for (const answer of answers)
      if (answer.status === 400) await expect(answer).toShow(t("factor:errors.used"));
    expect(await sessionsOf(id)).toHaveLength(1);

    // The same code does not work later, either.
    const [late] = browsers.filter((visitor) => !visitor.cookies.has("session"));
    await expect(await (late as Visitor).post(STEP_PAGE, { code: codeOf(secret) })).toShow(
      t("factor:errors.used"),
    );
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  test("that is wrong can be tried five times, and then a recovery code still works", async () => {
    const { id, email, secret, codes } = await withSecondStep(worker);
    const { visitor } = await pastFirstStep(worker, email);
    const wrong = wrongCode(secret);
    for (const remaining of [4, 3, 2, 1]) {
      await expect(await visitor.post(STEP_PAGE, { code: wrong })).toShow(
        t("refused:codeWrong", { count: remaining }),
      );
    }
    expect((await visitor.post(STEP_PAGE, { code: wrong })).status).toBe(400);
    const refused = await visitor.post(STEP_PAGE, { code: codeOf(secret) });
    expect(refused.status).toBe(429);
    await expect(refused).toShow(t("factor:errors.tooManyAttempts"));
    expect(await sessionsOf(id)).toEqual([]);
    expect(await visitor.post(STEP_PAGE, { code: codes[0] as string })).toRedirectTo("/app");
  });

  test("from strangers counts towards one daily budget, which is separate from that of a known browser", async () => {
    const { id, email, secret } = await withSecondStep(worker);
    const { visitor: owner } = await pastFirstStep(worker, email);
    await owner.post(STEP_PAGE, { code: codeOf(secret) });
    await worker.db.update(sessions).set({ expiresAt: 0 }).where(eq(sessions.userId, id));
    owner.cookies.delete("session");

    const { visitor: stranger } = await pastFirstStep(worker, email);
    const [row] = (await pendingOf(id)).filter(({ consumedAt }) => consumedAt === null);
    // Strangers have tried 20 wrong codes in the last hours.
    for (let n = 0; n < 4; n++) {
      await worker.db
        .insert(loginChallenges)
        .values({ ...(row as NonNullable<typeof row>), id: crypto.randomUUID(), attempts: 5, expiresAt: 1 });
    }
    const refused = await stranger.post(STEP_PAGE, { code: codeOf(secret) });
    expect(refused.status).toBe(429);
    await expect(refused).toShow(t("factor:errors.tooManyFailures"));
    await pastFirstStep(worker, email, "", owner);
    expect(await owner.post(STEP_PAGE, { code: codeOf(secret, 1) })).toRedirectTo("/app");
  });

  test("has its own budget, which wrong login codes of strangers do not use up", async () => {
    const { email, secret } = await withSecondStep(worker);
    const { visitor } = await pastFirstStep(worker, email);
    await worker.db.insert(loginChallenges).values({
      id: crypto.randomUUID(),
      email,
      createdAt: Date.now(),
      expiresAt: Date.now(),
      attempts: 20,
    });
    expect(await visitor.post(STEP_PAGE, { code: codeOf(secret) })).toRedirectTo("/app");
  });

  test("for a second step that was switched off in the meantime signs nobody in: the user starts again", async () => {
    const { id, email, secret } = await withSecondStep(worker);
    const { visitor } = await pastFirstStep(worker, email);
    await worker.db
      .update(secondSteps)
      .set({ switchedOnAt: null, sealed: null })
      .where(eq(secondSteps.userId, id));
    expect(await visitor.post(STEP_PAGE, { code: codeOf(secret) })).toRedirectTo("/login");
    expect((await pastFirstStep(worker, email, "", visitor)).answer).toRedirectTo("/app");
  });

  test("after a first step with a former address signs nobody in", async () => {
    const { id, email, secret } = await withSecondStep(worker);
    const { visitor } = await pastFirstStep(worker, email);
    await worker.db
      .update(users)
      .set({ email: `moved-${email}` })
      .where(eq(users.id, id));
    expect(await visitor.post(STEP_PAGE, { code: codeOf(secret) })).toRedirectTo("/login");
    expect((await visitor.get("/app")).status).toBe(302);
  });
});
