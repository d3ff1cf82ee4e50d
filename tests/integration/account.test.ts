import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, sessions, users } from "#app/schema.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

/** Signs in a user who has two more sessions. */
async function someone(given: Parameters<typeof addUser>[1]) {
  const visitor = await Visitor.signedIn(worker, given);
  const [user] = await worker.db
    .select()
    .from(users)
    .where(eq(users.email, given?.email as string));
  if (!user) throw new Error("no user");
  const others = [await addSession(worker, user), await addSession(worker, user)];
  return { visitor, user, others };
}

describe.each([
  { area: "/app", role: "user" as const },
  { area: "/manager", role: "admin" as const },
])("$area/account", ({ area, role }) => {
  const path = `${area}/account`;

  test("shows the user and their sessions in one round trip, whatever else the URL contains", async () => {
    const { visitor } = await someone({ role, email: `${role}-shown@example.com`, name: null });
    const page = await visitor.get(`${path}?state=nonsense&newEmail=%00`);
    expect(page.status).toBe(200);
    for (const text of [
      t("user:noName"),
      `${role}-shown@example.com`,
      t("account:notVerified"),
      t("session:current"),
    ]) {
      await expect(page).toShow(text);
    }
    expect(databaseCost(page).roundTrips).toBe(1);
    await worker.db
      .update(users)
      .set({ emailVerifiedAt: 1 })
      .where(eq(users.email, `${role}-shown@example.com`));
    await expect(await visitor.get(path)).not.toShow(t("account:notVerified"));
  });

  test("shows nobody else's session", async () => {
    const { visitor, user } = await someone({ role, email: `${role}-alone@example.com` });
    await addSession(worker, user, { country: "KE" });
    await addSession(worker, await addUser(worker), { country: "IS" });
    const page = await visitor.get(path);
    await expect(page).toShow("Kenya");
    await expect(page).not.toShow("Iceland");
  });

  test("ends one session, then all others, and keeps the current one", async () => {
    const { visitor, user, others } = await someone({ role, email: `${role}-ends@example.com` });
    const left = async () =>
      (await worker.db.select().from(sessions).where(eq(sessions.userId, user.id))).length;
    const first = others[0]?.sessionId as string;
    expect(await visitor.post(path, { intent: "revoke-session", sessionId: first })).toRedirectTo(path);
    await expect(await visitor.get(path)).toShow(t("session:revoked"));
    expect(await left()).toBe(2);
    expect(await visitor.post(path, { intent: "revoke-sessions" })).toRedirectTo(path);
    expect(await left()).toBe(1);
    expect((await visitor.get(path)).status).toBe(200);
    expect((await visitor.post(path, { intent: "nonsense" })).status).toBe(400);
  });

  test("changes the name in a panel that the URL opens, and reports an invalid name", async () => {
    const { visitor, user } = await someone({ role, email: `${role}-renames@example.com`, name: "Old Name" });
    await expect(await visitor.get(path)).not.toShow(t("account:changeName.title"));
    const panel = `${path}?state=change-name`;
    await expect(await visitor.get(panel)).toShow(t("account:changeName.title"));
    const empty = await visitor.post(panel, { intent: "change-name", name: " " });
    expect(empty.status).toBe(400);
    await expect(empty).toShow(t("user:errors.nameRequired"));
    const long = await visitor.post(panel, { intent: "change-name", name: "x".repeat(101) });
    expect(await long.text()).toContain(`value="${"x".repeat(101)}"`);
    expect(await visitor.post(panel, { intent: "change-name", name: "New Name" })).toRedirectTo(path);
    const page = await visitor.get(path);
    await expect(page).toShow(t("account:changeName.done"));
    await expect(page).toShow("New Name");
    const [entry] = await worker.db.select().from(auditLog).where(eq(auditLog.action, "account.rename"));
    expect(entry).toMatchObject({ actorLabel: expect.stringContaining("-renames@example.com") });
    expect(user.name).toBe("Old Name");
  });

  test("can't end somebody else's session", async () => {
    const { visitor } = await someone({ role, email: `${role}-else@example.com` });
    const { sessionId } = await addSession(worker, await addUser(worker));
    await visitor.post(path, { intent: "revoke-session", sessionId });
    await visitor.post(path, { intent: "revoke-sessions" });
    expect(await worker.db.select().from(sessions).where(eq(sessions.id, sessionId))).toHaveLength(1);
  });

  test("requires a session", async () => {
    const visitor = new Visitor(worker);
    expect((await visitor.get(path)).headers.get("Location")).toMatch(/^\/login\?redirect=/);
    expect((await visitor.post(path, { intent: "revoke-sessions" })).status).toBe(302);
  });
});
