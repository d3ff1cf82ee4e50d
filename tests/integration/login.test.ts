import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loginChallenges, sessions } from "#app/schema.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastCode, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker();
});

afterAll(() => worker.stop());

/** Returns a code that differs from `code`. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

const sessionCount = async () => (await worker.db.select({ id: sessions.id }).from(sessions)).length;

describe("entering a code", () => {
  test("signs a new user in and leads to onboarding first", async () => {
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode("new@example.com");
    const response = await visitor.confirm(verifyPath, code);
    expect(response).toRedirectTo("/app");
    expect(response.headers.getSetCookie().join()).toMatch(/session=.*HttpOnly/);
    expect(await visitor.get("/app")).toRedirectTo("/onboarding?redirect=%2Fapp");
    const user = await findUser(worker, "new@example.com");
    expect(user).toMatchObject({ role: "user", name: null, onboardedAt: null });
    expect(user?.emailVerifiedAt).toBeTypeOf("number");
  });

  test("leads an administrator to the manager, a user to the app, and both to the page they wanted", async () => {
    const { email } = await addUser(worker, { role: "admin" });
    const admin = new Visitor(worker);
    const asked = await admin.askForCode(email);
    expect(await admin.confirm(asked.verifyPath, asked.code)).toRedirectTo("/manager");

    const reader = new Visitor(worker);
    const { verifyPath, code } = await reader.askForCode(
      (await addUser(worker)).email,
      "?redirect=%2Fapp%2Faccount%3Fafter%3Dx",
    );
    expect(await reader.confirm(verifyPath, code)).toRedirectTo("/app/account?after=x");
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
  ])("redirects nobody to %j", async (target) => {
    const visitor = new Visitor(worker);
    const { email } = await addUser(worker);
    const { code } = await visitor.askForCode(email);
    const path = `/login/verify?${new URLSearchParams({ email, redirect: target })}`;
    expect(await visitor.confirm(path, code)).toRedirectTo("/app");
  });

  test.each([
    ["with a space", (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    [
      "with Arabic-Indic digits",
      (code: string) => code.replace(/\d/g, (d) => "٠١٢٣٤٥٦٧٨٩"[Number(d)] as string),
    ],
    [
      "with Persian digits and direction marks",
      (code: string) => `\u200f${code.replace(/\d/g, (d) => "۰۱۲۳۴۵۶۷۸۹"[Number(d)] as string)}\u200e`,
    ],
  ])("accepts a code %s", async (_, write) => {
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode((await addUser(worker)).email);
    expect(await visitor.confirm(verifyPath, write(code))).toRedirectTo("/app");
  });

  test("that is empty, short or not numeric shows an error and costs no try", async () => {
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode((await addUser(worker)).email);
    await expect(await visitor.confirm(verifyPath, "")).toShow(t("refused:codeRequired"));
    await expect(await visitor.confirm(verifyPath, "12345")).toShow(t("refused:codeLength"));
    await expect(await visitor.confirm(verifyPath, "12345a")).toShow(t("code:INVALID_OTP"));
    await expect(await visitor.confirm(verifyPath, wrong(code))).toShow(t("refused:codeWrong", { count: 4 }));
  });

  test("that has not reached KV yet shows an error and costs no try", async () => {
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode((await addUser(worker)).email);
    const keys = (await worker.kv.list({ prefix: "login-code:" })).keys;
    const stored = await Promise.all(
      keys.map(async ({ name }) => [name, await worker.kv.get(name)] as const),
    );
    await Promise.all(keys.map(({ name }) => worker.kv.delete(name)));
    for (let n = 0; n < 6; n++)
      await expect(await visitor.confirm(verifyPath, code)).toShow(t("refused:codeExpired"));
    await Promise.all(stored.map(([name, value]) => worker.kv.put(name, value ?? "")));
    await expect(await visitor.confirm(verifyPath, wrong(code))).toShow(t("refused:codeWrong", { count: 4 }));
    expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
  });

  test("that is wrong counts down, and after the fifth try the right one fails", async () => {
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode((await addUser(worker)).email);
    for (const count of [4, 3, 2, 1]) {
      const response = await visitor.confirm(verifyPath, wrong(code));
      expect(response.status).toBe(400);
      await expect(response).toShow(t("refused:codeWrong", { count }));
    }
    await expect(await visitor.confirm(verifyPath, wrong(code))).toShow(t("refused:tooManyAttempts"));
    await expect(await visitor.confirm(verifyPath, code)).toShow(t("refused:tooManyAttempts"));
  });

  test("works once", async () => {
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode((await addUser(worker)).email);
    const challenge = new Map(visitor.cookies);
    expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
    const again = new Visitor(worker);
    for (const [name, value] of challenge) again.cookies.set(name, value);
    await expect(await again.confirm(verifyPath, code)).toShow(t("refused:codeExpired"));
  });

  test("that a newer code in the same browser has replaced fails", async () => {
    const visitor = new Visitor(worker);
    const { email } = await addUser(worker);
    const first = await visitor.askForCode(email);
    const firstCookies = new Map(visitor.cookies);
    expect(await visitor.post(first.verifyPath, { intent: "resend" })).toRedirectTo(first.verifyPath);
    await expect(await visitor.get(first.verifyPath)).toShow(t("proof:resent"));
    await expect(await visitor.get(first.verifyPath)).not.toShow(t("proof:resent"));

    const old = new Visitor(worker);
    for (const [name, value] of firstCookies) old.cookies.set(name, value);
    await expect(await old.confirm(first.verifyPath, first.code)).toShow(t("refused:codeExpired"));
    expect(await visitor.confirm(first.verifyPath, await lastCode(worker, email))).toRedirectTo("/app");
  });

  test("that has expired shows an error", async () => {
    const visitor = new Visitor(worker);
    const { email } = await addUser(worker);
    const { verifyPath, code } = await visitor.askForCode(email);
    await worker.db
      .update(loginChallenges)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(loginChallenges.email, email));
    await expect(await visitor.confirm(verifyPath, code)).toShow(t("refused:codeExpired"));
  });

  test("proves only the address that it was sent to, in the browser that asked for it", async () => {
    const { email } = await addUser(worker);
    const victim = await addUser(worker);
    const visitor = new Visitor(worker);
    const { code, verifyPath } = await visitor.askForCode(email);
    const other = `/login/verify?${new URLSearchParams({ email: victim.email })}`;
    await expect(await visitor.confirm(other, code)).toShow(t("refused:codeExpired"));
    expect(await new Visitor(worker).confirm(verifyPath, code)).toRedirectTo("/login");
    const named = `/login/verify?${new URLSearchParams({ email })}`;
    await expect(await new Visitor(worker).confirm(named, code)).toShow(t("refused:codeExpired"));
  });

  test("ignores the case of the address in the URL", async () => {
    const { email } = await addUser(worker);
    const visitor = new Visitor(worker);
    const { code } = await visitor.askForCode(email);
    const path = `/login/verify?${new URLSearchParams({ email: email.toUpperCase() })}`;
    expect(await visitor.confirm(path, code)).toRedirectTo("/app");
  });

  test("works only with its own challenge", async () => {
    const [one, other] = [await addUser(worker), await addUser(worker)];
    const visitor = new Visitor(worker);
    const { code } = await visitor.askForCode(one.email);
    const [from] = await worker.db.select().from(loginChallenges).where(eq(loginChallenges.email, one.email));
    const { verifyPath } = await visitor.askForCode(other.email);
    const [to] = await worker.db.select().from(loginChallenges).where(eq(loginChallenges.email, other.email));
    const stored = await worker.kv.get(`login-code:${from?.id}`);
    await worker.kv.put(`login-code:${to?.id}`, stored as string);
    await expect(await visitor.confirm(verifyPath, code)).toShow(t("refused:codeWrong", { count: 4 }));
  });

  test("without a valid address in the URL, the page redirects to /login", async () => {
    const visitor = new Visitor(worker);
    expect(await visitor.get("/login/verify")).toRedirectTo("/login");
    expect(await visitor.get("/login/verify?email=nobody")).toRedirectTo("/login");
    expect(await visitor.confirm("/login/verify?email=", "123456")).toRedirectTo("/login");
  });

  test("the page names the address and the minutes, and the field suits one-time codes", async () => {
    const response = await new Visitor(worker).get("/login/verify?email=ada%40example.com");
    await expect(response).toShow("ada@example.com");
    await expect(response).toShow(t("proof:expiry", { count: 5 }));
    expect(await response.text()).toMatch(
      /<input(?=[^>]*inputMode="numeric")(?=[^>]*autoComplete="one-time-code")/i,
    );
  });

  test("a banned user can't sign in, and one whose ban has ended can", async () => {
    const banned = await addUser(worker, { bannedAt: 1 });
    const visitor = new Visitor(worker);
    const asked = await visitor.askForCode(banned.email);
    const before = await sessionCount();
    const response = await visitor.confirm(asked.verifyPath, asked.code);
    expect(response.status).toBe(403);
    await expect(response).toShow(t("auth:banned.title"));
    expect(await sessionCount()).toBe(before);

    const free = await addUser(worker, { bannedAt: 1, banExpiresAt: Date.now() - 1 });
    const { verifyPath, code } = await visitor.askForCode(free.email);
    expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
  });
});
