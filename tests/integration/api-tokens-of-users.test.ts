import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import { notMeUrl } from "#app/identity/notice/not-me-link.server.ts";
import { auditLog, notices, users } from "#app/schema.ts";
import { accessTokensOf, addAccessToken } from "#tests/support/api-tokens.ts";
import { DAILY, runCron } from "#tests/support/cron.ts";
import { csvOf } from "#tests/support/csv.ts";
import { addSession, addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, lastCode, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin", email: "boss@example.com" });
});
afterAll(() => worker.stop());

const namesOf = async (userId: string) =>
  (await accessTokensOf(worker, userId)).map(({ name }) => name).sort();

describe("an administrator", () => {
  test("sees a user's tokens in one round trip and a few rows, and no section without tokens", async () => {
    const person = await addUser(worker);
    const path = `/manager/users/${person.id}`;
    await expect(await admin.get(path)).not.toShow(t("token:ofUser"));
    for (let n = 0; n < 25; n++) await addAccessToken(worker, person.id, { name: `Token ${n}` });
    const { tokenHash } = await addAccessToken(worker, (await addUser(worker)).id, {
      name: "Somebody else's",
    });
    const page = await admin.get(path);
    const { roundTrips, rowsRead } = databaseCost(page);
    expect(roundTrips).toBe(1);
    expect(rowsRead).toBeLessThan(60);
    const html = await page.text();
    for (const text of [
      t("token:ofUser"),
      "Token 0",
      "Token 24",
      t("token:scopes.read"),
      t("token:neverUsed"),
    ])
      await expect(new Response(html)).toShow(text);
    expect(html).not.toContain("Somebody else");
    for (const token of await accessTokensOf(worker, person.id)) expect(html).not.toContain(token.tokenHash);
    expect(html).not.toContain(tokenHash);
  });

  test("revokes one token or all, and the user gets a notice each time, if there was one", async () => {
    const person = await addUser(worker);
    const path = `/manager/users/${person.id}`;
    const theirs = await addAccessToken(worker, (await addUser(worker)).id);
    const { id: tokenId } = await addAccessToken(worker, person.id, { name: "First" });
    for (const name of ["Second", "Third"]) await addAccessToken(worker, person.id, { name });
    await admin.post(path, { intent: "revoke-token", tokenId: theirs.id });
    for (let n = 0; n < 2; n++)
      expect(await admin.post(path, { intent: "revoke-token", tokenId })).toRedirectTo(path);
    expect(await namesOf(person.id)).toEqual(["Second", "Third"]);
    const emailSubjects = async () => (await mailsTo(worker, person.email)).map(({ subject }) => subject);
    const subject = t("email:tokensRevoked.subject");
    await expect.poll(emailSubjects).toEqual([subject]);
    await expect(await admin.get(`${path}?confirm=revoke-tokens`)).toShow(t("token:question.title"));
    for (let n = 0; n < 2; n++)
      expect(await admin.post(path, { intent: "revoke-tokens" })).toRedirectTo(path);
    await expect.poll(emailSubjects).toEqual([subject, subject]);
    expect(await namesOf(person.id)).toEqual([]);
    expect(await namesOf(theirs.userId)).toEqual(["CI"]);
    const entries = await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, person.id));
    expect(entries.map(({ action, actorLabel, subjectLabel }) => [action, actorLabel, subjectLabel])).toEqual(
      Array(3).fill(["token.revoke", "boss@example.com", person.email]),
    );
    await expect(await admin.get(`/manager/audit?person=${person.id}`)).toShow("Third");
  });

  test("confirms before revoking all, and returns to the filtered list", async () => {
    const person = await addUser(worker);
    await addAccessToken(worker, person.id);
    await addSession(worker, person);
    const list = { list: "role=user&sort=email" };
    const html = await (await admin.get(`/manager/users/${person.id}?${new URLSearchParams(list)}`)).text();
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(
      ([, link]) => link?.replaceAll("&amp;", "&") ?? "",
    );
    const questions = [
      ["revoke", t("session:question.all")],
      ["revoke-tokens", t("token:question.title")],
    ] as const;
    for (const [question, title] of questions) {
      const link = links.find((link) => new URLSearchParams(link.split("?")[1]).get("confirm") === question);
      const asked = await admin.get(link ?? `no link asks ${question}`);
      await expect(asked).toShow(title);
      expect(await asked.text()).toContain('href="/manager/users?role=user&amp;sort=email"');
    }
  });

  test("gets no notice of revoking their own tokens on their own page of the manager", async () => {
    const { id = "" } = (await findUser(worker, "boss@example.com")) ?? {};
    await addAccessToken(worker, id);
    await admin.post(`/manager/users/${id}`, { intent: "revoke-tokens" });
    expect(await namesOf(id)).toEqual([]);
    expect(await worker.db.select().from(notices).where(eq(notices.userId, id))).toEqual([]);
  });
});

test("the audit log and its file name the token that was used", async () => {
  const entry = { at: Date.now(), requestId: "by-token", action: "user.update" as const, subjectLabel: "x" };
  const actor = { actorId: "somebody", actorLabel: "somebody@example.com" };
  await worker.db.insert(auditLog).values([
    { ...entry, ...actor, tokenName: "=Nightly" },
    { ...entry, ...actor, tokenName: null },
  ]);
  await expect(await admin.get("/manager/audit")).toShow(t("audit:withToken", { name: "=Nightly" }));
  const { rows } = await csvOf(await admin.post("/manager/audit/export", {}));
  const tokens = rows.filter((row) => row.request_id === "by-token").map(({ token }) => token);
  expect(tokens.sort()).toEqual(["", "'=Nightly"]);
});

describe("a user's tokens are deleted", () => {
  /** Signs in a user who has a token. */
  async function someone() {
    const email = `${crypto.randomUUID()}@example.com`;
    const visitor = await Visitor.signedIn(worker, { email });
    const { id = "" } = (await findUser(worker, email)) ?? {};
    const token = await addAccessToken(worker, id, { name: `Unmistakable ${id}` });
    return { visitor, email, id, token };
  }

  test("with the account, if its owner deletes it", async () => {
    const { visitor, email, id } = await someone();
    await visitor.post("/account/delete", { intent: "send-code" });
    const code = await lastCode(worker, email);
    await visitor.post("/account/delete", { intent: "delete", code, confirmation: email });
    expect(await findUser(worker, email)).toBeUndefined();
    expect(await namesOf(id)).toEqual([]);
  });

  test("with the account, if an administrator deletes it, and their names disappear from the audit log", async () => {
    const { visitor, email, id } = await someone();
    const form = { id: crypto.randomUUID(), name: `Another of ${id}`, scopes: "read", ends: "30" };
    await visitor.post("/account/tokens", { intent: "create-token", ...form });
    await admin.post(`/manager/users/${id}`, { intent: "delete" });
    expect(await findUser(worker, email)).toBeUndefined();
    expect(await namesOf(id)).toEqual([]);
    expect(JSON.stringify(await worker.db.select().from(auditLog))).not.toContain(form.name);
  });

  test("when an administrator changes the user's address", async () => {
    const { id, email } = await someone();
    await admin.post(`/manager/users/${id}/update`, { intent: "set-email", email: `new-${email}` });
    expect(await findUser(worker, `new-${email}`)).toBeDefined();
    expect(await namesOf(id)).toEqual([]);
  });

  test('when the user answers a notice with "This was not me"', async () => {
    const { id, email } = await someone();
    const others = await someone();
    const at = Date.now();
    const notice = {
      id: crypto.randomUUID(),
      userId: id,
      email,
      about: "nameChanged",
      language: "en",
    } as const;
    const details = JSON.stringify({ name: "Eve" });
    await worker.db.insert(notices).values({ ...notice, details, createdAt: at });
    const url = new URL(await notMeUrl(worker.settings, worker.url, notice.id));
    await new Visitor(worker).post(url.pathname + url.search, {});
    expect(await namesOf(id)).toEqual([]);
    expect(await namesOf(others.id)).toHaveLength(1);
  });

  test("30 days after they have expired", async () => {
    const { id } = await addUser(worker);
    const now = Date.now();
    await addAccessToken(worker, id, { name: "Ended long ago", expiresAt: now - 30 * DAY });
    await addAccessToken(worker, id, { name: "Ended", expiresAt: now - 30 * DAY + 60_000 });
    await addAccessToken(worker, id, { name: "Open" });
    await runCron(worker, DAILY);
    expect(await namesOf(id)).toEqual(["Ended", "Open"]);
  });

  test("but not by a change of name, a role or a ban, which the next call respects", async () => {
    const { id, token } = await someone();
    await admin.post(`/manager/users/${id}/update`, { intent: "set-role", role: "admin", original: "user" });
    await admin.post(`/manager/users/${id}/ban`, { reason: "Spam" });
    expect(await worker.db.$count(users, eq(users.id, id))).toBe(1);
    expect(await namesOf(id)).toEqual([token.name]);
  });
});

test("the download of a user's data lists the tokens, without their hashes", async () => {
  const email = "data@example.com";
  const visitor = await Visitor.signedIn(worker, { email });
  const { id = "" } = (await findUser(worker, email)) ?? {};
  const { tokenHash } = await addAccessToken(worker, id, { name: "Mine", scopes: ["read", "write"] });
  const text = await (await visitor.get("/account/data")).text();
  expect(JSON.parse(text).accessTokens).toEqual([
    {
      name: "Mine",
      scopes: ["read", "write"],
      createdAt: expect.stringMatching(/Z$/),
      expiresAt: expect.stringMatching(/Z$/),
      lastUsedAt: null,
    },
  ]);
  expect(text).not.toContain(tokenHash);
});
