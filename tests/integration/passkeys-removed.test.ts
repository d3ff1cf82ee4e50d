import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog, sessions, users } from "#app/schema.ts";
import { addNotice } from "#tests/support/notices.ts";
import { addPasskey, passkeysOf, signInWith } from "#tests/support/passkeys.ts";
import { findUser } from "#tests/support/people.ts";
import { expectPasskeyRefused } from "#tests/support/refused-passkeys.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastCode, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const PATH = "/account/passkeys";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

const entriesAbout = async (userId: string) =>
  (await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, userId)).orderBy(auditLog.at)).map(
    ({ action, changes }) => [action, changes],
  );

test("a user renames and removes passkeys without script, both are logged, and a removal sends a notice", async () => {
  const { visitor, id, email } = await someone(worker);
  const key = await addPasskey(visitor);
  const [passkey] = await passkeysOf(worker, id);
  const passkeyId = passkey?.id as string;
  const fields = { intent: "rename-passkey", passkeyId };
  const rename = await visitor.get(`${PATH}?rename=${passkeyId}`);
  await expect(rename).toShow(t("passkey:rename.title"));
  const empty = await visitor.post(`${PATH}?rename=${passkeyId}`, { ...fields, name: " " });
  expect(empty.status).toBe(400);
  await expect(empty).toShow(t("user:errors.nameRequired"));
  expect(await visitor.post(PATH, { ...fields, name: "Work \u200b phone" })).toRedirectTo(PATH);
  expect(await visitor.post(PATH, { ...fields, name: "Work phone" })).toRedirectTo(PATH);
  const question = await visitor.get(`${PATH}?remove=${passkeyId}`);
  await expect(question).toShow(t("passkey:remove.title", { name: "Work phone" }));

  const removal = { intent: "remove-passkey", passkeyId };
  await worker.db.update(sessions).set({ provenAt: 0 }).where(eq(sessions.userId, id));
  expect((await visitor.post(PATH, removal)).status).toBe(401);
  expect(await passkeysOf(worker, id)).toHaveLength(1);
  const proof = { proofOf: id, proofCode: await lastCode(worker, email) };
  expect(await visitor.post(PATH, { ...removal, ...proof })).toRedirectTo(PATH);
  await expect(await visitor.get(PATH)).toShow(t("passkey:success.removed"));
  // The passkey was already removed.
  expect(await visitor.post(PATH, removal)).toRedirectTo(PATH);
  expect(await passkeysOf(worker, id)).toEqual([]);
  expect(await entriesAbout(id)).toEqual([
    ["passkey.add", [["passkey", null, passkey?.name]]],
    ["passkey.rename", [["passkey", passkey?.name, "Work phone"]]],
    ["passkey.remove", [["passkey", "Work phone", null]]],
  ]);
  const subject = t("email:passkeyRemoved.subject");
  await expect.poll(async () => (await mailsTo(worker, email))[0]?.subject).toBe(subject);
  await expectPasskeyRefused(await signInWith(new Visitor(worker), key), "PASSKEY_NOT_FOUND");
});

test("the only way to sign in can't be removed", async () => {
  const { visitor, id } = await someone(worker, { emailVerifiedAt: null });
  await addPasskey(visitor);
  await addPasskey(visitor);
  const [first, second] = await passkeysOf(worker, id);
  const remove = (passkeyId = "") => visitor.post(PATH, { intent: "remove-passkey", passkeyId });
  await Promise.all([remove(first?.id), remove(second?.id)]);
  expect(await passkeysOf(worker, id)).toHaveLength(1);
  await expect(await visitor.get(PATH)).toShow(t("code:FAILED_TO_UNLINK_LAST_ACCOUNT"));
});

test("other users' passkeys can't be renamed or removed, and both are refused while impersonating", async () => {
  const owner = await someone(worker);
  await addPasskey(owner.visitor);
  const [passkey] = await passkeysOf(worker, owner.id);
  const passkeyId = passkey?.id as string;
  const stranger = await someone(worker, { role: "admin" });
  const forms: Record<string, string>[] = [
    { intent: "rename-passkey", passkeyId, name: "Mine" },
    { intent: "remove-passkey", passkeyId },
  ];
  for (const form of forms) await stranger.visitor.post(PATH, form);
  expect(await passkeysOf(worker, owner.id)).toEqual([passkey]);

  await stranger.visitor.post(`/manager/users/${owner.id}`, { intent: "impersonate" });
  for (const form of [...forms, { intent: "begin-passkey" }]) {
    const refused = await stranger.visitor.post(PATH, form);
    expect(refused.headers.get("X-Error-Code")).toBe("NOT_WHILE_IMPERSONATING");
  }
  expect((await stranger.visitor.get(PATH)).status).toBe(403);
  expect(await passkeysOf(worker, owner.id)).toEqual([passkey]);
});

test("deleting the account, a new address from an administrator, and “This was not me” delete its passkeys", async () => {
  const admin = await someone(worker, { role: "admin" });
  const ends = {
    deleted: ({ id }: { id: string }) => admin.visitor.post(`/manager/users/${id}`, { intent: "delete" }),
    "another address": ({ id }: { id: string }) =>
      admin.visitor.post(`/manager/users/${id}/update`, {
        intent: "set-email",
        email: `${crypto.randomUUID()}@example.com`,
      }),
    "not me": async ({ id }: { id: string }) => {
      const user = (await worker.db.select().from(users).where(eq(users.id, id)))[0];
      const link = await addNotice(worker, user as typeof users.$inferSelect, {
        about: "passkeyAdded",
        name: "Phone",
      });
      return new Visitor(worker).post(link, {});
    },
    "by its owner": async ({ id, email, visitor }: Awaited<ReturnType<typeof someone>>) => {
      await visitor.post("/account/delete", { intent: "send-code" });
      const code = await lastCode(worker, email);
      const answer = await visitor.post("/account/delete", { intent: "delete", code, confirmation: email });
      expect(await findUser(worker, email), id).toBeUndefined();
      return answer;
    },
  };
  for (const [what, end] of Object.entries(ends)) {
    const person = await someone(worker);
    const key = await addPasskey(person.visitor);
    await end(person);
    expect(await passkeysOf(worker, person.id), what).toEqual([]);
    await expectPasskeyRefused(await signInWith(new Visitor(worker), key), "PASSKEY_NOT_FOUND");
  }
});

test("the download of a user's data lists passkeys without their keys", async () => {
  const { visitor, id } = await someone(worker);
  const { credentialId } = await addPasskey(visitor);
  const [passkey] = await passkeysOf(worker, id);
  const text = await (await visitor.get("/account/data")).text();
  expect(JSON.parse(text).passkeys).toMatchObject([
    { name: passkey?.name, backedUp: true, lastUsedAt: null },
  ]);
  for (const key of [credentialId, passkey?.publicKey]) expect(text).not.toContain(key);
});
