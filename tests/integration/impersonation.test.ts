import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, sessions, users } from "#app/schema.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

let admin: Visitor;

let adminId: string;

beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin", email: "boss@example.com", name: "The Boss" });
  adminId = (await user("boss@example.com"))?.id as string;
});

afterAll(() => worker.stop());

const user = async (email: string) => (await worker.db.select().from(users).where(eq(users.email, email)))[0];

const entriesAbout = (id: string) => worker.db.select().from(auditLog).where(eq(auditLog.subjectId, id));

const visitorWith = (cookie: string) => new Visitor(worker, { Cookie: cookie });

describe("impersonation", () => {
  /** Signs in a new administrator, who impersonates a new user. */
  async function impersonating(given: Parameters<typeof addUser>[1] = {}) {
    const visitor = await Visitor.signedIn(worker, { role: "admin", name: "Boss" });
    const person = await addUser(worker, { name: "Nadia", ...given });
    const begun = await visitor.post(`/manager/users/${person.id}`, { intent: "impersonate" });
    return { visitor, person, begun };
  }

  test("shows every page as the user, under a banner, and returns to the administrator's session", async () => {
    const { visitor, person, begun } = await impersonating();
    expect(begun).toRedirectTo("/app");
    const banner = t("common:impersonation.banner", { user: "Nadia" });
    for (const path of ["/app", "/app/account", "/manager/audit", "/nowhere", "/app/nowhere", "/sign-out"]) {
      await expect(await visitor.get(path), path).toShow(banner);
    }
    expect((await visitor.get("/manager/users")).status).toBe(403);
    expect(databaseCost(await visitor.get("/app")).roundTrips).toBe(1);

    expect(await visitor.post("/stop-impersonating", {})).toRedirectTo(`/manager/users/${person.id}`);
    const own = await visitor.get("/manager/users");
    expect(own.status).toBe(200);
    await expect(own).not.toShow(banner);
    expect(await visitor.post("/stop-impersonating", {}), "ending twice is not an error").toRedirectTo("/");
    const actions = (await entriesAbout(person.id)).map(({ action }) => action);
    expect(actions.sort()).toEqual(["user.impersonate", "user.stopImpersonating"]);
  });

  test("lasts an hour at most", async () => {
    const { visitor, person } = await impersonating();
    const [row] = await worker.db.select().from(sessions).where(eq(sessions.impersonatedUserId, person.id));
    const left = (row?.impersonationEndsAt ?? 0) - Date.now();
    expect(left).toBeGreaterThan(59 * 60 * 1000);
    expect(left).toBeLessThanOrEqual(60 * 60 * 1000);
    await worker.db
      .update(sessions)
      .set({ impersonationEndsAt: Date.now() - 1 })
      .where(eq(sessions.impersonatedUserId, person.id));
    expect((await visitor.get("/manager/users")).status).toBe(200);
  });

  test.each([
    ["an administrator", { role: "admin" }],
    ["a banned user", { bannedAt: 1 }],
  ] as const)("of %s is refused, and not offered", async (_, given) => {
    const { visitor, person, begun } = await impersonating(given);
    expect(begun.status).toBe(403);
    expect(begun.headers.get("X-Error-Code")).toBe("YOU_CANNOT_IMPERSONATE_THIS_USER");
    await expect(begun).toShow(t("code:YOU_CANNOT_IMPERSONATE_THIS_USER"));
    expect((await visitor.get("/manager/users")).status).toBe(200);
    await expect(await visitor.get(`/manager/users/${person.id}`)).not.toShow(t("common:impersonation.open"));
  });

  test("of oneself or of nobody is refused", async () => {
    expect((await admin.post(`/manager/users/${adminId}`, { intent: "impersonate" })).status).toBe(403);
    expect((await admin.post("/manager/users/nobody", { intent: "impersonate" })).status).toBe(403);
  });

  test.each([
    ["the user becomes an administrator", { role: "admin" }, "person"],
    ["the user is banned", { bannedAt: 1 }, "person"],
    ["the administrator is demoted", { role: "user" }, "boss"],
  ] as const)("ends when %s", async (_, change, whom) => {
    const { visitor, person } = await impersonating();
    const [row] = await worker.db.select().from(sessions).where(eq(sessions.impersonatedUserId, person.id));
    const id = whom === "person" ? person.id : (row?.userId as string);
    await worker.db.update(users).set(change).where(eq(users.id, id));
    await expect(await visitor.get("/app")).not.toShow(t("common:impersonation.banner", { user: "Nadia" }));
  });

  test("is not listed among the user's sessions, and ends when the user is deleted", async () => {
    const { visitor, person } = await impersonating();
    await expect(await admin.get(`/manager/users/${person.id}`)).toShow(t("session:list.empty"));
    expect(await admin.post(`/manager/users/${person.id}`, { intent: "delete" })).toRedirectTo(
      "/manager/users",
    );
    expect((await visitor.get("/manager/users")).status).toBe(200);
  });

  test("can't end the user's sessions: destructive actions are refused and not offered", async () => {
    const { visitor, person } = await impersonating();
    const theirs = await addSession(worker, person);
    await expect(await visitor.get("/app/account")).not.toShow(t("session:revoke"));
    for (const fields of [
      { intent: "revoke-sessions" },
      { intent: "revoke-session", sessionId: theirs.sessionId },
    ] as Record<string, string>[]) {
      const refused = await visitor.post("/app/account", fields);
      expect(refused.status).toBe(403);
      expect(refused.headers.get("X-Error-Code")).toBe("NOT_WHILE_IMPERSONATING");
      await expect(refused).toShow(t("code:NOT_WHILE_IMPERSONATING"));
    }
    expect((await visitorWith(theirs.cookie).get("/app")).status).toBe(200);
  });

  test("can't change the user's name, and is logged under both names", async () => {
    const { visitor, person } = await impersonating({ name: null, onboardedAt: null });
    expect((await visitor.get("/app")).headers.get("Location")).toMatch(/^\/onboarding/);
    const page = await visitor.get("/onboarding");
    await expect(page).toShow(t("code:NOT_WHILE_IMPERSONATING"));
    await expect(page).not.toShow(t("onboarding:question"));
    const refused = await visitor.post("/onboarding", { name: "Named by boss" });
    expect(refused.status).toBe(403);
    expect(refused.headers.get("X-Error-Code")).toBe("NOT_WHILE_IMPERSONATING");
    expect(await user(person.email)).toMatchObject({ name: null, onboardedAt: null });
    const refusals = () =>
      worker.db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.asUserId, person.id), eq(auditLog.code, "NOT_WHILE_IMPERSONATING")));
    await expect.poll(refusals).toHaveLength(1);
    const [entry] = await refusals();
    expect(entry).toMatchObject({ action: "request.refused", asUserLabel: person.email });
    expect(entry?.actorId).not.toBe(person.id);
    await expect(await admin.get(`/manager/audit?person=${person.id}`)).toShow(`as ${person.email}`);
  });
});
