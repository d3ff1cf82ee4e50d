import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { base64url } from "#app/core/lib/bytes.ts";
import { HOUR } from "#app/core/lib/durations.ts";
import { auditLog, passkeys, sessions, type users } from "#app/schema.ts";
import { newChallenge } from "#app/slices/passkey/passkey-challenge.server.ts";
import { Authenticator } from "#tests/support/authenticator.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { addPasskey, askForPasskey, askForProof, beginPasskey, passkeysOf } from "#tests/support/passkeys.ts";
import { addSession, addUser, findUser } from "#tests/support/people.ts";
import { passkeyDeviations } from "#tests/support/refused-passkeys.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastCode, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

const storage = gatedStorage();
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());

/**
 * Signs in an administrator with a passkey and an old proof.
 * @returns also a form that requires a new proof
 */
async function administrator(given: Parameters<typeof addUser>[1] = {}) {
  const email = `${crypto.randomUUID()}@example.com`;
  const visitor = await Visitor.signedIn(worker, { email, role: "admin", emailVerifiedAt: 1, ...given });
  const user = (await findUser(worker, email)) as typeof users.$inferSelect;
  const key = await addPasskey(visitor);
  const expireProof = () =>
    worker.db.update(sessions).set({ provenAt: 0 }).where(eq(sessions.userId, user.id));
  await expireProof();
  const person = await addUser(worker);
  const path = `/manager/users/${person.id}/ban`;
  const fields = { reason: `Sold "counterfeits"`, proofOf: user.id };
  const isBanned = async () => (await findUser(worker, person.email))?.bannedAt !== null;
  return { visitor, user, key, expireProof, path, fields, isBanned };
}

test("a passkey replaces the code, and the form is carried out unchanged", async () => {
  const { visitor, user, key, path, fields, isBanned } = await administrator();
  const asked = await visitor.post(path, fields);
  expect(asked.status).toBe(401);
  // Without script, the page does not offer passkeys.
  await expect(asked.clone()).toShow(t("proof:submit"));
  await expect(asked).not.toShow(t("passkey:proof.submit"));
  const options = await askForProof(visitor, path, fields);
  expect(options).toMatchObject({
    rpId: "127.0.0.1",
    userVerification: "required",
    allowCredentials: [{ id: key.credentialId, transports: ["internal"] }],
  });
  expect(await isBanned()).toBe(false);
  const form = { ...fields, proofPasskey: await key.sign(options) };
  expect((await visitor.post(path, form)).status).toBe(302);
  expect(await isBanned()).toBe(true);
  expect(await passkeysOf(worker, user.id)).toMatchObject([{ counter: 1, lastUsedAt: expect.any(Number) }]);

  // The proof lasts an hour.
  const next = await addUser(worker);
  expect((await visitor.post(`/manager/users/${next.id}`, { intent: "delete" })).status).toBe(302);
  expect(await findUser(worker, next.email)).toBeUndefined();
});

test("a user without a passkey is offered none, nor is anybody where passkeys are switched off", async () => {
  const { visitor, user, path, fields } = await administrator();
  await worker.db.delete(passkeys).where(eq(passkeys.userId, user.id));
  await expect(askForProof(visitor, path, fields)).rejects.toThrow("No options: 401");

  const off = await startTestWorker({ settings: { PASSKEYS: "false" } });
  const other = await addUser(off, { role: "admin" });
  await off.db.insert(passkeys).values({
    userId: other.id,
    name: "Phone",
    credentialId: "a",
    publicKey: "",
    counter: 0,
    transports: [],
    aaguid: "",
    backedUp: false,
    createdAt: 1,
  });
  const { cookie } = await addSession(off, other, { provenAt: 0 });
  const reader = new Visitor(off, { Cookie: cookie });
  const form = { reason: "Spam", proofOf: other.id };
  await expect(askForProof(reader, `/manager/users/${other.id}/ban`, form)).rejects.toThrow(
    "No options: 401",
  );
  const refused = await reader.post(`/manager/users/${other.id}/ban`, { ...form, proofPasskey: "{}" });
  expect(refused.headers.get("X-Error-Code")).toBe("PASSKEY_NOT_FOUND");
  await off.stop();
});

test("an invalid response is refused with the reason, and the form is kept", async () => {
  const { visitor, user, key, path, fields, isBanned } = await administrator();
  const expectRefused = async (proofPasskey: string, code: string, message: string) => {
    const refused = await visitor.post(path, { ...fields, proofPasskey });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("X-Error-Code")).toBe(code);
    const html = await refused.text();
    expect(html).toContain(message);
    expect(html).toContain('name="reason" value="Sold &quot;counterfeits&quot;"');
    expect(html).not.toContain('name="proofPasskey"');
    expect(await isBanned()).toBe(false);
  };
  const deviations = passkeyDeviations(worker);
  for (const deviation of deviations) {
    const answer = await key.sign(await askForProof(visitor, path, fields), deviation);
    await expectRefused(answer, "INVALID_PASSKEY", t("code:INVALID_PASSKEY"));
  }
  for (const answer of ["", "{}", "[", '{"id":"a"}']) {
    await expectRefused(answer, "INVALID_PASSKEY", t("code:INVALID_PASSKEY"));
  }

  // Invalid challenges: another session's, those for other purposes, expired ones, and one that nobody
  // created.
  const { cookie, sessionId } = await addSession(worker, user, { provenAt: 0 });
  const elsewhere = new Visitor(worker, { Cookie: cookie });
  const [here] = await worker.db.select().from(sessions).where(eq(sessions.userId, user.id));
  expect(sessionId).not.toBe(here?.id);
  const old = await newChallenge(worker.settings, `prove:${here?.id}`, Date.now() - HOUR);
  const options = await askForProof(visitor, path, fields);
  await worker.db.update(sessions).set({ provenAt: Date.now() }).where(eq(sessions.userId, user.id));
  const forAdding = (await beginPasskey(visitor)).challenge;
  await worker.db.update(sessions).set({ provenAt: 0 }).where(eq(sessions.userId, user.id));
  const challenges = [
    (await askForProof(elsewhere, path, fields)).challenge,
    (await askForPasskey(new Visitor(worker))).challenge,
    forAdding,
    base64url(old),
    "bm9ib2R5J3M",
  ];
  for (const challenge of challenges) {
    const answer = await key.sign({ ...options, challenge });
    await expectRefused(answer, "PASSKEY_EXPIRED", t("code:PASSKEY_EXPIRED"));
  }
  // The response to the proof does not sign the user in either.
  const response = await key.sign(options);
  const stranger = new Visitor(worker);
  await askForPasskey(stranger);
  const refused = await stranger.post("/login/passkey", { response });
  expect(refused.headers.get("X-Error-Code")).toBe("PASSKEY_EXPIRED");

  const other = await administrator();
  const nobodys = await Authenticator.on(worker);
  await nobodys.make(await beginPasskey(await Visitor.signedIn(worker)));
  for (const notTheirs of [other.key, nobodys]) {
    const answer = await notTheirs.sign(await askForProof(visitor, path, fields));
    await expectRefused(answer, "PASSKEY_NOT_FOUND", t("passkey:errors.notYours"));
  }
  await worker.db.update(passkeys).set({ counter: 1000 }).where(eq(passkeys.userId, user.id));
  const copy = await key.sign(await askForProof(visitor, path, fields));
  await expectRefused(copy, "PASSKEY_COPIED", t("passkey:errors.copied"));
  const [entry] = await worker.db.select().from(auditLog).where(eq(auditLog.action, "passkey.tryCopy"));
  expect(entry).toMatchObject({ actorId: user.id, subjectId: user.id });
  // The passkey was removed in the meantime.
  const late = await key.sign(await askForProof(visitor, path, fields));
  await worker.db.delete(passkeys).where(eq(passkeys.userId, user.id));
  await expectRefused(late, "PASSKEY_NOT_FOUND", t("passkey:errors.notYours"));

  // An emailed code still works.
  const proofCode = await lastCode(worker, user.email);
  expect((await visitor.post(path, { ...fields, proofCode })).status).toBe(302);
  expect(await isBanned()).toBe(true);
});

test("a response counts as a proof once: a second one at the same time, or later, is refused", async () => {
  const { visitor, key, expireProof, path, fields, isBanned } = await administrator();
  const form = { ...fields, proofPasskey: await key.sign(await askForProof(visitor, path, fields)) };
  const answers: Response[] = [];
  storage.before(/update "passkeys" set "counter"/, async () => answers.push(await visitor.post(path, form)));
  answers.push(await visitor.post(path, form));
  expect(answers.map(({ status }) => status)).toEqual([302, 401]);
  await expect(answers[1] as Response).toShow(t("proof:title"));
  expect(answers[1]?.headers.get("X-Error-Code")).toBe("PASSKEY_EXPIRED");
  expect(await isBanned()).toBe(true);
  await expireProof();
  expect((await visitor.post(path, form)).headers.get("X-Error-Code")).toBe("PASSKEY_EXPIRED");
  expect((await visitor.post(path, fields)).headers.get("X-Error-Code")).toBe("SESSION_EXPIRED");
});

test("a passkey that is removed between its check and its use proves nothing", async () => {
  const { visitor, user, key, path, fields, isBanned } = await administrator();
  const proofPasskey = await key.sign(await askForProof(visitor, path, fields));
  storage.before(/update "passkeys" set "counter"/, () =>
    worker.db.delete(passkeys).where(eq(passkeys.userId, user.id)),
  );
  const refused = await visitor.post(path, { ...fields, proofPasskey });
  expect(refused.headers.get("X-Error-Code")).toBe("PASSKEY_NOT_FOUND");
  expect(await isBanned()).toBe(false);
});
