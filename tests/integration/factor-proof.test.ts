import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { secondSteps, sessions, type users } from "#app/schema.ts";
import { accessTokensOf } from "#tests/support/api-tokens.ts";
import { Authenticator } from "#tests/support/authenticator.ts";
import { addPasskey, askForProof, beginPasskey, passkeysOf, signInWith } from "#tests/support/passkeys.ts";
import { addSession, addUser, findUser } from "#tests/support/people.ts";
import { addSecondStep, beginSetup, codeOf, pastFirstStep, wrongCode } from "#tests/support/second-steps.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastCode, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const PASSKEYS = "/account/passkeys";
const SECOND_STEP = "/account/second-step";
const STEP = "/login/second-step";
const BEGIN = { intent: "begin-passkey" };

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

/** Sets when a user's sessions last proved who the user is, by email and by a factor. */
const setProofs = (userId: string, proofs: { provenAt?: number; factorProvenAt?: number }) =>
  worker.db.update(sessions).set(proofs).where(eq(sessions.userId, userId));

/** Returns another browser, in which the user has just signed in with an emailed code. */
async function elsewhere(email: string) {
  const user = (await findUser(worker, email)) as typeof users.$inferSelect;
  return new Visitor(worker, { Cookie: (await addSession(worker, user)).cookie });
}

/** Expects the page that asks for a proof, and that it does not offer an emailed code. */
async function expectAskedBeyondMail(answer: Response, help: string) {
  expect(answer.status).toBe(401);
  expect(answer.headers.get("X-Error-Code")).toBe("SESSION_EXPIRED");
  const html = await answer.text();
  await expect(new Response(html)).toShow(help);
  expect(html).not.toMatch(/name="proof(Code|Resend)"/);
  return html;
}

const newToken = () => ({
  intent: "create-token",
  id: crypto.randomUUID(),
  name: "CI",
  scopes: "read",
  ends: "30",
});

describe("a user with a second step", () => {
  test("adds a passkey with a code from the app, not with an emailed one", async () => {
    const { visitor, id, email } = await someone(worker);
    const { secret, codes } = await addSecondStep(worker, id);
    // An emailed code that another form asked for.
    await setProofs(id, { provenAt: 0 });
    await visitor.post(SECOND_STEP, { intent: "renew-codes", code: codes[0] as string });
    const byMail = { proofOf: id, proofCode: await lastCode(worker, email) };
    await setProofs(id, { provenAt: Date.now() });

    const html = await expectAskedBeyondMail(await visitor.post(PASSKEYS, BEGIN), t("factor:proofHelp"));
    expect(html).toContain('name="proofApp"');
    expect(html).toContain('name="intent" value="begin-passkey"');
    for (const given of [byMail, { proofOf: id, proofResend: "yes" }])
      await expectAskedBeyondMail(
        await visitor.post(PASSKEYS, { ...BEGIN, ...given }),
        t("factor:proofHelp"),
      );
    const wrong = { proofOf: id, proofApp: wrongCode(secret) };
    expect((await visitor.post(PASSKEYS, { ...BEGIN, ...wrong })).headers.get("X-Error-Code")).toBe(
      "INVALID_OTP",
    );
    expect(await mailsTo(worker, email)).toHaveLength(1);

    const proof = { proofOf: id, proofApp: codeOf(secret) };
    expect((await visitor.post(PASSKEYS, { ...BEGIN, ...proof })).status).toBe(200);
    await addPasskey(visitor);
    expect(await passkeysOf(worker, id)).toHaveLength(1);
    // An hour later the page asks again.
    await setProofs(id, { factorProvenAt: Date.now() - 60 * 60 * 1000 });
    await expectAskedBeyondMail(await visitor.post(PASSKEYS, BEGIN), t("factor:proofHelp"));
  });

  test("needs no further proof right after signing in with an app code or a recovery code", async () => {
    const user = await addUser(worker, { emailVerifiedAt: 1 });
    const { secret, codes } = await addSecondStep(worker, user.id);
    for (const code of [codeOf(secret), codes[0] as string]) {
      const { visitor, answer } = await pastFirstStep(worker, user.email);
      expect(answer).toRedirectTo(STEP);
      expect(await visitor.post(STEP, { code })).toRedirectTo("/app");
      expect((await visitor.post(PASSKEYS, BEGIN)).status).toBe(200);
    }
  });

  test("creates an access token with a code from the app, not with an emailed one", async () => {
    const { visitor, id } = await someone(worker);
    const { secret } = await addSecondStep(worker, id);
    const form = newToken();
    await expectAskedBeyondMail(await visitor.post("/account/tokens", form), t("factor:proofHelp"));
    expect(await accessTokensOf(worker, id)).toEqual([]);
    const proof = { proofOf: id, proofApp: codeOf(secret) };
    await expect(await visitor.post("/account/tokens", { ...form, ...proof })).toShow(t("token:made.once"));
  });

  test("deletes their account with a code from the app in addition to the emailed one", async () => {
    const { visitor, id, email } = await someone(worker);
    const { secret } = await addSecondStep(worker, id);
    const page = "/account/delete";
    const send = { intent: "send-code" };
    await expectAskedBeyondMail(await visitor.post(page, send), t("factor:proofHelp"));
    expect(await mailsTo(worker, email)).toEqual([]);
    const proof = { proofOf: id, proofApp: codeOf(secret) };
    expect(await visitor.post(page, { ...send, ...proof })).toRedirectTo(page);
    const deletion = { intent: "delete", code: await lastCode(worker, email), confirmation: email };
    // Make the proof older than an hour, while the code is still valid.
    await setProofs(id, { factorProvenAt: 0 });
    const html = await expectAskedBeyondMail(await visitor.post(page, deletion), t("factor:proofHelp"));
    expect(html).toContain(`name="confirmation" value="${email}"`);
    expect(await findUser(worker, email)).toBeDefined();
    await setProofs(id, { factorProvenAt: Date.now() });
    expect(await visitor.post(page, deletion)).toRedirectTo("/login");
    expect(await findUser(worker, email)).toBeUndefined();
  });

  test("needs no further code right after switching the second step on", async () => {
    const { visitor } = await someone(worker);
    const { sealed, secret } = await beginSetup(visitor);
    await visitor.post(SECOND_STEP, { intent: "switch-on", secret: sealed, code: codeOf(secret) });
    expect((await visitor.post(PASSKEYS, BEGIN)).status).toBe(200);
  });

  test("adds no passkey with a challenge from before the second step", async () => {
    const { visitor, id } = await someone(worker);
    const response = await (await Authenticator.on(worker)).make(await beginPasskey(visitor));
    await addSecondStep(worker, id);
    const late = await visitor.post(PASSKEYS, { intent: "add-passkey", response });
    expect(late.headers.get("X-Error-Code")).toBe("PASSKEY_EXPIRED");
    expect(await passkeysOf(worker, id)).toEqual([]);
    // Once the second step is off, no code is needed.
    await worker.db.update(secondSteps).set({ switchedOnAt: null }).where(eq(secondSteps.userId, id));
    await addPasskey(visitor);
  });
});

describe("a user with a passkey", () => {
  test("adds another passkey with a proof by the first one, not with an emailed code", async () => {
    const { visitor, id, email } = await someone(worker);
    const key = await addPasskey(visitor);
    const other = await elsewhere(email);
    const html = await expectAskedBeyondMail(await other.post(PASSKEYS, BEGIN), t("passkey:proof.help"));
    expect(html).not.toContain('name="proofApp"');
    const proofPasskey = await key.sign(await askForProof(other, PASSKEYS, BEGIN));
    const proof = { proofOf: id, proofPasskey };
    expect((await other.post(PASSKEYS, { ...BEGIN, ...proof })).status).toBe(200);
    await addPasskey(other);
    expect(await passkeysOf(worker, id)).toHaveLength(2);
  });

  test("needs no further proof right after signing in with it", async () => {
    const { visitor } = await someone(worker);
    const key = await addPasskey(visitor);
    const other = new Visitor(worker);
    expect(await signInWith(other, key)).toRedirectTo("/app");
    expect((await other.post(PASSKEYS, BEGIN)).status).toBe(200);
  });

  test("adds a passkey with an emailed code after removing the lost one", async () => {
    const { visitor, id, email } = await someone(worker);
    await addPasskey(visitor);
    const other = await elsewhere(email);
    const [lost] = await passkeysOf(worker, id);
    await other.post(PASSKEYS, { intent: "remove-passkey", passkeyId: lost?.id as string });
    await addPasskey(other);
    expect(await passkeysOf(worker, id)).toHaveLength(1);
  });

  test("creates an access token with an emailed code, the only way without script", async () => {
    const { visitor, email } = await someone(worker);
    await addPasskey(visitor);
    const other = await elsewhere(email);
    await expect(await other.post("/account/tokens", newToken())).toShow(t("token:made.once"));
  });
});
