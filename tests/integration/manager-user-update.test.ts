import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, emailChanges, sessions, socialAccounts, users } from "#app/db/schema.ts";
import { addSession, addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, lastCode, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;
let adminId: string;
beforeAll(async () => {
  worker = await startTestWorker();
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
const setRole = (role: string, shown: string) => ({ intent: "set-role", role, shown });

describe("the page that changes a user", () => {
  test("has three forms, and costs one round trip", async () => {
    const person = await addUser(worker);
    const page = await admin.get(pathOf(person));
    for (const text of ["name", "email", "role", "emailHint"] as const) {
      await expect(page).toShow(t(`user:update.${text}`));
    }
    expect(databaseCost(page).roundTrips).toBe(1);
  });

  test("shows a refused form with what was typed, and the others as they are stored", async () => {
    const person = await addUser(worker, { name: "Stored Name" });
    const long = "N".repeat(101);
    const badName = await admin.post(pathOf(person), setName(long));
    expect(badName.status).toBe(400);
    expect(await badName.text()).toContain(`value="${long}"`);
    expect(await badName.text()).toContain(`value="${person.email}"`);
    const badEmail = await admin.post(pathOf(person), setEmail("nobody@"));
    expect(badEmail.status).toBe(400);
    await expect(badEmail).toShow(t("auth:errors.emailInvalid"));
    expect(await badEmail.text()).toContain('value="nobody@"');
    expect(await badEmail.text()).toContain('value="Stored Name"');
    expect((await admin.post(pathOf(person), setRole("owner", "user"))).status).toBe(400);
    expect((await admin.post(pathOf(person), { intent: "promote" })).status).toBe(400);
    expect((await admin.post(pathOf(person), { name: "No intent" })).status).toBe(400);
    expect(await rowOf(person.id)).toEqual(person);
  });

  test("is refused for a user who is gone", async () => {
    for (const form of [setName("X"), setEmail("gone@example.com"), setRole("admin", "user")]) {
      expect((await admin.post(pathOf({ id: "gone" }), form)).status).toBe(404);
    }
  });

  test("writes nothing if nothing changes", async () => {
    const person = await addUser(worker, { emailVerifiedAt: 1 });
    await addSession(worker, person);
    for (const form of [setName("Ada"), setEmail(person.email), setRole("user", "user")]) {
      expect(await admin.post(pathOf(person), form)).toRedirectTo(pathOf(person));
    }
    expect(await rowOf(person.id)).toEqual(person);
    expect(await worker.db.$count(sessions, eq(sessions.userId, person.id))).toBe(1);
    expect(await entriesAbout(person.id)).toEqual([]);
  });
});

describe("the name", () => {
  test("is all that its form changes, whatever else is sent, and however old the form is", async () => {
    const person = await addUser(worker, { email: "before@example.com" });
    await worker.db
      .update(users)
      .set({ role: "admin", email: "after@example.com" })
      .where(eq(users.id, person.id));
    const stale = { ...setName("Grace"), email: "before@example.com", role: "user", shown: "user" };
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
  test("is changed, and the same form sent twice changes it once", async () => {
    const person = await addUser(worker);
    for (let n = 0; n < 2; n++) {
      expect(await admin.post(pathOf(person), setRole("admin", "user"))).toRedirectTo(pathOf(person));
    }
    expect(await rowOf(person.id)).toMatchObject({ role: "admin", email: person.email, name: person.name });
    expect(await entriesAbout(person.id)).toMatchObject([
      { action: "user.setRole", subjectLabel: person.email },
    ]);
  });

  test("stays if someone else has changed it since the form was shown, and the form says what it is now", async () => {
    const person = await addUser(worker);
    await worker.d1.prepare("UPDATE users SET role = 'editor' WHERE id = ?").bind(person.id).run();
    const refused = await admin.post(pathOf(person), setRole("admin", "user"));
    expect(refused.status).toBe(409);
    expect(refused.headers.get("X-Error-Code")).toBe("ROLE_CHANGED");
    await expect(refused).toShow(t("user:errors.roleChanged", { role: t("user:unknownRole") }));
    expect((await rowOf(person.id))?.role).toBe("editor");
    // The form that comes back shows the present role, and so works.
    const html = await refused.text();
    expect(html).toContain('name="shown" value="editor"');
    expect(html).toMatch(/<option value="admin" selected/);
    expect(await admin.post(pathOf(person), setRole("admin", "editor"))).toRedirectTo(pathOf(person));
  });

  test("is changed by one of two who change it at once, and the other is told", async () => {
    const person = await addUser(worker, { role: "admin" });
    const other = await Visitor.signedIn(worker, { role: "admin" });
    await worker.d1.prepare("UPDATE users SET role = 'editor' WHERE id = ?").bind(person.id).run();
    const sends = [
      await admin.postSlowly(pathOf(person), setRole("user", "editor")),
      await other.postSlowly(pathOf(person), setRole("admin", "editor")),
    ];
    const answers = await Promise.all(sends.map((send) => send()));
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    const changes = (await entriesAbout(person.id)).filter(({ action }) => action === "user.setRole");
    expect(changes).toHaveLength(1);
  });

  test("of oneself can't be changed, and the page says so instead of showing the form", async () => {
    const page = await admin.get(pathOf({ id: adminId }));
    await expect(page).toShow(t("user:update.ownRole"));
    await expect(page).not.toShow(t("user:update.role"));
    const demoted = await admin.post(pathOf({ id: adminId }), setRole("user", "admin"));
    expect(demoted.status).toBe(409);
    await expect(demoted).toShow(t("code:YOU_CANNOT_CHANGE_YOURSELF"));
    expect(await rowOf(adminId)).toMatchObject({ role: "admin" });
  });
});

describe("the address", () => {
  test("is changed, unverified, and everyone who was signed in or could sign in without it is out", async () => {
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
  });

  test("makes the codes useless that the user has asked for", async () => {
    const person = await addUser(worker, { email: "asks@example.com" });
    const signIn = async (visitor: Visitor) => {
      const [name, value] = (await addSession(worker, person)).cookie.split("=") as [string, string];
      visitor.cookies.set(name, value);
    };
    const visitor = new Visitor(worker);
    await signIn(visitor);
    const wanted = "/app/account?newEmail=wanted%40example.com";
    await visitor.post("/app/account", { intent: "change-email", email: "wanted@example.com" });
    const codeToChange = await lastCode(worker, "wanted@example.com");
    await visitor.post("/account/delete", { intent: "send-code" });
    const codeToDelete = await lastCode(worker, "asks@example.com");
    await admin.post(pathOf(person), setEmail("asks-no-more@example.com"));

    await signIn(visitor);
    const change = await visitor.post(wanted, { intent: "confirm-email", code: codeToChange });
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

  test("that is taken is refused, and the sessions go on", async () => {
    const person = await addUser(worker, { email: "keeps@example.com" });
    const { cookie } = await addSession(worker, person);
    const taken = await admin.post(pathOf(person), setEmail("boss@example.com"));
    expect(taken.status).toBe(409);
    expect(taken.headers.get("X-Error-Code")).toBe("USER_ALREADY_EXISTS");
    await expect(taken).toShow("Email already used");
    expect(await taken.text()).toContain('value="boss@example.com"');
    expect((await new Visitor(worker, { Cookie: cookie }).get("/app")).status).toBe(200);
    expect((await entriesAbout(person.id)).map(({ action }) => action)).toEqual([]);
    expect(await worker.db.$count(emailChanges, eq(emailChanges.userId, person.id))).toBe(0);
  });

  test("of an administrator can't be changed by another, and the page says why instead of showing the form", async () => {
    const other = await addUser(worker, { role: "admin", email: "other-boss@example.com" });
    const { cookie } = await addSession(worker, other);
    const page = await admin.get(pathOf(other));
    await expect(page).toShow(t("user:update.emailOfManager"));
    await expect(page).not.toShow(t("user:update.email"));
    const refused = await admin.post(pathOf(other), setEmail("mine@example.com"));
    expect(refused.status).toBe(409);
    expect(refused.headers.get("X-Error-Code")).toBe("EMAIL_CAN_NOT_BE_UPDATED");
    await expect(refused).toShow(t("code:EMAIL_CAN_NOT_BE_UPDATED"));
    expect(await rowOf(other.id)).toMatchObject({ email: "other-boss@example.com" });
    expect((await new Visitor(worker, { Cookie: cookie }).get("/manager/dashboard")).status).toBe(200);
  });

  test("of oneself is changed on the account page only", async () => {
    const page = await admin.get(pathOf({ id: adminId }));
    await expect(page).toShow(t("user:update.ownEmail"));
    await expect(page).not.toShow(t("user:update.email"));
    for (const email of ["elsewhere@example.com", "boss@example.com"]) {
      const refused = await admin.post(pathOf({ id: adminId }), setEmail(email));
      expect(refused.status).toBe(409);
      expect(refused.headers.get("X-Error-Code")).toBe("EMAIL_CAN_NOT_BE_UPDATED");
    }
    expect((await admin.get("/manager/dashboard")).status).toBe(200);
  });

  test("stays if the user becomes an administrator before it is written", async () => {
    const person = await addUser(worker, { email: "promoted@example.com" });
    const send = await admin.postSlowly(pathOf(person), setEmail("captured@example.com"));
    await addSession(worker, person);
    await worker.db.update(users).set({ role: "admin" }).where(eq(users.id, person.id));
    const refused = await send();
    expect(refused.status).toBe(409);
    expect(refused.headers.get("X-Error-Code")).toBe("EMAIL_CAN_NOT_BE_UPDATED");
    await expect(refused).toShow(t("user:update.emailOfManager"));
    expect(await rowOf(person.id)).toMatchObject({ email: "promoted@example.com" });
    expect(await worker.db.$count(sessions, eq(sessions.userId, person.id))).toBe(1);
    expect(await worker.db.$count(emailChanges, eq(emailChanges.userId, person.id))).toBe(0);
  });
});
