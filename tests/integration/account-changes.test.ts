import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loginChallengeCookie } from "#app/identity/login-code/login-challenge-cookie.server.ts";
import { auditLog, type CodePurpose, loginChallenges, users } from "#app/schema.ts";
import { askToChangeEmail } from "#tests/support/change-email.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, lastCode, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker();
  // This administrator stays, so that the tests may delete the others.
  await addUser(worker, { email: "root@example.com", role: "admin" });
});

afterAll(() => worker.stop());

let dropped = 0;

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

const path = "/app/account";

const confirmPath = (email: string) => `${path}?${new URLSearchParams({ newEmail: email })}`;

/** Requests the two codes that change an email address. @returns the form with both codes */
const askToChange = async (visitor: Visitor, from: string, to: string) =>
  (await askToChangeEmail(worker, visitor, from, to)).form;

describe("changing the email address", () => {
  test("sends a code to each address; both right codes change and verify the address, and the old one gets a notice", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "old@example.com" });
    const before = await findUser(worker, "old@example.com");
    expect(before?.emailVerifiedAt).toBeNull();
    const form = await askToChange(visitor, "old@example.com", "new@example.com");
    const question = await visitor.get(confirmPath("new@example.com"));
    await expect(question).toShow(t("account:changeEmail.title"));
    await expect(question).toShow("new@example.com");
    expect((await findUser(worker, "old@example.com"))?.id).toBe(before?.id);

    for (const field of ["code", "oldCode"] as const) {
      const mistyped = { ...form, [field]: wrong(form[field]) };
      const refused = await visitor.post(confirmPath("new@example.com"), mistyped);
      expect(refused.status).toBe(400);
      expect(refused.headers.get("X-Error-Code")).toBe("INVALID_OTP");
      await expect(refused).toShow(t("refused:codeWrong", { count: 4 }));
      // The form keeps both codes, so the user has to type only the wrong one again.
      expect(await refused.text()).toContain(`value="${mistyped.code}"`);
    }

    const arabicIndic = [...form.code].map((digit) => String.fromCharCode(0x660 + Number(digit))).join("");
    const done = await visitor.post(confirmPath("new@example.com"), { ...form, code: arabicIndic });
    expect(done).toRedirectTo(path);
    await expect(await visitor.get(path)).toShow(t("account:changeEmail.done"));
    const after = await findUser(worker, "new@example.com");
    expect(after).toMatchObject({ id: before?.id, emailVerifiedAt: expect.any(Number) });
    expect(await findUser(worker, "old@example.com")).toBeUndefined();
    const entries = await worker.db.select().from(auditLog).where(eq(auditLog.action, "account.changeEmail"));
    expect(entries).toMatchObject([{ actorLabel: "old@example.com", subjectLabel: "new@example.com" }]);
    await expect
      .poll(async () => (await mailsTo(worker, "old@example.com")).map(({ subject }) => subject))
      .toEqual([t("email:emailChanged.subject"), t("email:leaveEmailCode.subject")]);
    // Each code works once.
    const again = await visitor.post(confirmPath("new2@example.com"), form);
    expect(again).toRedirectTo(path);
    expect(again.headers.get("X-Error-Code")).toBe("OTP_EXPIRED");
    await expect(await visitor.get(path)).toShow(t("refused:codeExpired"));
  });

  test("refuses an invalid address and the current one", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "same@example.com" });
    await expect(await visitor.get(path)).not.toShow(t("account:changeEmail.new"));
    const panel = `${path}?state=change-email`;
    await expect(await visitor.get(panel)).toShow(t("account:changeEmail.new"));
    const bad = await visitor.post(panel, { intent: "change-email", email: "nobody@" });
    expect(bad.status).toBe(400);
    await expect(bad).toShow(t("refused:emailInvalid"));
    expect(await bad.text()).toContain('value="nobody@"');
    const same = await visitor.post(panel, { intent: "change-email", email: " Same@Example.com" });
    expect(same.status).toBe(409);
    expect(same.headers.get("X-Error-Code")).toBe("EMAIL_CAN_NOT_BE_UPDATED");
    await expect(same).toShow(t("code:EMAIL_CAN_NOT_BE_UPDATED"));
    expect(await mailsTo(worker, "same@example.com")).toEqual([]);
  });

  test("refuses an address of another account, but only after the right codes", async () => {
    await addUser(worker, { email: "taken@example.com" });
    const visitor = await Visitor.signedIn(worker, { email: "taker@example.com" });
    const form = await askToChange(visitor, "taker@example.com", "taken@example.com");
    await expect(await visitor.get(confirmPath("taken@example.com"))).not.toShow(
      t("code:USER_ALREADY_EXISTS"),
    );
    const refused = await visitor.post(confirmPath("taken@example.com"), form);
    expect(refused.status).toBe(409);
    await expect(refused).toShow(t("code:USER_ALREADY_EXISTS"));
    expect(await findUser(worker, "taker@example.com")).toBeDefined();
  });

  test("gives an address to only one of two users who change to it at the same time", async () => {
    const email = "wanted@example.com";
    const asking: { visitor: Visitor; form: Awaited<ReturnType<typeof askToChange>> }[] = [];
    for (const from of ["first@example.com", "second@example.com"]) {
      const visitor = await Visitor.signedIn(worker, { email: from });
      asking.push({ visitor, form: await askToChange(visitor, from, email) });
    }
    const answers = await Promise.all(
      asking.map(({ visitor, form }) => visitor.post(confirmPath(email), form)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    expect(await worker.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
  });

  test("accepts a code only from its user and for its purpose", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "purpose@example.com" });
    const form = await askToChange(visitor, "purpose@example.com", "purpose-new@example.com");
    /** Gives a browser a signed cookie for `purpose`, with the challenge that was sent to `email`. */
    const hold = async (browser: Visitor, purpose: CodePurpose, email: string) => {
      const [challenge] = await worker.db
        .select()
        .from(loginChallenges)
        .where(eq(loginChallenges.email, email));
      const cookie = loginChallengeCookie(worker.settings, new URL(worker.url), purpose);
      const line = await cookie.serialize({ id: challenge?.id, email });
      browser.cookies.set(purpose, /=([^;]*)/.exec(line)?.[1] as string);
    };
    // The code signs nobody in.
    const stranger = new Visitor(worker);
    await hold(stranger, "sign-in", "purpose-new@example.com");
    await expect(await stranger.confirm("/login/verify", form.code)).toShow(t("refused:codeExpired"));
    // Another user can't use the code.
    const other = await Visitor.signedIn(worker, { email: "purpose-other@example.com" });
    await hold(other, "change-email", "purpose-new@example.com");
    const plan = { intent: "plan-email", code: form.code };
    const theirs = await other.post(confirmPath("purpose-new@example.com"), plan);
    await expect(theirs).toShow(t("refused:codeExpired"));
    // The code to the old address does not delete the account.
    await hold(visitor, "delete-account", "purpose@example.com");
    const deletion = await visitor.post("/account/delete", {
      intent: "delete",
      code: form.oldCode,
      confirmation: "purpose@example.com",
    });
    await expect(deletion).toShow(t("refused:codeExpired"));
    expect(await findUser(worker, "purpose@example.com")).toBeDefined();
  });

  test("limits the user's codes, which strangers who ask for codes to the address do not use up", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "limited@example.com" });
    for (let n = 0; n < 5; n++) await new Visitor(worker).askForCode("limited@example.com");
    for (let n = 0; n < 5; n++) await askToChange(visitor, "limited@example.com", "flooded@example.com");
    const refused = await visitor.post(path, { intent: "change-email", email: "flooded@example.com" });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(refused.headers.get("X-Error-Code")).toBe("LIMIT_REACHED");
  });

  test("sends no further code to a user who has entered twenty wrong ones that day", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "guesser@example.com" });
    await askToChange(visitor, "guesser@example.com", "guessed@example.com");
    await worker.db
      .update(loginChallenges)
      .set({ attempts: 20 })
      .where(eq(loginChallenges.email, "guessed@example.com"));
    const refused = await visitor.post(path, { intent: "change-email", email: "guessed@example.com" });
    expect(refused.status).toBe(429);
    expect(await mailsTo(worker, "guessed@example.com")).toHaveLength(1);
  });

  test("invalidates the previous code when a new one is requested, and says so", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "again@example.com" });
    const first = await askToChange(visitor, "again@example.com", "again-new@example.com");
    const url = confirmPath("again-new@example.com");
    const resent = await visitor.post(url, { intent: "change-email", email: "again-new@example.com" });
    expect(resent).toRedirectTo(url);
    await expect(await visitor.get(url)).toShow(t("proof:resent"));
    expect((await visitor.post(url, first)).status).toBe(400);
    const code = await lastCode(worker, "again-new@example.com");
    const oldCode = await lastCode(worker, "again@example.com");
    if (code !== first.code) expect((await visitor.post(url, { ...first, code })).status).toBe(400);
    expect(await visitor.post(url, { ...first, code, oldCode })).toRedirectTo(path);
  });

  test("asks for a code only in the browser that requested one", async () => {
    const email = "asked@example.com";
    const question = t("account:changeEmail.title");
    const visitor = await Visitor.signedIn(worker, { email: "asks@example.com" });
    for (const area of [path, `${path}.data`]) {
      const direct = await visitor.get(`${area}?${new URLSearchParams({ newEmail: email })}`);
      await expect(direct, area).not.toShow(question);
    }
    expect(await visitor.get(confirmPath(email))).toRedirectTo(path);

    await askToChange(visitor, "asks@example.com", email);
    const asked = await visitor.get(confirmPath(email));
    await expect(asked).toShow(question);
    expect(databaseCost(asked).roundTrips).toBe(1);
    expect(await visitor.get(confirmPath("else@example.com"))).toRedirectTo(path);
    const other = await visitor.post(confirmPath("else@example.com"), {
      intent: "confirm-email",
      code: "123456",
      oldCode: "123456",
    });
    expect(other).toRedirectTo(path);
    await expect(await visitor.get(path)).toShow(t("refused:codeExpired"));
    // The same user can't use the codes in another browser.
    visitor.cookies.delete("change-email");
    expect(await visitor.get(confirmPath(email))).toRedirectTo(path);
  });

  test("reports an expired code in the form, which stays open", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "late@example.com" });
    const form = await askToChange(visitor, "late@example.com", "late-new@example.com");
    const expired = { expiresAt: Date.now() - 1 };
    await worker.db
      .update(loginChallenges)
      .set(expired)
      .where(eq(loginChallenges.email, "late-new@example.com"));
    const late = await visitor.post(confirmPath("late-new@example.com"), form);
    expect(late.status).toBe(400);
    await expect(late).toShow(t("account:changeEmail.title"));
    await expect(late).toShow(t("refused:codeExpired"));
  });

  test.each(["nonsense", "%00", "dropped-3@example.com", "a@b"])("ignores ?newEmail=%s", async (newEmail) => {
    dropped += 1;
    const visitor = await Visitor.signedIn(worker, { email: `dropped-${dropped}@example.com` });
    const page = await visitor.get(`${path}?newEmail=${newEmail}`);
    expect(page.status).toBe(200);
    await expect(page).not.toShow(t("account:changeEmail.title"));
  });
});
