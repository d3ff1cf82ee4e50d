import { and, eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import { auditLog, sessions, totals, users } from "#app/schema.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { nextPage } from "#tests/support/next-page.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, textOf, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

let admin: Visitor;

let adminId: string;

beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  admin = await Visitor.signedIn(worker, { role: "admin", email: "boss@example.com", name: "The Boss" });
  adminId = (await user("boss@example.com"))?.id as string;
  await admin.post("/manager/account", { intent: "change-name", name: "Boss" });
});

afterAll(() => worker.stop());

const user = async (email: string) => (await worker.db.select().from(users).where(eq(users.email, email)))[0];

/** Counts the audit log entries about changes of the administrator. */
const changesOfBoss = () =>
  worker.db.$count(auditLog, and(eq(auditLog.subjectId, adminId), isNotNull(auditLog.changes)));

const sessionsOf = (userId: string) => worker.db.select().from(sessions).where(eq(sessions.userId, userId));

test("the page of a user shows when they joined and were last seen, the language and time zone of their emails, and their id", async () => {
  const now = Date.now();
  const { id } = await addUser(worker, {
    createdAt: now - 40 * DAY,
    lastSeenAt: now - 3 * DAY,
    language: "fr",
    timeZone: "Africa/Nairobi",
  });
  const page = await admin.get(`/manager/users/${id}`);
  for (const text of [
    `${t("user:list.created")} last month`,
    `${t("user:list.lastSeen")} 3 days ago`,
    `${t("common:languages")} Français`,
    `${t("user:timeZone")} Africa/Nairobi`,
    `${t("user:id")} ${id}`,
  ]) {
    await expect(page).toShow(text);
  }
  expect(databaseCost(page).roundTrips).toBe(1);
  const unseen = await addUser(worker, { language: null, timeZone: null });
  const pageOfUnseen = await admin.get(`/manager/users/${unseen.id}`);
  await expect(pageOfUnseen.clone()).toShow(`${t("user:list.lastSeen")} ${t("user:neverSeen")}`);
  await expect(pageOfUnseen).not.toShow(t("user:timeZone"));
});

test("the page of a user shows the ten latest audit log entries about them, in one round trip", async () => {
  const { id, email } = await addUser(worker);
  const about = { requestId: "r", subjectId: id, subjectLabel: email };
  const by = { actorId: adminId, actorLabel: "boss@example.com" };
  await worker.db.insert(auditLog).values([
    { id: crypto.randomUUID(), at: 1, action: "user.setRole", ...about, ...by },
    ...Array.from({ length: 9 }, (_, at) => ({
      id: crypto.randomUUID(),
      at: at + 2,
      action: "account.rename" as const,
      ...about,
      actorId: id,
      actorLabel: email,
    })),
    { id: crypto.randomUUID(), at: 20, action: "user.ban", ...about, ...by },
  ]);
  const page = await admin.get(`/manager/users/${id}`);
  expect(databaseCost(page).roundTrips).toBe(1);
  await expect(page).toShow(`${t("audit:actions.user.ban")} boss@example.com`);
  // The page shows ten entries, and this is the eleventh.
  await expect(page).not.toShow(t("audit:actions.user.setRole"));
  const html = await page.text();
  expect(textOf(html).split(t("audit:actions.account.rename"))).toHaveLength(10);
  expect(html).toContain(`href="/manager/audit?person=${id}"`);
});

describe("the list of users", () => {
  test("shows the name or the address and the role, and marks banned users and those who have not finished onboarding", async () => {
    await addUser(worker, { email: "aa-nameless@example.com", name: null, onboardedAt: null });
    await addUser(worker, { email: "aa-banned@example.com", bannedAt: 1, name: "Banned Person" });
    await addUser(worker, {
      email: "aa-free@example.com",
      bannedAt: 1,
      banExpiresAt: 2,
      name: "Free Person",
    });
    const page = await admin.get("/manager/users?searchTerm=aa-");
    for (const text of [
      "aa-nameless@example.com Not onboarded aa-nameless@example.com User",
      "Banned Person Banned aa-banned@example.com User",
      "Free Person aa-free@example.com User",
    ]) {
      await expect(page).toShow(text);
    }
  });

  test("shows each user once, page by page in the order of addresses, in one round trip", async () => {
    for (let n = 0; n < 25; n++) await addUser(worker, { email: `paged-${n}@example.com` });
    const seen: string[] = [];
    let path: string | undefined = "/manager/users";
    while (path) {
      const response: Response = await admin.get(path);
      expect(databaseCost(response)).toMatchObject({ roundTrips: 1 });
      expect(databaseCost(response).rowsRead).toBeLessThanOrEqual(60);
      const html: string = await response.text();
      seen.push(
        ...[...html.matchAll(/href="\/manager\/users\/([\da-f-]{36})[?"]/g)].map(([, id]) => id as string),
      );
      path = nextPage(html);
    }
    const all = (await worker.db.select().from(users)).sort((a, b) => (a.email < b.email ? -1 : 1));
    expect(seen).toEqual(all.map(({ id }) => id));
    const [total] = await worker.db.select().from(totals).where(eq(totals.name, "users"));
    expect(total?.value).toBe(all.length);
  });

  test("finds users by any part of a name or an address, ignoring case and accents", async () => {
    await admin.post("/manager/users/new", { email: "zoe@example.org", name: "Zoë Müller", role: "user" });
    for (const term of ["muller", "ZOË", "zo", "example.org", "oe@ex"]) {
      await expect(await admin.get(`/manager/users?${new URLSearchParams({ searchTerm: term })}`)).toShow(
        "Zoë Müller",
      );
    }
  });
});

describe("a manager", () => {
  test("adds a user, changes them, and deletes them with their sessions", async () => {
    const created = await admin.post("/manager/users/new", {
      email: " New@Example.com ",
      name: "",
      role: "user",
    });
    const added = await user("new@example.com");
    expect(created).toRedirectTo(`/manager/users/${added?.id}`);
    expect(added).toMatchObject({ name: null, role: "user", onboardedAt: null });
    const path = `/manager/users/${added?.id}`;
    await expect(await admin.get(path)).toShow(t("user:success.created"));
    await expect(await admin.get(path)).toShow(t("session:list.empty"));

    const changed = await admin.post(`${path}/update`, { intent: "update", name: "Newton" });
    expect(changed).toRedirectTo(`${path}/update`);
    await expect(await admin.get(`${path}/update`)).toShow(t("user:success.updated"));
    expect(await user("new@example.com")).toMatchObject({ name: "Newton", role: "user" });

    await addSession(worker, (await user("new@example.com")) as typeof users.$inferSelect);
    await expect(await admin.get(`${path}?confirm=delete`)).toShow("permanent and cannot be undone");
    expect(await admin.post(path, { intent: "delete" })).toRedirectTo("/manager/users");
    await expect(await admin.get("/manager/users")).toShow(t("user:success.deleted"));
    expect(await user("new@example.com")).toBeUndefined();
    expect(await sessionsOf(added?.id as string)).toEqual([]);
    expect((await admin.get(path)).status).toBe(404);
    expect((await admin.post(path, { intent: "delete" })).status).toBe(404);
    expect(await changesOfBoss(), "the log keeps its entries about others").toBe(1);
  });

  test("gives a proof before a new user gets a role", async () => {
    const visitor = await Visitor.signedIn(worker, { role: "admin", email: "tired@example.com" });
    const { id } = (await user("tired@example.com")) as typeof users.$inferSelect;
    await worker.db.update(sessions).set({ provenAt: 0 }).where(eq(sessions.userId, id));
    const add = (email: string, role: string) => visitor.post("/manager/users/new", { email, role });
    const asked = await add("second@example.com", "admin");
    expect(asked.status).toBe(401);
    expect(asked.headers.get("X-Error-Code")).toBe("SESSION_EXPIRED");
    expect(await user("second@example.com")).toBeUndefined();
    expect((await add("second@example.com", "user")).status).toBe(302);
  });

  test("sees what is wrong with a form, which keeps its values", async () => {
    const twice = await admin.post("/manager/users/new", {
      email: "BOSS@example.com",
      name: "Double",
      role: "user",
    });
    expect(twice.status).toBe(409);
    await expect(twice).toShow(t("code:USER_ALREADY_EXISTS"));
    expect(await twice.text()).toContain('value="Double"');
    for (const fields of [
      { email: "x", role: "user" },
      { email: "a@example.com", role: "owner" },
      { email: "b@example.com", role: "" },
    ]) {
      expect((await admin.post("/manager/users/new", fields)).status).toBe(400);
    }
  });

  test("can't delete themselves, and the page does not offer it", async () => {
    // There is a second administrator, so that only this rule can refuse the form.
    await addUser(worker, { role: "admin" });
    const path = `/manager/users/${adminId}`;
    const page = await admin.get(path);
    await expect(page).toShow("You");
    await expect(await admin.get(`${path}?confirm=delete`)).not.toShow(t("user:manager.confirmDelete"));
    expect(await admin.post(path, { intent: "delete" })).toRedirectTo(path);
    await expect(await admin.get(path)).toShow(t("code:YOU_CANNOT_CHANGE_YOURSELF"));
    expect(await user("boss@example.com")).toBeDefined();
    expect(await changesOfBoss()).toBe(1);
  });
});

describe("the last administrator", () => {
  test("can't be removed, even if two remove each other at the same time", async () => {
    const storage = gatedStorage();
    const lonely = await startTestWorker(storage.options);
    const people = [];
    for (const email of ["one@example.com", "two@example.com"]) {
      const visitor = await Visitor.signedIn(lonely, { role: "admin", email });
      const [row] = await lonely.db.select().from(users).where(eq(users.email, email));
      people.push({ visitor, email, id: row?.id as string });
    }
    const [one, two] = people as [(typeof people)[0], (typeof people)[0]];
    const left = async () => lonely.db.select().from(users).where(eq(users.role, "admin"));

    const demote = (by: typeof one, whom: typeof one) =>
      by.visitor.post(`/manager/users/${whom.id}/update`, {
        intent: "set-role",
        role: "user",
        original: "admin",
      });
    const demoted = await rightBefore(
      storage,
      () => demote(one, two),
      async () => expect((await demote(two, one)).status).toBe(302),
    );
    // The quick administrator has taken away the slow one's session or role.
    expect(demoted.headers.get("X-Error-Code")).toBe("YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE");
    expect(await left()).toHaveLength(1);

    await lonely.db.update(users).set({ role: "admin" });
    const remove = (by: typeof one, whom: typeof one) =>
      by.visitor.post(`/manager/users/${whom.id}`, { intent: "delete" });
    const removed = await rightBefore(
      storage,
      () => remove(one, two),
      async () => expect((await remove(two, one)).status).toBe(302),
    );
    expect(removed.headers.get("X-Error-Code")).toBe("SESSION_EXPIRED");
    expect(await left()).toHaveLength(1);
    await lonely.stop();
  });

  test("is the last one who can sign in: banned ones don't count", async () => {
    const small = await startTestWorker();
    const banned = await addUser(small, { role: "admin", bannedAt: 1 });
    const victim = await addUser(small, { role: "admin", email: "victim@example.com" });
    const visitor = await Visitor.signedIn(small, { role: "admin", email: "asks@example.com" });
    await small.db.update(users).set({ role: "user" }).where(eq(users.email, "asks@example.com"));
    // The user signed in as an administrator, but their current role decides.
    expect((await visitor.post(`/manager/users/${victim.id}`, { intent: "delete" })).status).toBe(403);
    await small.db.update(users).set({ role: "admin" }).where(eq(users.email, "asks@example.com"));
    expect(await visitor.post(`/manager/users/${victim.id}`, { intent: "delete" })).toRedirectTo(
      "/manager/users",
    );
    expect(await visitor.post(`/manager/users/${banned.id}`, { intent: "delete" })).toRedirectTo(
      "/manager/users",
    );
    expect(await small.db.select().from(users).where(eq(users.role, "admin"))).toHaveLength(1);
    await small.stop();
  });
});
