import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, notices, sessions, users } from "#app/schema.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { addSession, addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, mailsTo, Visitor } from "#tests/support/visitor.ts";
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

const setName = (name: string) => ({ intent: "update", name });
const setEmail = (email: string) => ({ intent: "set-email", email });
const setRole = (role: string, original: string) => ({ intent: "set-role", role, original });

describe("the page that changes a user", () => {
  test("has three forms, and costs one round trip", async () => {
    const person = await addUser(worker);
    const page = await admin.get(pathOf(person));
    for (const text of ["name", "email", "role", "emailHint"] as const) {
      await expect(page).toShow(t(`user:update.${text}`));
    }
    expect(databaseCost(page).roundTrips).toBe(1);
  });

  test("shows a refused form with its values, and the other forms with the stored ones", async () => {
    const person = await addUser(worker, { name: "Stored Name" });
    const long = "N".repeat(101);
    const badName = await admin.post(pathOf(person), setName(long));
    expect(badName.status).toBe(400);
    const afterName = await badName.text();
    for (const value of [long, person.email]) expect(afterName).toContain(`value="${value}"`);
    const badEmail = await admin.post(pathOf(person), setEmail("nobody@"));
    expect(badEmail.status).toBe(400);
    await expect(badEmail).toShow(t("refused:emailInvalid"));
    const afterEmail = await badEmail.text();
    for (const value of ["nobody@", "Stored Name"]) expect(afterEmail).toContain(`value="${value}"`);
    expect((await admin.post(pathOf(person), setRole("owner", "user"))).status).toBe(400);
    expect((await admin.post(pathOf(person), { intent: "promote" })).status).toBe(400);
    expect((await admin.post(pathOf(person), { name: "No intent" })).status).toBe(400);
    expect(await rowOf(person.id)).toEqual(person);
  });

  test("is refused for a deleted user", async () => {
    for (const form of [setName("X"), setEmail("gone@example.com"), setRole("admin", "user")]) {
      expect((await admin.post(pathOf({ id: "gone" }), form)).status).toBe(404);
    }
  });

  test("writes nothing if nothing has changed", async () => {
    const person = await addUser(worker, { emailVerifiedAt: 1 });
    await addSession(worker, person);
    const before = await rowOf(person.id);
    for (const form of [setName("Ada"), setEmail(person.email), setRole("user", "user")]) {
      expect(await admin.post(pathOf(person), form)).toRedirectTo(pathOf(person));
    }
    expect(await rowOf(person.id)).toEqual(before);
    expect(await worker.db.$count(sessions, eq(sessions.userId, person.id))).toBe(1);
    expect(await entriesAbout(person.id)).toEqual([]);
    expect(await worker.db.$count(notices, eq(notices.userId, person.id))).toBe(0);
  });

  test("sends the user a notice of a new name and role, but not of their own change", async () => {
    const person = await addUser(worker);
    await admin.post(pathOf(person), setName("Told"));
    await admin.post(pathOf(person), setRole("admin", "user"));
    await expect
      .poll(async () => (await mailsTo(worker, person.email)).map(({ subject }) => subject).sort())
      .toEqual([t("email:nameChanged.subject"), t("email:roleChanged.subject")].sort());
    const texts = (await mailsTo(worker, person.email)).map(({ text }) => text).join();
    expect(texts).toContain(t("email:nameChanged.text", { name: "Told" }));
    expect(texts).toContain(t("email:roleChanged.text", { role: t("user:roles.admin") }));
    await admin.post(pathOf(person), setName(""));
    await admin.post(pathOf({ id: adminId }), setName("The Bigger Boss"));
    for (const [id, sent] of [
      [person.id, 2],
      [adminId, 0],
    ] as const) {
      expect(await worker.db.$count(notices, eq(notices.userId, id))).toBe(sent);
    }
  });
});

describe("the name", () => {
  test("is the only value that its form changes, whatever other fields are sent, and however old the form is", async () => {
    const person = await addUser(worker, { email: "before@example.com" });
    await worker.db
      .update(users)
      .set({ role: "admin", email: "after@example.com" })
      .where(eq(users.id, person.id));
    const stale = { ...setName("Grace"), email: "before@example.com", role: "user" };
    expect(await admin.post(pathOf(person), stale)).toRedirectTo(pathOf(person));
    expect(await rowOf(person.id)).toMatchObject({
      name: "Grace",
      email: "after@example.com",
      role: "admin",
    });
    await expect(await admin.get(pathOf(person))).toShow(t("user:success.updated"));
    await expect(await admin.get("/manager/users?searchTerm=grace")).toShow("Grace");
    expect(await entriesAbout(person.id)).toMatchObject([{ action: "user.update" }]);
    await admin.post(pathOf(person), setName(""));
    expect(await rowOf(person.id)).toMatchObject({ name: null });
  });
});

describe("the role", () => {
  test("is changed once by a form that is sent twice", async () => {
    const person = await addUser(worker);
    for (let n = 0; n < 2; n++) {
      expect(await admin.post(pathOf(person), setRole("admin", "user"))).toRedirectTo(pathOf(person));
    }
    expect(await rowOf(person.id)).toMatchObject({ role: "admin", email: person.email, name: person.name });
    expect(await entriesAbout(person.id)).toMatchObject([
      { action: "user.setRole", subjectLabel: person.email },
    ]);
  });

  test("is not changed if it has changed since the form was shown, and the form shows the current role", async () => {
    const person = await addUser(worker);
    await worker.d1
      .prepare("UPDATE users SET role = 'of-a-later-version' WHERE id = ?")
      .bind(person.id)
      .run();
    const refused = await admin.post(pathOf(person), setRole("admin", "user"));
    expect(refused.status).toBe(409);
    expect(refused.headers.get("X-Error-Code")).toBe("ROLE_CHANGED");
    await expect(refused).toShow(t("user:errors.roleChanged", { role: t("user:unknownRole") }));
    expect((await rowOf(person.id))?.role).toBe("of-a-later-version");
    // The new form keeps the selected role and contains the current one, so it can be sent.
    expect(await refused.text()).toMatch(/<option value="admin" selected/);
    const question = await admin.get(`${pathOf(person)}?role=admin`);
    const texts = { role: t("user:roles.admin"), current: t("user:unknownRole") };
    await expect(question).toShow(t("user:setRole.description", texts));
    expect(await question.text()).toContain('name="original" value="of-a-later-version"');
    expect(await admin.post(pathOf(person), setRole("admin", "of-a-later-version"))).toRedirectTo(
      pathOf(person),
    );
  });

  test("is changed by only one of two administrators at the same time, and the other sees a message", async () => {
    const person = await addUser(worker, { role: "admin" });
    const other = await Visitor.signedIn(worker, { role: "admin" });
    await worker.d1
      .prepare("UPDATE users SET role = 'of-a-later-version' WHERE id = ?")
      .bind(person.id)
      .run();
    const late = await rightBefore(
      storage,
      () => admin.post(pathOf(person), setRole("user", "of-a-later-version")),
      async () =>
        expect((await other.post(pathOf(person), setRole("admin", "of-a-later-version"))).status).toBe(302),
    );
    expect(late.status).toBe(409);
    const changes = (await entriesAbout(person.id)).filter(({ action }) => action === "user.setRole");
    expect(changes).toHaveLength(1);
  });

  test("of one's own account can't be changed, and the page gives the reason instead of the form", async () => {
    // There is a second administrator, so that only this rule can refuse the form.
    await addUser(worker, { role: "admin" });
    const page = await admin.get(pathOf({ id: adminId }));
    await expect(page).toShow(t("user:update.ownRole"));
    await expect(page).not.toShow(t("user:update.role"));
    const demoted = await admin.post(pathOf({ id: adminId }), setRole("user", "admin"));
    expect(demoted.status).toBe(409);
    await expect(demoted).toShow(t("code:YOU_CANNOT_CHANGE_YOURSELF"));
    expect(await rowOf(adminId)).toMatchObject({ role: "admin" });
  });
});
