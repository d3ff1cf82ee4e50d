import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR } from "#app/core/lib/durations.ts";
import { auditLog, sessions, users } from "#app/schema.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { addSecondStep, codeOf, wrongCode } from "#tests/support/second-steps.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastCode, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker();
});

afterAll(() => worker.stop());

/** Signs in an administrator whose last proof is old. @returns also their address */
async function administrator(provenAt = Date.now() - HOUR - 1) {
  const email = `admin-${crypto.randomUUID()}@example.com`;
  const visitor = await Visitor.signedIn(worker, { email, role: "admin" });
  const [user] = await worker.db.select().from(users).where(eq(users.email, email));
  await worker.db
    .update(sessions)
    .set({ provenAt })
    .where(eq(sessions.userId, user?.id as string));
  return { visitor, email };
}

const find = async (id: string) => (await worker.db.select().from(users).where(eq(users.id, id)))[0];

/** Finds the hidden fields of the first form on a page. */
function fieldsOf(html: string): Record<string, string> {
  const form =
    /<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(html.slice(html.indexOf("<main")))?.[2] ?? "";
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
      name as string,
      value as string,
    ]),
  );
}

test("a proof does not shorten a session that was recently renewed", async () => {
  const { visitor, email } = await administrator();
  const [admin] = await worker.db.select().from(users).where(eq(users.email, email));
  const ofAdmin = eq(sessions.userId, (admin as typeof users.$inferSelect).id);
  // The session was used so recently that it is not renewed now.
  const renewed = { updatedAt: Date.now() - HOUR / 2, expiresAt: Date.now() + 30 * 24 * HOUR - HOUR / 2 };
  await worker.db.update(sessions).set(renewed).where(ofAdmin);
  await visitor.post("/manager/account", { intent: "prove" });
  await visitor.post("/manager/account", { intent: "prove", proofCode: await lastCode(worker, email) });
  const [session] = await worker.db.select().from(sessions).where(ofAdmin);
  expect(session?.provenAt).toBeGreaterThan(Date.now() - HOUR);
  expect(session).toMatchObject(renewed);
});

test("a user who has asked for too many codes has to wait, and the form keeps its values", async () => {
  const { visitor } = await administrator();
  const path = `/manager/users/${(await addUser(worker)).id}/ban`;
  const ask = () => visitor.post(path, { reason: "Spam", proofResend: "on" });
  for (let n = 0; n < 5; n++) expect((await ask()).status).toBe(401);
  const refused = await ask();
  expect(refused.status).toBe(429);
  expect(refused.headers.get("X-Error-Code")).toBe("LIMIT_REACHED");
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(fieldsOf(await refused.text()).reason).toBe("Spam");
});

test("a change that can't be undone asks for a code, and is then made with the values in the form", async () => {
  const { visitor, email } = await administrator();
  const [admin] = await worker.db.select().from(users).where(eq(users.email, email));
  const { cookie } = await addSession(worker, admin as typeof users.$inferSelect, { provenAt: 0 });
  const elsewhere = new Visitor(worker, { Cookie: cookie });
  const person = await addUser(worker);
  const path = `/manager/users/${person.id}/ban`;
  const asked = await visitor.post(path, { reason: "Sold counterfeits" });
  expect(asked.status).toBe(401);
  expect(asked.headers.get("X-Error-Code")).toBe("SESSION_EXPIRED");
  await expect(asked).toShow(t("code:SESSION_EXPIRED"));
  await expect(asked).toShow(email);
  expect((await find(person.id))?.bannedAt).toBeNull();

  const fields = fieldsOf(await asked.text());
  expect(fields.reason).toBe("Sold counterfeits");
  const code = await lastCode(worker, email);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  const refused = await visitor.post(path, { ...fields, proofCode: wrong });
  expect(refused.status).toBe(401);
  await expect(refused).toShow(t("refused:codeWrong", { count: 4 }));
  expect(fieldsOf(await refused.text())).toEqual(fields);
  await expect(await visitor.post(path, { ...fields, proofCode: "12" })).toShow(t("refused:codeLength"));
  expect((await find(person.id))?.bannedAt).toBeNull();
  expect(await mailsTo(worker, email), "a wrong code sends no further email").toHaveLength(1);

  expect(await visitor.post(path, { ...fields, proofCode: code })).toRedirectTo(
    `/manager/users/${person.id}`,
  );
  expect(await find(person.id)).toMatchObject({ banReason: "Sold counterfeits" });

  // The proof lasts an hour, and only in this session.
  expect((await elsewhere.post(path, { reason: "Spam" })).status).toBe(401);
  const next = await addUser(worker);
  expect((await visitor.post(`/manager/users/${next.id}`, { intent: "delete" })).status).toBe(302);
  expect(await find(next.id)).toBeUndefined();
});

test("a code from the app works instead, once, for a user with a second step", async () => {
  const { visitor, email } = await administrator();
  const [admin] = await worker.db.select().from(users).where(eq(users.email, email));
  const { cookie } = await addSession(worker, admin as typeof users.$inferSelect, { provenAt: 0 });
  const elsewhere = new Visitor(worker, { Cookie: cookie });
  const person = await addUser(worker);
  const path = `/manager/users/${person.id}/ban`;
  const asked = await visitor.post(path, { reason: "Spam" });
  const html = await asked.text();
  expect(html).not.toContain("proofApp");
  const fields = fieldsOf(html);
  expect((await visitor.post(path, { ...fields, proofApp: "000000" })).status).toBe(401);

  const { secret } = await addSecondStep(worker, (admin as typeof users.$inferSelect).id);
  await expect(await visitor.post(path, { reason: "Spam" })).toShow(t("factor:proof"));
  const refused = await visitor.post(path, { ...fields, proofApp: wrongCode(secret) });
  expect(refused.status).toBe(401);
  await expect(refused).toShow(t("refused:codeWrong", { count: 4 }));
  expect(fieldsOf(await refused.text())).toEqual(fields);
  await expect(await visitor.post(path, { ...fields, proofApp: "12" })).toShow(t("refused:codeInvalid"));
  expect((await find(person.id))?.bannedAt).toBeNull();

  const answers = await Promise.all(
    [visitor, elsewhere].map((sender) => sender.post(path, { ...fields, proofApp: codeOf(secret) })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 401]);
  await expect(answers.find(({ status }) => status === 401)).toShow(t("factor:errors.used"));
  expect(await find(person.id)).toMatchObject({ banReason: "Spam" });
  const proven = await worker.db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, admin?.id as string));
  expect(proven.filter(({ provenAt }) => provenAt > Date.now() - HOUR)).toHaveLength(1);
});

test("within an hour of signing in no proof is needed, and an invalid form is refused before a proof is asked for", async () => {
  const { visitor } = await administrator(Date.now() - HOUR + 60_000);
  const person = await addUser(worker);
  expect((await visitor.post(`/manager/users/${person.id}/ban`, { reason: "Spam" })).status).toBe(302);

  const { visitor: other, email } = await administrator();
  const invalid = await other.post(`/manager/users/${person.id}/ban`, { reason: "" });
  expect(invalid.status).toBe(400);
  expect(await mailsTo(worker, email)).toHaveLength(0);
});

test.each(["delete", "unban"])("%s needs a proof, and a new name does not", async (intent) => {
  const { visitor } = await administrator();
  const person = await addUser(worker, { bannedAt: 1 });
  expect((await visitor.post(`/manager/users/${person.id}`, { intent })).status).toBe(401);
  expect((await find(person.id))?.bannedAt).toBe(1);
  expect((await visitor.post("/manager/account", { intent: "change-name", name: "Grace" })).status).toBe(302);
});

test("a user's new address and new role need a proof, and their new name does not", async () => {
  const { visitor } = await administrator();
  const person = await addUser(worker);
  const path = `/manager/users/${person.id}/update`;
  for (const form of [
    { intent: "set-email", email: "unproven@example.com" },
    { intent: "set-role", role: "admin", original: "user" },
  ] as Record<string, string>[]) {
    expect((await visitor.post(path, form)).status, form.intent).toBe(401);
  }
  expect(await find(person.id)).toEqual(person);
  expect(await visitor.post(path, { intent: "update", name: "Grace" })).toRedirectTo(path);
});

test("a form that another user has filled in is not sent, and another user's code proves nothing", async () => {
  const { visitor: first } = await administrator();
  const second = await administrator();
  const person = await addUser(worker);
  const path = `/manager/users/${person.id}/ban`;
  const fields = fieldsOf(await (await first.post(path, { reason: "Spam" })).text());
  const refused = await second.visitor.post(path, fields);
  expect(refused).toRedirectTo(path);
  expect(refused.headers.get("X-Error-Code")).toBe("SESSION_EXPIRED");
  expect(await mailsTo(worker, second.email)).toEqual([]);
  await expect(await second.visitor.get(path)).toShow(t("code:SESSION_EXPIRED"));
  expect((await find(person.id))?.bannedAt).toBeNull();

  await second.visitor.post(path, { reason: "Spam" });
  const code = await lastCode(worker, second.email);
  expect((await first.post(path, { ...fields, proofCode: code })).status).toBe(401);
  expect((await find(person.id))?.bannedAt).toBeNull();
});

test("a new code can be requested, the audit log leaves the request out, and each code works once", async () => {
  const { visitor, email } = await administrator();
  const person = await addUser(worker);
  const path = `/manager/users/${person.id}/ban`;
  const fields = fieldsOf(await (await visitor.post(path, { reason: "Spam" })).text());
  const old = await lastCode(worker, email);
  const resent = await visitor.post(path, { ...fields, proofResend: "yes" });
  await expect(resent).toShow(t("proof:resent"));
  expect(await mailsTo(worker, email)).toHaveLength(2);
  expect((await visitor.post(path, { ...fields, proofCode: old })).status).toBe(401);
  const code = await lastCode(worker, email);
  expect((await visitor.post(path, { ...fields, proofCode: code })).status).toBe(302);
  const entries = await worker.db.select().from(auditLog).where(eq(auditLog.actorLabel, email));
  expect(entries.map(({ action, code }) => code ?? action).sort()).toEqual(["INVALID_OTP", "user.ban"]);

  await worker.db.update(sessions).set({ provenAt: 0 });
  expect((await visitor.post(path, { ...fields, proofCode: code })).status).toBe(401);
});

test("the download of a user's data asks for the proof on the account page, and serves no file without it", async () => {
  const email = "exporter@example.com";
  const reader = await Visitor.signedIn(worker, { email });
  expect((await reader.get("/account/data")).headers.get("Content-Disposition")).toContain("attachment");
  await worker.db.update(sessions).set({ provenAt: 0 });
  expect(await reader.get("/account/data")).toRedirectTo("/app/account#data");
  const asked = await reader.post("/app/account", { intent: "prove" });
  expect(asked.status).toBe(401);
  const fields = fieldsOf(await asked.text());
  const proofCode = await lastCode(worker, email);
  expect(await reader.post("/app/account", { ...fields, proofCode })).toRedirectTo("/app/account#data");
  await expect(await reader.get("/app/account")).toShow(t("account:data.ready"));
  expect((await reader.get("/account/data")).headers.get("Content-Disposition")).toContain("attachment");
});
