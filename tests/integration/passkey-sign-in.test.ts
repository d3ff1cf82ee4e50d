import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { base64url } from "#app/core/lib/bytes.ts";
import { HOUR } from "#app/core/lib/durations.ts";
import { auditLog, jobs, notices, passkeys, sessions, usedPasskeyChallenges, users } from "#app/schema.ts";
import { newChallenge } from "#app/slices/passkey/passkey-challenge.server.ts";
import { Authenticator } from "#tests/support/authenticator.ts";
import { contentsOf } from "#tests/support/contents.ts";
import { DAILY, runCron } from "#tests/support/cron.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { addPasskey, askForPasskey, beginPasskey, passkeysOf, signInWith } from "#tests/support/passkeys.ts";
import { expectPasskeyRefused, passkeyDeviations } from "#tests/support/refused-passkeys.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

const storage = gatedStorage();
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());

const sessionsOf = (userId: string) => worker.db.select().from(sessions).where(eq(sessions.userId, userId));

/** Returns a browser that sends cookies, but did not get the challenge. */
const anyBrowser = () => new Visitor(worker, { Cookie: "theme=light" });

test("a browser without cookies shows why it can't sign in, and the response can still be used", async () => {
  const { visitor } = await someone(worker);
  const key = await addPasskey(visitor);
  const stranger = new Visitor(worker);
  stranger.cookies.set = () => stranger.cookies;
  const response = await key.sign(await askForPasskey(stranger));
  const refused = await stranger.post("/login/passkey", { response });
  expect(refused.headers.get("X-Error-Code")).toBe("COOKIES_NEEDED");
  expect(await refused.text()).toContain("cookies");
  expect(await anyBrowser().post("/login/passkey", { response })).toRedirectTo("/app");
});

test("a passkey signs in, leads to the page that its owner wanted, and asking for one stores nothing", async () => {
  const { visitor, id } = await someone(worker);
  const key = await addPasskey(visitor);
  // The notice of the sign-in is emailed after the response.
  await expect.poll(() => worker.db.$count(jobs)).toBe(0);
  const before = await contentsOf(worker, { without: [] });
  const stranger = new Visitor(worker);
  const asked = await stranger.get("/login/passkey");
  expect(databaseCost(asked).queries).toBe(0);
  const options = await asked.json();
  expect(options).toMatchObject({ rpId: "127.0.0.1", userVerification: "required" });
  expect(JSON.stringify(options)).not.toContain(key.credentialId);
  expect(await contentsOf(worker, { without: [] })).toEqual(before);

  const response = await key.sign(options as never);
  const answer = await stranger.post("/login/passkey?redirect=/app/account", { response });
  expect(answer).toRedirectTo("/app/account");
  expect([...stranger.cookies.keys()]).toEqual(expect.arrayContaining(["session", "device"]));
  expect(await sessionsOf(id)).toHaveLength(2);
  const [used] = await worker.db.select().from(usedPasskeyChallenges).orderBy(usedPasskeyChallenges.id);
  expect(used?.expiresAt).toBeGreaterThan(Date.now());

  const other = new Visitor(worker);
  const away = await key.sign(await askForPasskey(other));
  const nowhere = await other.post("/login/passkey?redirect=//deckle.example", { response: away });
  expect(nowhere).toRedirectTo("/app");
});

test("a user without a name is asked for it", async () => {
  const { visitor } = await someone(worker, { onboardedAt: null });
  const key = await addPasskey(visitor);
  const newcomer = new Visitor(worker);
  expect(await signInWith(newcomer, key)).toRedirectTo("/app");
  expect((await newcomer.get("/app")).headers.get("Location")).toMatch(/^\/onboarding/);
});

test("a response signs in once, even if it is sent twice at the same time, and not an hour later", async () => {
  const { visitor, id } = await someone(worker);
  const key = await addPasskey(visitor);
  const stranger = new Visitor(worker);
  const response = await key.sign(await askForPasskey(stranger));
  const visitors = [anyBrowser(), anyBrowser()];
  const answers = await Promise.all(visitors.map((one) => one.post("/login/passkey", { response })));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 400]);
  await expectPasskeyRefused(await stranger.post("/login/passkey", { response }), "PASSKEY_EXPIRED");
  // The second response has a higher counter, but the same challenge.
  const options = await askForPasskey(stranger);
  await stranger.post("/login/passkey", { response: await key.sign(options) });
  const again = { response: await key.sign(options) };
  await expectPasskeyRefused(await anyBrowser().post("/login/passkey", again), "PASSKEY_EXPIRED");
  expect(await sessionsOf(id)).toHaveLength(3);

  const old = base64url(await newChallenge(worker.settings, "sign-in", Date.now() - HOUR));
  const forAdding = (await beginPasskey(visitor)).challenge;
  for (const challenge of [old, forAdding, "bm9ib2R5J3M"]) {
    const late = { response: await key.sign({ ...options, challenge }) };
    await expectPasskeyRefused(await anyBrowser().post("/login/passkey", late), "PASSKEY_EXPIRED");
  }
});

test("a response is refused if it is from another site, without unlocking, forged, or with another user's handle", async () => {
  const { visitor, id, email } = await someone(worker);
  const key = await addPasskey(visitor);
  const deviations = passkeyDeviations(worker);
  for (const deviation of deviations) {
    await expectPasskeyRefused(await signInWith(new Visitor(worker), key, deviation), "INVALID_PASSKEY");
  }
  const nobodys = await Authenticator.on(worker);
  await expectPasskeyRefused(await signInWith(new Visitor(worker), nobodys), "PASSKEY_NOT_FOUND");
  for (const response of ["", "{}", "[", '{"id":"a"}']) {
    expect((await new Visitor(worker).post("/login/passkey", { response })).status).toBe(400);
  }
  expect(await sessionsOf(id)).toHaveLength(1);
  const refusals = await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(refusals).toContainEqual(
    expect.objectContaining({ subjectLabel: email, code: "INVALID_PASSKEY", count: deviations.length }),
  );
  // No attempt has used up the challenge.
  expect(await signInWith(new Visitor(worker), key)).toRedirectTo("/app");
});

test("a passkey whose counter goes back or stays is a copy and is refused, even if two are used at the same time", async () => {
  const { visitor, id } = await someone(worker);
  const key = await addPasskey(visitor);
  key.counter = 10;
  expect(await signInWith(new Visitor(worker), key)).toRedirectTo("/app");
  for (const counter of [4, 10]) {
    key.counter = counter;
    await expectPasskeyRefused(await signInWith(new Visitor(worker), key), "PASSKEY_COPIED");
  }
  expect(await passkeysOf(worker, id)).toMatchObject([{ counter: 11 }]);
  const visitors = [anyBrowser(), anyBrowser()];
  const forms: string[] = [];
  for (const one of visitors) {
    key.counter = 20;
    forms.push(await key.sign(await askForPasskey(one)));
  }
  const answers = await Promise.all(
    visitors.map((one, n) => one.post("/login/passkey", { response: forms[n] ?? "" })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 403]);
  // This authenticator has sent a counter before. A response without one comes from a copy.
  key.counter = null;
  await expectPasskeyRefused(await signInWith(new Visitor(worker), key), "PASSKEY_COPIED");
});

test("the owner gets a notice of a copy once a day, however often it is tried, and the audit log names the passkey", async () => {
  const { visitor, id, email } = await someone(worker);
  const key = await addPasskey(visitor);
  key.counter = 10;
  await signInWith(new Visitor(worker), key);
  const [passkey] = await passkeysOf(worker, id);
  const tryCopy = () => {
    key.counter = 4;
    return signInWith(new Visitor(worker), key);
  };
  for (const refused of await Promise.all([tryCopy(), tryCopy(), tryCopy()])) {
    await expectPasskeyRefused(refused, "PASSKEY_COPIED");
  }
  const emails = () =>
    worker.db
      .select()
      .from(notices)
      .where(and(eq(notices.userId, id), eq(notices.about, "passkeyCopied")));
  const logged = () =>
    worker.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, "passkey.tryCopy")));
  expect(await emails()).toHaveLength(1);
  expect(await logged()).toMatchObject([
    { actorId: null, subjectLabel: email, changes: [["passkey", null, passkey?.name]] },
  ]);
  const subject = t("email:passkeyCopied.subject");
  await expect
    .poll(async () => (await mailsTo(worker, email)).filter((mail) => mail.subject === subject))
    .toMatchObject([{ text: expect.stringContaining(passkey?.name ?? "") }]);

  await worker.db
    .update(notices)
    .set({ createdAt: Date.now() - 24 * HOUR })
    .where(eq(notices.userId, id));
  await tryCopy();
  expect(await emails()).toHaveLength(2);
  expect(await logged()).toHaveLength(2);
});

test("an authenticator without a counter can sign in any number of times", async () => {
  const { visitor, id } = await someone(worker);
  const key = await addPasskey(visitor);
  key.counter = null;
  for (let n = 0; n < 2; n++) expect(await signInWith(new Visitor(worker), key)).toRedirectTo("/app");
  expect(await sessionsOf(id)).toHaveLength(3);
});

test("a banned user is refused with the reason, and nobody else sees it", async () => {
  const { visitor, id } = await someone(worker);
  const key = await addPasskey(visitor);
  await worker.db.update(users).set({ bannedAt: 1, banReason: "Spam" }).where(eq(users.id, id));
  const refused = await signInWith(new Visitor(worker), key);
  expect(refused.status).toBe(403);
  const sentences = [
    t("auth:banned.title"),
    t("auth:banned.because", { reason: "Spam" }),
    t("auth:banned.help"),
  ];
  await expectPasskeyRefused(refused, "BANNED_USER", sentences.join("\n"));
  const forged = await signInWith(new Visitor(worker), key, { forged: true });
  await expectPasskeyRefused(forged, "INVALID_PASSKEY");
  // Once the ban has ended, the passkey works again.
  await worker.db.update(users).set({ banExpiresAt: 2 }).where(eq(users.id, id));
  expect(await signInWith(new Visitor(worker), key)).toRedirectTo("/app");
});

test("a passkey that is removed, or whose owner is banned, during the sign-in gives no session", async () => {
  const remove = (id: string) => worker.db.delete(passkeys).where(eq(passkeys.userId, id));
  const ban = (id: string) => worker.db.update(users).set({ bannedAt: 1 }).where(eq(users.id, id));
  for (const [change, code] of [
    [remove, "PASSKEY_NOT_FOUND"],
    [ban, "BANNED_USER"],
  ] as const) {
    const { visitor, id } = await someone(worker);
    const key = await addPasskey(visitor);
    storage.before(/insert into "sessions"/, () => change(id));
    const answer = await signInWith(new Visitor(worker), key);
    expect(answer.headers.get("X-Error-Code")).toBe(code);
    expect(await sessionsOf(id)).toHaveLength(1);
  }
});

test("the cron deletes expired challenges", async () => {
  await worker.db
    .insert(usedPasskeyChallenges)
    .values({ id: "old", usedBy: "somebody", expiresAt: Date.now() - 1 });
  await runCron(worker, DAILY);
  const left = await worker.db.select().from(usedPasskeyChallenges);
  expect(left.length).toBeGreaterThan(0);
  expect(left.map(({ id }) => id)).not.toContain("old");
});
