import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, loginChallenges, sessions, socialAccounts, users } from "#app/db/schema.ts";
import { addSession, addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastCode, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
  // An administrator who stays: tests may delete the others.
  await addUser(worker, { email: "root@example.com", role: "admin" });
});
afterAll(() => worker.stop());

let dropped = 0;
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const path = "/app/account";
const confirmPath = (email: string) => `${path}?${new URLSearchParams({ newEmail: email })}`;

/** Asks for a code to change the email address. @returns the code */
async function askToChange(visitor: Visitor, email: string): Promise<string> {
  expect(await visitor.post(path, { intent: "change-email", email })).toRedirectTo(confirmPath(email));
  return lastCode(worker, email);
}

describe("changing your email", () => {
  test("a code goes to the new address; the right one changes and verifies it, and the old one is told", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "old@example.com" });
    const before = await findUser(worker, "old@example.com");
    expect(before?.emailVerifiedAt).toBeNull();
    const code = await askToChange(visitor, "new@example.com");
    const question = await visitor.get(confirmPath("new@example.com"));
    await expect(question).toShow(t("account:changeEmail.title"));
    await expect(question).toShow("new@example.com");
    expect((await findUser(worker, "old@example.com"))?.id).toBe(before?.id);

    const refused = await visitor.post(confirmPath("new@example.com"), {
      intent: "confirm-email",
      code: wrong(code),
    });
    expect(refused.status).toBe(400);
    expect(refused.headers.get("X-Error-Code")).toBe("INVALID_OTP");
    await expect(refused).toShow(t("auth:errors.codeWrong", { count: 4 }));

    const arabicIndic = [...code].map((digit) => String.fromCharCode(0x660 + Number(digit))).join("");
    const done = await visitor.post(confirmPath("new@example.com"), {
      intent: "confirm-email",
      code: arabicIndic,
    });
    expect(done).toRedirectTo(path);
    await expect(await visitor.get(path)).toShow(t("account:changeEmail.done"));
    const after = await findUser(worker, "new@example.com");
    expect(after).toMatchObject({ id: before?.id, emailVerifiedAt: expect.any(Number) });
    expect(await findUser(worker, "old@example.com")).toBeUndefined();
    const entries = await worker.db.select().from(auditLog).where(eq(auditLog.action, "account.changeEmail"));
    expect(entries).toMatchObject([{ actorLabel: "old@example.com", subjectLabel: "new@example.com" }]);
    await expect
      .poll(async () => (await mailsTo(worker, "old@example.com")).map(({ subject }) => subject))
      .toEqual([t("email:emailChanged.subject")]);
    // The code works once.
    const again = await visitor.post(confirmPath("new2@example.com"), { intent: "confirm-email", code });
    await expect(again).toShow(t("auth:errors.codeExpired"));
  });

  test("the address must be valid, and different from the current one", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "same@example.com" });
    const bad = await visitor.post(path, { intent: "change-email", email: "nobody@" });
    expect(bad.status).toBe(400);
    await expect(bad).toShow(t("auth:errors.emailInvalid"));
    expect(await bad.text()).toContain('value="nobody@"');
    const same = await visitor.post(path, { intent: "change-email", email: " Same@Example.com" });
    expect(same.status).toBe(409);
    expect(same.headers.get("X-Error-Code")).toBe("EMAIL_CAN_NOT_BE_UPDATED");
    await expect(same).toShow(t("code:EMAIL_CAN_NOT_BE_UPDATED"));
    expect(await mailsTo(worker, "same@example.com")).toEqual([]);
  });

  test("an address that is taken is refused, but only after the right code", async () => {
    await addUser(worker, { email: "taken@example.com" });
    const visitor = await Visitor.signedIn(worker, { email: "taker@example.com" });
    const code = await askToChange(visitor, "taken@example.com");
    await expect(await visitor.get(confirmPath("taken@example.com"))).not.toShow("Email already used");
    const refused = await visitor.post(confirmPath("taken@example.com"), { intent: "confirm-email", code });
    expect(refused.status).toBe(409);
    await expect(refused).toShow("Email already used");
    expect(await findUser(worker, "taker@example.com")).toBeDefined();
  });

  test("if two people change to the same address at once, one gets it", async () => {
    const email = "wanted@example.com";
    const asking = [
      await Visitor.signedIn(worker, { email: "first@example.com" }),
      await Visitor.signedIn(worker, { email: "second@example.com" }),
    ];
    const codes: string[] = [];
    for (const visitor of asking) codes.push(await askToChange(visitor, email));
    const answers = await Promise.all(
      asking.map((visitor, n) =>
        visitor.post(confirmPath(email), { intent: "confirm-email", code: codes[n] ?? "" }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    expect(await worker.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
  });

  test("a code works only for its purpose and its user", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "purpose@example.com" });
    const code = await askToChange(visitor, "purpose-new@example.com");
    const login = `/login/verify?${new URLSearchParams({ email: "purpose-new@example.com" })}`;
    // To sign in, with the challenge passed off as one for signing in.
    const stranger = new Visitor(worker);
    stranger.cookies.set("sign-in", visitor.cookies.get("change-email") as string);
    await expect(await stranger.confirm(login, code)).toShow(t("auth:errors.codeExpired"));
    // As another user, whose browser holds the challenge.
    const other = await Visitor.signedIn(worker, { email: "purpose-other@example.com" });
    other.cookies.set("change-email", visitor.cookies.get("change-email") as string);
    const theirs = await other.post(confirmPath("purpose-new@example.com"), {
      intent: "confirm-email",
      code,
    });
    await expect(theirs).toShow(t("auth:errors.codeExpired"));
    // To delete the account.
    const deletion = await visitor.post("/account/delete", {
      intent: "delete",
      code,
      confirmation: "purpose@example.com",
    });
    await expect(deletion).toShow(t("auth:errors.codeExpired"));
    expect(await findUser(worker, "purpose@example.com")).toBeDefined();
  });

  test("codes share the limit with sign-in codes", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "limited@example.com" });
    for (let n = 0; n < 3; n++) await new Visitor(worker).askForCode("flooded@example.com");
    for (let n = 0; n < 2; n++) await askToChange(visitor, "flooded@example.com");
    const refused = await visitor.post(path, { intent: "change-email", email: "flooded@example.com" });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(refused.headers.get("X-Error-Code")).toBe("LIMIT_REACHED");
  });

  test("a new code invalidates the previous one, and the page says so", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "again@example.com" });
    const first = await askToChange(visitor, "again-new@example.com");
    const url = confirmPath("again-new@example.com");
    const resent = await visitor.post(url, { intent: "change-email", email: "again-new@example.com" });
    expect(resent).toRedirectTo(url);
    await expect(await visitor.get(url)).toShow(t("auth:verify.resent"));
    const late = await visitor.post(url, { intent: "confirm-email", code: first });
    expect(late.status).toBe(400);
    const code = await lastCode(worker, "again-new@example.com");
    if (code !== first) expect(await visitor.post(url, { intent: "confirm-email", code })).toRedirectTo(path);
  });

  test.each(["nonsense", "%00", "dropped-3@example.com", "a@b"])(
    "?newEmail=%s asks for nothing",
    async (newEmail) => {
      dropped += 1;
      const visitor = await Visitor.signedIn(worker, { email: `dropped-${dropped}@example.com` });
      const page = await visitor.get(`${path}?newEmail=${newEmail}`);
      expect(page.status).toBe(200);
      await expect(page).not.toShow(t("account:changeEmail.title"));
    },
  );
});

describe("downloading your data", () => {
  test("gives a file with everything about the user, and no secret", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "data@example.com", name: "Ada" });
    const user = await findUser(worker, "data@example.com");
    await worker.db
      .insert(socialAccounts)
      .values({ userId: user?.id as string, provider: "github", providerUserId: "7" });
    await new Visitor(worker).post("/login", { email: "data@example.com" });
    await visitor.post(`${path}?state=change-name`, { intent: "change-name", name: "Ada Lovelace" });
    const response = await visitor.get("/account/data");
    expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="my-data.json"');
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      account: { email: "data@example.com", name: "Ada Lovelace", role: "user" },
      sessions: [{ userAgent: "Test" }],
      linkedAccounts: [{ provider: "github", providerUserId: "7" }],
      loginCodes: [{ purpose: "sign-in", createdAt: expect.stringMatching(/^\d{4}-.*Z$/), attempts: 0 }],
      activities: [{ action: "account.rename", subject: "data@example.com" }],
    });
    const [session] = await worker.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, user?.id as string));
    expect(text).not.toContain(session?.tokenHash);
    expect(text).not.toContain("root@example.com");
  });

  test("requires a session", async () => {
    expect((await new Visitor(worker).get("/account/data")).status).toBe(302);
  });
});

describe("deleting your account", () => {
  /** A user who was sent a code to delete their account. */
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

  test("needs a fresh code and the typed address, and leaves nothing but the audit log", async () => {
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
    await expect(guess).toShow(t("auth:errors.codeWrong", { count: 4 }));
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

  test("is refused to the last administrator, even if two of them race", async () => {
    await worker.db.update(users).set({ role: "user" }).where(eq(users.email, "root@example.com"));
    const lonely = await Visitor.signedIn(worker, { email: "admin-1@example.com", role: "admin" });
    await expect(await lonely.get("/account/delete")).toShow(t("account:delete.last"));

    const second = await someone({ email: "admin-2@example.com", role: "admin" });
    await lonely.post("/account/delete", { intent: "send-code" });
    const code = await lastCode(worker, "admin-1@example.com");
    const sendRest = [
      await lonely.postSlowly("/account/delete", {
        intent: "delete",
        code,
        confirmation: "admin-1@example.com",
      }),
      await second.visitor.postSlowly("/account/delete", {
        intent: "delete",
        code: second.code,
        confirmation: "admin-2@example.com",
      }),
    ];
    const answers = await Promise.all(sendRest.map((send) => send()));
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.headers.get("X-Error-Code")).toBe("LAST_ADMINISTRATOR");
    expect(await worker.db.select().from(users).where(eq(users.role, "admin"))).toHaveLength(1);
    await worker.db.update(users).set({ role: "admin" }).where(eq(users.email, "root@example.com"));
  });

  test("is refused while impersonating, and so are the data download and a change of email", async () => {
    const target = await addUser(worker, { email: "seen@example.com" });
    const admin = await Visitor.signedIn(worker, { email: "seer@example.com", role: "admin" });
    await admin.post(`/manager/users/${target.id}`, { intent: "impersonate" });
    await expect(await admin.get(path)).toShow(t("user:impersonate.stop"));
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
