import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, loginChallenges, users } from "#app/db/schema.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, lastCode, mailsTo, Visitor } from "#tests/support/visitor.ts";
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
    expect(again).toRedirectTo(path);
    expect(again.headers.get("X-Error-Code")).toBe("OTP_EXPIRED");
    await expect(await visitor.get(path)).toShow(t("auth:errors.codeExpired"));
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

  test("codes have a limit of their own, whatever strangers ask for", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "limited@example.com" });
    for (let n = 0; n < 3; n++) await new Visitor(worker).askForCode("flooded@example.com");
    for (let n = 0; n < 5; n++) await askToChange(visitor, "flooded@example.com");
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

  test("the page asks for a code only in the browser that one was sent for", async () => {
    const email = "asked@example.com";
    const question = t("account:changeEmail.title");
    const visitor = await Visitor.signedIn(worker, { email: "asks@example.com" });
    for (const area of [path, `${path}.data`]) {
      const direct = await visitor.get(`${area}?${new URLSearchParams({ newEmail: email })}`);
      await expect(direct, area).not.toShow(question);
    }
    expect(await visitor.get(confirmPath(email))).toRedirectTo(path);

    await askToChange(visitor, email);
    const asked = await visitor.get(confirmPath(email));
    await expect(asked).toShow(question);
    expect(databaseCost(asked).roundTrips).toBe(1);
    expect(await visitor.get(confirmPath("else@example.com"))).toRedirectTo(path);
    const other = await visitor.post(confirmPath("else@example.com"), {
      intent: "confirm-email",
      code: "123456",
    });
    expect(other).toRedirectTo(path);
    await expect(await visitor.get(path)).toShow(t("auth:errors.codeExpired"));
    // The same person in another browser.
    visitor.cookies.delete("change-email");
    expect(await visitor.get(confirmPath(email))).toRedirectTo(path);
  });

  test("a code that comes too late is reported in the question, which stays", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "late@example.com" });
    const code = await askToChange(visitor, "late-new@example.com");
    const expired = { expiresAt: Date.now() - 1 };
    await worker.db
      .update(loginChallenges)
      .set(expired)
      .where(eq(loginChallenges.email, "late-new@example.com"));
    const late = await visitor.post(confirmPath("late-new@example.com"), { intent: "confirm-email", code });
    expect(late.status).toBe(400);
    await expect(late).toShow(t("account:changeEmail.title"));
    await expect(late).toShow(t("auth:errors.codeExpired"));
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
