import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUR } from "#app/core/lib/durations.ts";
import { loginChallenges, passkeys, SECOND_STEP, sessions } from "#app/schema.ts";
import {
  administrator,
  begin,
  carryOut,
  expectReset,
  LATER,
  personWithFactors,
} from "#tests/support/factor-resets.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { addPasskey, signInWith } from "#tests/support/passkeys.ts";
import { addSecondStep, codeOf, pastFirstStep } from "#tests/support/second-steps.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const STEP_PAGE = "/login/second-step";

const storage = gatedStorage();
let worker: TestWorker;
let admin: Awaited<ReturnType<typeof administrator>>;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
  admin = await administrator(worker);
});
afterAll(() => worker.stop());

describe("during a sign-in, a reset", () => {
  test("closes a sign-in that waits for its second step, whatever code follows", async () => {
    const person = await personWithFactors(worker);
    await begin(worker, admin, person);
    const { visitor } = await pastFirstStep(worker, person.email);
    // Extend the sign-in. Otherwise it would have expired by the time the reset is due.
    const waits = and(eq(loginChallenges.userId, person.id), eq(loginChallenges.purpose, SECOND_STEP));
    const moment = Date.now() + LATER;
    await worker.db
      .update(loginChallenges)
      .set({ createdAt: moment, expiresAt: moment + HOUR })
      .where(waits);
    await carryOut(worker);
    await expectReset(worker, person);
    expect((await worker.db.select().from(loginChallenges).where(waits))[0]?.replacedAt).not.toBeNull();
    // Setting up the second step again with the same app does not help either.
    await addSecondStepAgain(person.id);
    for (const code of [codeOf(person.secret), person.codes[0] as string]) {
      expect(await visitor.post(STEP_PAGE, { code })).toRedirectTo("/login");
    }
    expect(await worker.db.$count(sessions, eq(sessions.userId, person.id))).toBe(0);
  });

  test("between the check of the code and the session leaves no session", async () => {
    for (const kind of ["app", "recovery"] as const) {
      const person = await personWithFactors(worker);
      await begin(worker, admin, person);
      const { visitor } = await pastFirstStep(worker, person.email);
      storage.before(/insert into "sessions"/, () => carryOut(worker));
      const code = kind === "app" ? codeOf(person.secret) : (person.codes[0] as string);
      expect(await visitor.post(STEP_PAGE, { code })).toRedirectTo("/login");
      await expectReset(worker, person);
    }
  });

  test("at the same time as a passkey leaves no session, whichever is first", async () => {
    for (const isFirst of [true, false]) {
      const visitor = await Visitor.signedIn(worker, { email: `${crypto.randomUUID()}@example.com` });
      const key = await addPasskey(visitor);
      const [{ userId } = { userId: "" }] = await worker.db
        .select()
        .from(passkeys)
        .where(eq(passkeys.credentialId, key.credentialId));
      await addSecondStep(worker, userId);
      await begin(worker, admin, { id: userId });
      const newcomer = new Visitor(worker);
      if (isFirst) storage.before(/insert into "sessions"/, () => carryOut(worker));
      else storage.before(/update "factor_resets" set "done_at"/, () => signInWith(newcomer, key));
      if (isFirst) {
        const answer = await signInWith(newcomer, key);
        expect(answer.headers.get("X-Error-Code")).toBe("PASSKEY_NOT_FOUND");
      } else {
        await carryOut(worker);
        expect(newcomer.cookies.has("session")).toBe(true);
      }
      await expectReset(worker, { id: userId });
      expect((await newcomer.get("/app")).status).toBe(302);
    }
  });
});

/** Gives a user their former second step back, as if they had set it up again with the same secret. */
async function addSecondStepAgain(userId: string) {
  await worker.d1
    .prepare("update second_steps set sealed = 'again', switched_on_at = 1 where user_id = ?")
    .bind(userId)
    .run();
}
