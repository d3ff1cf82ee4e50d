import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, loginChallenges, sessions, socialAccounts, users } from "#app/schema.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { addSession, addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastCode, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

const storage = gatedStorage();
let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker(storage.options);
  // This administrator stays, so that the tests may delete the others.
  await addUser(worker, { email: "root@example.com", role: "admin" });
});

afterAll(() => worker.stop());

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

const path = "/app/account";

describe("downloading your data", () => {
  test("returns a file with everything about the user, and no secret", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "data@example.com", name: "Ada" });
    await Visitor.signedIn(worker, { email: "of-nobody-elses@example.com" });
    const user = await findUser(worker, "data@example.com");
    await worker.db
      .insert(socialAccounts)
      .values({ userId: user?.id as string, provider: "github", providerUserId: "7" });
    await new Visitor(worker).post("/login", { email: "data@example.com" });
    await visitor.post(`${path}?state=change-name`, { intent: "change-name", name: "Ada Lovelace" });
    const response = await visitor.get("/account/data");
    expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="my-data.json"');
    expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      account: { email: "data@example.com", name: "Ada Lovelace", role: "user" },
      sessions: [{ userAgent: "Test" }],
      linkedAccounts: [{ provider: "github", providerUserId: "7" }],
      loginCodes: [{ purpose: "sign-in", createdAt: expect.stringMatching(/^\d{4}-.*Z$/), attempts: 0 }],
      activities: [{ action: "account.rename", subjectLabel: "data@example.com" }],
    });
    const [session] = await worker.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, user?.id as string));
    const [challenge] = await worker.db
      .select()
      .from(loginChallenges)
      .where(eq(loginChallenges.email, "data@example.com"));
    expect(text).not.toContain(session?.tokenHash);
    expect(text).not.toContain(challenge?.linkHash);
    expect(text).not.toContain("root@example.com");
  });

  test("requires a session", async () => {
    expect((await new Visitor(worker).get("/account/data")).status).toBe(302);
  });
});

describe("deleting your account", () => {
  /** Creates a user who has been sent a code to delete their account. */
  async function someone(given: Parameters<typeof addUser>[1] & { email: string }) {
    const visitor = await Visitor.signedIn(worker, given);
    await expect(await visitor.get("/account/delete")).toShow(
      t("account:delete.prove", { email: given.email }),
    );
    expect(await visitor.post("/account/delete", { intent: "send-code" })).toRedirectTo("/account/delete");
    await expect(await visitor.get("/account/delete")).toShow(
      t("account:delete.confirmation", { email: given.email }),
    );
    return { visitor, code: await lastCode(worker, given.email) };
  }

  test("needs a fresh code and the typed address, and leaves only the audit log", async () => {
    const email = "leaver@example.com";
    const { visitor, code } = await someone({ email });
    const user = await findUser(worker, email);
    const id = user?.id as string;
    await addSession(worker, user as NonNullable<typeof user>);
    await worker.db
      .insert(socialAccounts)
      .values({ userId: id, provider: "github", providerUserId: "leaver" });

    const mistyped = await visitor.post("/account/delete", {
      intent: "delete",
      code,
      confirmation: "leaver",
    });
    expect(mistyped.status).toBe(400);
    await expect(mistyped).toShow(t("account:delete.mismatch"));
    const empty = await visitor.post("/account/delete", { intent: "delete", code });
    await expect(empty).toShow(t("account:delete.mismatch"));
    const guess = await visitor.post("/account/delete", {
      intent: "delete",
      code: wrong(code),
      confirmation: email,
    });
    await expect(guess).toShow(t("refused:codeWrong", { count: 4 }));
    expect(await findUser(worker, email)).toBeDefined();

    const done = await visitor.post("/account/delete", {
      intent: "delete",
      code,
      confirmation: " Leaver@example.com ",
    });
    expect(done).toRedirectTo("/login");
    expect(visitor.cookies.has("session")).toBe(false);
    await expect(await visitor.get("/login")).toShow(t("account:delete.done"));
    expect(await findUser(worker, email)).toBeUndefined();
    expect(await worker.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
    expect(await worker.db.select().from(socialAccounts).where(eq(socialAccounts.userId, id))).toEqual([]);
    const entries = await worker.db.select().from(auditLog).where(eq(auditLog.action, "account.delete"));
    expect(entries).toMatchObject([{ actorId: id, subjectLabel: email }]);
    await expect
      .poll(async () => (await mailsTo(worker, email)).map(({ subject }) => subject))
      .toContain(t("email:accountDeleted.subject"));
  });

  test("is refused to the last administrator, even if the last two try at the same time", async () => {
    await worker.db.update(users).set({ role: "user" }).where(eq(users.email, "root@example.com"));
    const lonely = await Visitor.signedIn(worker, { email: "admin-1@example.com", role: "admin" });
    await expect(await lonely.get("/account/delete")).toShow(t("account:delete.last"));

    const second = await someone({ email: "admin-2@example.com", role: "admin" });
    await lonely.post("/account/delete", { intent: "send-code" });
    const code = await lastCode(worker, "admin-1@example.com");
    let early: Response | undefined;
    const late = await rightBefore(
      storage,
      () => lonely.post("/account/delete", { intent: "delete", code, confirmation: "admin-1@example.com" }),
      async () => {
        early = await second.visitor.post("/account/delete", {
          intent: "delete",
          code: second.code,
          confirmation: "admin-2@example.com",
        });
      },
    );
    expect([early?.status, late.status]).toEqual([302, 409]);
    expect(late.headers.get("X-Error-Code")).toBe("LAST_ADMINISTRATOR");
    expect(await worker.db.select().from(users).where(eq(users.role, "admin"))).toHaveLength(1);
    await worker.db.update(users).set({ role: "admin" }).where(eq(users.email, "root@example.com"));
  });

  test("is refused while impersonating, as are the data download and a change of email address", async () => {
    const target = await addUser(worker, { email: "seen@example.com" });
    const admin = await Visitor.signedIn(worker, { email: "seer@example.com", role: "admin" });
    await admin.post(`/manager/users/${target.id}`, { intent: "impersonate" });
    await expect(await admin.get(path)).toShow(t("common:impersonation.stop"));
    for (const response of [
      await admin.get("/account/data"),
      await admin.get("/account/delete"),
      await admin.post("/account/delete", { intent: "send-code" }),
      await admin.post(path, { intent: "change-email", email: "mine@example.com" }),
    ]) {
      expect(response.status).toBe(403);
      expect(response.headers.get("X-Error-Code")).toBe("NOT_WHILE_IMPERSONATING");
    }
    await expect(await admin.get(`${path}?newEmail=mine@example.com`)).not.toShow(
      t("account:changeEmail.title"),
    );
    expect(
      await worker.db.select().from(loginChallenges).where(eq(loginChallenges.email, "mine@example.com")),
    ).toEqual([]);
  });
});
