import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, emailChanges, notices, sessions, socialAccounts, users } from "#app/schema.ts";
import { askToChangeEmail } from "#tests/support/change-email.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { addSession, addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastCode, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

const storage = gatedStorage();
let worker: TestWorker;
let admin: Visitor;
let adminId: string;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
  admin = await Visitor.signedIn(worker, { role: "admin", email: "boss@example.com", name: "The Boss" });
  adminId = (await findUser(worker, "boss@example.com"))?.id as string;
});
afterAll(() => worker.stop());

const pathOf = ({ id }: { id: string }) => `/manager/users/${id}/update`;

const rowOf = async (id: string) => (await worker.db.select().from(users).where(eq(users.id, id)))[0];

const entriesAbout = (id: string) =>
  worker.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(desc(auditLog.at));

const setEmail = (email: string) => ({ intent: "set-email", email });

describe("the address of a user", () => {
  test("becomes unverified when an administrator changes it, and every session and other way to sign in ends", async () => {
    const person = await addUser(worker, { email: "old@example.com", emailVerifiedAt: 1 });
    const { cookie } = await addSession(worker, person);
    const linked = { userId: person.id, provider: "github", providerUserId: "1" };
    await worker.db.insert(socialAccounts).values(linked);
    const waiting = { userId: person.id, oldEmail: "old@example.com", newEmail: "slow@example.com" };
    await worker.db.insert(emailChanges).values({ ...waiting, createdAt: 1, dueAt: 9e12 });

    const changed = await admin.post(pathOf(person), setEmail(" New@Example.com"));
    expect(changed).toRedirectTo(pathOf(person));
    expect(await rowOf(person.id)).toMatchObject({
      email: "new@example.com",
      emailVerifiedAt: null,
      name: person.name,
      role: "user",
    });
    expect(await new Visitor(worker, { Cookie: cookie }).get("/app")).toRedirectTo("/login?redirect=%2Fapp");
    expect(await worker.db.$count(socialAccounts, eq(socialAccounts.userId, person.id))).toBe(0);

    const [entry] = await entriesAbout(person.id);
    expect(entry).toMatchObject({
      action: "user.setEmail",
      actorId: adminId,
      subjectLabel: "old@example.com → new@example.com",
      requestId: changed.headers.get("X-Request-Id"),
    });
    await expect(await admin.get("/manager/audit")).toShow("old@example.com → new@example.com");
    const [stopped, done] = await worker.db
      .select()
      .from(emailChanges)
      .where(eq(emailChanges.userId, person.id))
      .orderBy(emailChanges.createdAt);
    expect(stopped).toMatchObject({ newEmail: "slow@example.com", stoppedAt: done?.doneAt });
    expect(done).toMatchObject({ oldEmail: "old@example.com", newEmail: "new@example.com", stoppedAt: null });
    expect(done?.doneAt).toEqual(expect.any(Number));
    expect((await rowOf(person.id))?.devicesSince, "no browser is still known").toBe(done?.doneAt);
  });

  test("changes with an email to both addresses, and the link in either restores the old one", async () => {
    for (const [old, anew, reader, subject] of [
      ["told-1@example.com", "told-2@example.com", 0, "emailChangedByAdministrator"],
      ["told-3@example.com", "told-4@example.com", 1, "emailSetByAdministrator"],
    ] as const) {
      const person = await addUser(worker, { email: old });
      await admin.post(pathOf(person), setEmail(anew));
      const address = [old, anew][reader] as string;
      await expect.poll(() => mailsTo(worker, address)).toHaveLength(1);
      const [mail] = await mailsTo(worker, address);
      expect(mail?.subject).toBe(t(`email:${subject}.subject`));
      const link = /\/not-me\?\S+/.exec(mail?.text ?? "")?.[0] as string;
      const visitor = new Visitor(worker);
      expect((await visitor.get(link)).status).toBe(200);
      expect((await rowOf(person.id))?.email).toBe(anew);
      expect((await visitor.post(link, {})).status).toBeLessThan(400);
      expect((await rowOf(person.id))?.email).toBe(old);
    }
  });

  test("invalidates the codes that the user has asked for when it changes", async () => {
    const person = await addUser(worker, { email: "asks@example.com" });
    const signIn = async (visitor: Visitor) => {
      const [name, value] = (await addSession(worker, person)).cookie.split("=") as [string, string];
      visitor.cookies.set(name, value);
    };
    const visitor = new Visitor(worker);
    await signIn(visitor);
    const wanted = await askToChangeEmail(worker, visitor, "asks@example.com", "wanted@example.com");
    await visitor.post("/account/delete", { intent: "send-code" });
    const codeToDelete = await lastCode(worker, "asks@example.com");
    await admin.post(pathOf(person), setEmail("asks-no-more@example.com"));

    await signIn(visitor);
    const change = await visitor.post(wanted.path, wanted.form);
    expect(change.headers.get("X-Error-Code")).toBe("OTP_EXPIRED");
    const back = await admin.post(pathOf(person), setEmail("asks@example.com"));
    expect(back.status).toBe(302);
    await signIn(visitor);
    const confirmation = "asks@example.com";
    const deletion = await visitor.post("/account/delete", {
      intent: "delete",
      code: codeToDelete,
      confirmation,
    });
    expect(deletion.headers.get("X-Error-Code")).toBe("OTP_EXPIRED");
    expect(await rowOf(person.id)).toMatchObject({ email: "asks@example.com" });
  });

  test("can't become the address of another account, and the sessions stay", async () => {
    const person = await addUser(worker, { email: "keeps@example.com" });
    const { cookie } = await addSession(worker, person);
    const taken = await admin.post(pathOf(person), setEmail("boss@example.com"));
    expect(taken.status).toBe(409);
    expect(taken.headers.get("X-Error-Code")).toBe("USER_ALREADY_EXISTS");
    await expect(taken).toShow(t("code:USER_ALREADY_EXISTS"));
    expect(await taken.text()).toContain('value="boss@example.com"');
    expect((await new Visitor(worker, { Cookie: cookie }).get("/app")).status).toBe(200);
    expect((await entriesAbout(person.id)).map(({ action }) => action)).toEqual([]);
    expect(await worker.db.$count(emailChanges, eq(emailChanges.userId, person.id))).toBe(0);
  });

  test("can't be changed for another administrator, and the page gives the reason instead of the form", async () => {
    const other = await addUser(worker, { role: "admin", email: "other-boss@example.com" });
    const { cookie } = await addSession(worker, other);
    const page = await admin.get(pathOf(other));
    await expect(page).toShow(t("user:update.emailOfManager"));
    await expect(page).not.toShow(t("user:update.email"));
    const refused = await admin.post(pathOf(other), setEmail("mine@example.com"));
    expect(refused.status).toBe(409);
    expect(refused.headers.get("X-Error-Code")).toBe("EMAIL_CAN_NOT_BE_UPDATED");
    await expect(refused).toShow(t("code:EMAIL_CAN_NOT_BE_UPDATED"));
    expect(await worker.db.$count(notices, eq(notices.userId, other.id))).toBe(0);
    expect(await rowOf(other.id)).toMatchObject({ email: "other-boss@example.com" });
    expect((await new Visitor(worker, { Cookie: cookie }).get("/manager/users")).status).toBe(200);
  });

  test("can be changed only on the account page if it is the administrator's own", async () => {
    const page = await admin.get(pathOf({ id: adminId }));
    await expect(page).toShow(t("user:update.ownEmail"));
    await expect(page).not.toShow(t("user:update.email"));
    for (const email of ["elsewhere@example.com", "boss@example.com"]) {
      const refused = await admin.post(pathOf({ id: adminId }), setEmail(email));
      expect(refused.status).toBe(409);
      expect(refused.headers.get("X-Error-Code")).toBe("EMAIL_CAN_NOT_BE_UPDATED");
    }
    expect((await admin.get("/manager/users")).status).toBe(200);
  });

  test("stays if the user becomes an administrator before the write", async () => {
    const person = await addUser(worker, { email: "promoted@example.com" });
    await addSession(worker, person);
    const refused = await rightBefore(
      storage,
      () => admin.post(pathOf(person), setEmail("captured@example.com")),
      () => worker.db.update(users).set({ role: "admin" }).where(eq(users.id, person.id)),
    );
    expect(refused.status).toBe(409);
    expect(refused.headers.get("X-Error-Code")).toBe("EMAIL_CAN_NOT_BE_UPDATED");
    await expect(refused).toShow(t("user:update.emailOfManager"));
    expect(await rowOf(person.id)).toMatchObject({ email: "promoted@example.com" });
    expect(await worker.db.$count(sessions, eq(sessions.userId, person.id))).toBe(1);
    expect(await worker.db.$count(emailChanges, eq(emailChanges.userId, person.id))).toBe(0);
  });
});
