import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { base64url } from "#app/core/lib/bytes.ts";
import { HOUR } from "#app/core/lib/durations.ts";
import { auditLog, passkeys, sessions, users } from "#app/schema.ts";
import { newChallenge } from "#app/slices/passkey/passkey-challenge.server.ts";
import { Authenticator } from "#tests/support/authenticator.ts";
import { addPasskey, askForPasskey, beginPasskey, passkeysOf, signInWith } from "#tests/support/passkeys.ts";
import { addSession } from "#tests/support/people.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, lastCode, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const PATH = "/account/passkeys";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

const add = async (visitor: Visitor, response: string) =>
  visitor.post(PATH, { intent: "add-passkey", response });

const entriesAbout = async (userId: string) =>
  (await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, userId)).orderBy(auditLog.at)).map(
    ({ action, changes }) => [action, changes],
  );

const sessionsOf = (userId: string) => worker.db.select().from(sessions).where(eq(sessions.userId, userId));

test("adding a passkey stores its public key and sends a notice, and the passkey then signs in", async () => {
  const { visitor, id, email } = await someone(worker, { name: "Ada" });
  await expect(await visitor.get(PATH)).toShow(t("passkey:empty"));
  const options = await beginPasskey(visitor);
  expect(options).toMatchObject({
    rp: { id: "127.0.0.1" },
    user: { name: email, displayName: "Ada" },
    attestation: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const phone = await Authenticator.on(worker);
  visitor.headers["User-Agent"] =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36";
  expect(await add(visitor, await phone.make(options))).toRedirectTo(PATH);
  const page = await visitor.get(PATH);
  expect(databaseCost(page)).toMatchObject({ roundTrips: 1 });
  await expect(page.clone()).toShow(t("passkey:success.added"));
  await expect(page).toShow(t("passkey:neverUsed"));
  const name = t("session:device", { browser: "Chrome", system: "Linux" });
  expect(await passkeysOf(worker, id)).toMatchObject([
    { credentialId: phone.credentialId, name, counter: 0, backedUp: true, transports: ["internal"] },
  ]);
  expect(await entriesAbout(id)).toEqual([["passkey.add", [["passkey", null, name]]]]);
  await expect
    .poll(() => mailsTo(worker, email))
    .toMatchObject([{ subject: t("email:passkeyAdded.subject") }]);

  const elsewhere = new Visitor(worker);
  expect(await signInWith(elsewhere, phone)).toRedirectTo("/app");
  await expect(await elsewhere.get(PATH)).toShow(name);
  expect(await passkeysOf(worker, id)).toMatchObject([{ counter: 1, lastUsedAt: expect.any(Number) }]);
  expect(await entriesAbout(id)).toContainEqual(["auth.signInWithPasskey", null]);
  expect((await sessionsOf(id)).map(({ provenAt }) => provenAt > Date.now() - HOUR)).toEqual([true, true]);
  // Another browser.
  await expect.poll(() => mailsTo(worker, email)).toHaveLength(2);
});

test("without script, the page says that adding a passkey needs another browser", async () => {
  const { visitor } = await someone(worker);
  const html = await (await visitor.get(PATH)).text();
  const [, plain = ""] = /<noscript>(.*?)<\/noscript>/s.exec(html.slice(html.indexOf("<main"))) ?? [];
  expect(plain.replaceAll("&#x27;", "'")).toContain(t("passkey:unsupported"));
});

test("a new passkey gets the name of its provider, if that is well known", async () => {
  const { visitor, id } = await someone(worker);
  const manager = await Authenticator.on(worker);
  manager.aaguid = Uint8Array.from(Buffer.from("ea9b8d664d011d213ce4b6b48cb575d4", "hex"));
  expect(await add(visitor, await manager.make(await beginPasskey(visitor)))).toRedirectTo(PATH);
  expect(await passkeysOf(worker, id)).toMatchObject([{ name: "Google Password Manager" }]);
  const options = await beginPasskey(visitor);
  expect(options.excludeCredentials?.map(({ id }) => id)).toEqual([manager.credentialId]);
});

test("adding a passkey in a session older than an hour asks for a proof, then continues", async () => {
  const { visitor, id, email } = await someone(worker);
  await worker.db
    .update(sessions)
    .set({ provenAt: Date.now() - HOUR })
    .where(eq(sessions.userId, id));
  const asked = await visitor.post(PATH, { intent: "begin-passkey" });
  expect(asked.status).toBe(401);
  await expect(asked).toShow(t("code:SESSION_EXPIRED"));
  const proof = { proofOf: id, proofCode: await lastCode(worker, email) };
  expect((await visitor.post(PATH, { intent: "begin-passkey", ...proof })).status).toBe(200);
  await addPasskey(visitor);
  expect(await passkeysOf(worker, id)).toHaveLength(1);
});

test("a response that was not requested is refused: another site, another host, no unlocking, another purpose", async () => {
  const { visitor, id } = await someone(worker);
  const deviations = [
    { origin: "https://deckle.example" },
    { rpId: "deckle.example" },
    { verified: false },
    { type: "webauthn.get" },
  ];
  for (const deviation of deviations) {
    const key = await Authenticator.on(worker);
    const refused = await add(visitor, await key.make(await beginPasskey(visitor), deviation));
    expect(refused.status, JSON.stringify(deviation)).toBe(400);
    expect(refused.headers.get("X-Error-Code")).toBe("INVALID_PASSKEY");
  }
  // Invalid challenges: one for signing in, another session's, an expired one, and one that nobody created.
  const options = await beginPasskey(visitor);
  const user = (await worker.db.select().from(users).where(eq(users.id, id)))[0] as typeof users.$inferSelect;
  const [here] = await sessionsOf(id);
  const { cookie } = await addSession(worker, user);
  const elsewhere = new Visitor(worker, { Cookie: cookie });
  const old = await newChallenge(worker.settings, `add:${here?.id}`, Date.now() - HOUR);
  const challenges = [
    (await askForPasskey(new Visitor(worker))).challenge,
    (await beginPasskey(elsewhere)).challenge,
    base64url(old),
    "bm9ib2R5J3M",
  ];
  for (const challenge of challenges) {
    const key = await Authenticator.on(worker);
    const refused = await add(visitor, await key.make({ ...options, challenge }));
    expect(refused.headers.get("X-Error-Code")).toBe("PASSKEY_EXPIRED");
  }
  for (const response of ["", "{}", "[", '{"id":"a"}']) {
    expect((await add(visitor, response)).status).toBe(400);
  }
  expect(await passkeysOf(worker, id)).toEqual([]);
  expect(await entriesAbout(id)).toEqual([]);
});

test("a form that is sent twice adds one passkey, and another passkey can't use its challenge", async () => {
  const { visitor, id, email } = await someone(worker);
  const options = await beginPasskey(visitor);
  const [first, second] = [await Authenticator.on(worker), await Authenticator.on(worker)];
  const form = await first.make(options);
  for (const answer of await Promise.all([add(visitor, form), add(visitor, form)])) {
    expect(answer).toRedirectTo(PATH);
  }
  const refused = await add(visitor, await second.make(options));
  expect(refused.headers.get("X-Error-Code")).toBe("PASSKEY_EXPIRED");
  expect(await passkeysOf(worker, id)).toHaveLength(1);
  await expect.poll(() => mailsTo(worker, email)).toHaveLength(1);
  // Once the passkey is removed, the same response does not add it again.
  await worker.db.delete(passkeys).where(eq(passkeys.userId, id));
  expect((await add(visitor, form)).status).toBe(400);
  expect(await passkeysOf(worker, id)).toEqual([]);
});

test("if a tenth and an eleventh passkey are added at the same time, only one of them is", async () => {
  const { visitor, id } = await someone(worker);
  for (let n = 0; n < 9; n++) await addPasskey(visitor);
  const forms: string[] = [];
  for (let n = 0; n < 2; n++) {
    forms.push(await (await Authenticator.on(worker)).make(await beginPasskey(visitor)));
  }
  const answers = await Promise.all(forms.map((form) => add(visitor, form)));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
  expect(await passkeysOf(worker, id)).toHaveLength(10);
  const refused = answers.find(({ status }) => status === 409) as Response;
  expect(await refused.text()).toContain(t("passkey:errors.tooMany", { limit: 10 }));
  const more = await visitor.post(`${PATH}.data`, { intent: "begin-passkey" });
  expect(more.status).toBe(409);
  expect(await more.text()).toContain(t("passkey:errors.tooMany", { limit: 10 }));
});

test("a passkey with an id that another user's passkey has is refused", async () => {
  const owner = await someone(worker);
  const key = await addPasskey(owner.visitor);
  const { visitor, id } = await someone(worker);
  const refused = await add(visitor, await key.make(await beginPasskey(visitor)));
  expect(refused.headers.get("X-Error-Code")).toBe("INVALID_PASSKEY");
  expect(await passkeysOf(worker, id)).toEqual([]);
  expect(await passkeysOf(worker, owner.id)).toHaveLength(1);
});

test("where passkeys are switched off, they are not offered and sign nobody in", async () => {
  const off = await startTestWorker({ settings: { PASSKEYS: "false" } });
  const visitor = await Visitor.signedIn(off);
  const login = await (await new Visitor(off).get("/login")).text();
  expect(login).toContain('autoComplete="email"');
  expect(await (await visitor.get("/app/account")).text()).not.toContain(PATH);
  for (const path of [PATH, "/login/passkey"]) {
    const caller = path === PATH ? visitor : new Visitor(off);
    expect((await caller.get(path)).status, path).toBe(404);
    expect((await caller.post(path, { intent: "begin-passkey" })).status, path).toBe(404);
  }
  await off.stop();
});

test("the account page shows the number of passkeys, and when one was last used", async () => {
  const { visitor, id } = await someone(worker);
  await expect(await visitor.get("/app/account")).toShow(t("account:passkeys.none"));
  await addPasskey(visitor);
  const one = await visitor.get("/app/account");
  await expect(one).toShow(t("account:passkeys.count", { count: 1 }));
  await worker.db
    .update(passkeys)
    .set({ lastUsedAt: Date.now() - 3 * HOUR })
    .where(eq(passkeys.userId, id));
  await expect(await visitor.get("/app/account")).toShow(
    t("account:passkeys.lastUsed", { time: "3 hours ago" }),
  );
});

test("the user's page in the manager shows their number, and when the latest was added", async () => {
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  const { visitor, id } = await someone(worker);
  const page = `/manager/users/${id}`;
  await expect(await admin.get(page)).toShow(t("account:passkeys.none"));
  await addPasskey(visitor);
  await worker.db
    .update(passkeys)
    .set({ createdAt: Date.UTC(2026, 2, 14, 12) })
    .where(eq(passkeys.userId, id));
  const latest = t("account:passkeys.latest", { day: "Mar 14, 2026" });
  await expect(await admin.get(page)).toShow(`${t("account:passkeys.count", { count: 1 })} · ${latest}`);
});
