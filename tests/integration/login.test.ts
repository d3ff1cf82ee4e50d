import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loginChallenges, sessions, users } from "#app/db/schema.ts";
import { signLoginCode } from "#app/features/auth/login-code-mac.server.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastCode, mailsTo, textOf, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

/** A wrong code. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

const sessionCount = async () => (await worker.db.select({ id: sessions.id }).from(sessions)).length;

describe("asking for a code", () => {
  test("an address is required, must be valid, and stays in the field", async () => {
    const visitor = new Visitor(worker);
    const empty = await visitor.post("/login", { email: "  " });
    expect(empty.status).toBe(400);
    await expect(empty).toShow("Email is required");

    const bad = await visitor.post("/login", { email: "ada@" });
    expect(bad.status).toBe(400);
    await expect(bad).toShow("Email is invalid");
    expect(await bad.text()).toContain('value="ada@"');
  });

  test("the code comes by mail, in the reader's language and direction, with its expiry", async () => {
    const visitor = new Visitor(worker, { "Accept-Language": "ar" });
    await visitor.askForCode("qari@example.com");
    const [mail] = await mailsTo(worker, "qari@example.com");
    const ar = textsIn("ar");
    expect(mail?.html).toContain('<html lang="ar" dir="rtl">');
    expect(mail?.text).toContain(ar("email:loginCode.expiry", { count: 5 }));
    expect(mail?.html).not.toMatch(/<img|src=|href=/);
  });

  test("the case of the address and the space around it don't matter", async () => {
    await addUser(worker, { email: "case@example.com" });
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor
      .post("/login", { email: "  Case@Example.COM " })
      .then(async (response) => ({
        verifyPath: response.headers.get("Location") as string,
        code: await lastCode(worker, "case@example.com"),
      }));
    expect(verifyPath).toBe("/login/verify?email=case%40example.com");
    expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
  });

  test("nothing that is stored holds the code", async () => {
    const { code } = await new Visitor(worker).askForCode("secret@example.com");
    const { keys } = await worker.kv.list({ prefix: "login-code:" });
    const stored = await Promise.all(keys.map(({ name }) => worker.kv.get(name)));
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.join()).not.toContain(code);
    expect(JSON.stringify(await worker.db.select().from(loginChallenges))).not.toContain(code);
    expect(keys.every(({ expiration }) => expiration)).toBe(true);
  });

  test("the browser has a signed cookie of at least 128 bits that script can't read", async () => {
    const visitor = new Visitor(worker);
    const response = await visitor.post("/login", { email: "cookie@example.com" });
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith("sign-in="));
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    const [challenge] = await worker.db
      .select()
      .from(loginChallenges)
      .where(eq(loginChallenges.email, "cookie@example.com"));
    expect(challenge?.id).toMatch(/^[\w-]{22,}$/);

    const code = await lastCode(worker, "cookie@example.com");
    const forger = new Visitor(worker);
    forger.cookies.set("sign-in", encodeURIComponent(btoa(JSON.stringify(challenge?.id))));
    const path = "/login/verify?email=cookie%40example.com";
    await expect(await forger.confirm(path, code)).toShow(t("auth:errors.codeExpired"));
    expect((await visitor.confirm(path, code)).status).toBe(302);
  });
});

describe("proving a code", () => {
  test("a user with a new address signs in, is not onboarded, and is sent to onboarding first", async () => {
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

  test("an admin goes to the manager, a user to the app, and both to where they were going", async () => {
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
  ])("no one is sent to %j", async (target) => {
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
  ])("a code %s is accepted", async (_, write) => {
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode((await addUser(worker)).email);
    expect(await visitor.confirm(verifyPath, write(code))).toRedirectTo("/app");
  });

  test("an empty, short or non-numeric code says so and costs no try", async () => {
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode((await addUser(worker)).email);
    await expect(await visitor.confirm(verifyPath, "")).toShow("Code is required");
    await expect(await visitor.confirm(verifyPath, "12345")).toShow("Code should be 6 characters");
    await expect(await visitor.confirm(verifyPath, "12345a")).toShow("Code is invalid");
    await expect(await visitor.confirm(verifyPath, wrong(code))).toShow(
      t("auth:errors.codeWrong", { count: 4 }),
    );
  });

  test("wrong codes count down, and after the fifth the right one no longer works", async () => {
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode((await addUser(worker)).email);
    for (const count of [4, 3, 2, 1]) {
      const response = await visitor.confirm(verifyPath, wrong(code));
      expect(response.status).toBe(400);
      await expect(response).toShow(t("auth:errors.codeWrong", { count }));
    }
    await expect(await visitor.confirm(verifyPath, wrong(code))).toShow(t("auth:errors.tooManyAttempts"));
    await expect(await visitor.confirm(verifyPath, code)).toShow(t("auth:errors.tooManyAttempts"));
  });

  test("a code works once", async () => {
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode((await addUser(worker)).email);
    const challenge = new Map(visitor.cookies);
    expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
    const again = new Visitor(worker);
    for (const [name, value] of challenge) again.cookies.set(name, value);
    await expect(await again.confirm(verifyPath, code)).toShow(t("auth:errors.codeExpired"));
  });

  test("a new code invalidates the previous one", async () => {
    const visitor = new Visitor(worker);
    const { email } = await addUser(worker);
    const first = await visitor.askForCode(email);
    const firstCookies = new Map(visitor.cookies);
    expect(await visitor.post(first.verifyPath, { intent: "resend" })).toRedirectTo(first.verifyPath);
    await expect(await visitor.get(first.verifyPath)).toShow(t("auth:verify.resent"));
    await expect(await visitor.get(first.verifyPath)).not.toShow(t("auth:verify.resent"));

    const old = new Visitor(worker);
    for (const [name, value] of firstCookies) old.cookies.set(name, value);
    await expect(await old.confirm(first.verifyPath, first.code)).toShow(t("auth:errors.codeExpired"));
    expect(await visitor.confirm(first.verifyPath, await lastCode(worker, email))).toRedirectTo("/app");
  });

  test("an expired code says so", async () => {
    const visitor = new Visitor(worker);
    const { email } = await addUser(worker);
    const { verifyPath, code } = await visitor.askForCode(email);
    await worker.db
      .update(loginChallenges)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(loginChallenges.email, email));
    await expect(await visitor.confirm(verifyPath, code)).toShow(t("auth:errors.codeExpired"));
  });

  test("a code proves only the address it was sent to, in the browser that asked for it", async () => {
    const { email } = await addUser(worker);
    const victim = await addUser(worker);
    const visitor = new Visitor(worker);
    const { code, verifyPath } = await visitor.askForCode(email);
    const other = `/login/verify?${new URLSearchParams({ email: victim.email })}`;
    await expect(await visitor.confirm(other, code)).toShow(t("auth:errors.codeExpired"));
    await expect(await new Visitor(worker).confirm(verifyPath, code)).toShow(t("auth:errors.codeExpired"));
  });

  test("the case of the address in the URL doesn't matter, either", async () => {
    const { email } = await addUser(worker);
    const visitor = new Visitor(worker);
    const { code } = await visitor.askForCode(email);
    const path = `/login/verify?${new URLSearchParams({ email: email.toUpperCase() })}`;
    expect(await visitor.confirm(path, code)).toRedirectTo("/app");
  });

  test("a code can't be moved to another challenge", async () => {
    const [one, other] = [await addUser(worker), await addUser(worker)];
    const visitor = new Visitor(worker);
    const { code } = await visitor.askForCode(one.email);
    const [from] = await worker.db.select().from(loginChallenges).where(eq(loginChallenges.email, one.email));
    const { verifyPath } = await visitor.askForCode(other.email);
    const [to] = await worker.db.select().from(loginChallenges).where(eq(loginChallenges.email, other.email));
    const stored = await worker.kv.get(`login-code:${from?.id}`);
    await worker.kv.put(`login-code:${to?.id}`, stored as string);
    await expect(await visitor.confirm(verifyPath, code)).toShow(t("auth:errors.codeWrong", { count: 4 }));
  });

  test("without a valid address in the URL the page redirects to /login", async () => {
    const visitor = new Visitor(worker);
    expect(await visitor.get("/login/verify")).toRedirectTo("/login");
    expect(await visitor.get("/login/verify?email=nobody")).toRedirectTo("/login");
    expect(await visitor.confirm("/login/verify?email=", "123456")).toRedirectTo("/login");
  });

  test("the page names the address and the minutes, and the field is made for one-time codes", async () => {
    const response = await new Visitor(worker).get("/login/verify?email=ada%40example.com");
    await expect(response).toShow("ada@example.com");
    await expect(response).toShow("The code expires in 5 minutes.");
    expect(await response.text()).toMatch(
      /<input(?=[^>]*inputMode="numeric")(?=[^>]*autoComplete="one-time-code")/i,
    );
  });

  test("someone who is banned can't sign in, and someone whose ban is over can", async () => {
    const banned = await addUser(worker, { bannedAt: 1 });
    const visitor = new Visitor(worker);
    const asked = await visitor.askForCode(banned.email);
    const before = await sessionCount();
    const response = await visitor.confirm(asked.verifyPath, asked.code);
    expect(response.status).toBe(403);
    await expect(response).toShow("Your account is banned.");
    expect(await sessionCount()).toBe(before);

    const free = await addUser(worker, { bannedAt: 1, banExpiresAt: Date.now() - 1 });
    const { verifyPath, code } = await visitor.askForCode(free.email);
    expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
  });
});

describe("at the same time", () => {
  test("if the right code is sent twice, exactly one request signs in", async () => {
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode("racer@example.com");
    const before = await sessionCount();
    const responses = await Promise.all(Array.from({ length: 2 }, () => visitor.confirm(verifyPath, code)));
    expect(responses.map(({ status }) => status).sort()).toEqual([302, 400]);
    expect(await sessionCount()).toBe(before + 1);
    const found = await worker.db.select().from(users).where(eq(users.email, "racer@example.com"));
    expect(found).toHaveLength(1);
  });

  test("only five of many wrong codes are compared, however many arrive at once", async () => {
    const visitor = new Visitor(worker);
    const { email } = await addUser(worker);
    const { verifyPath, code } = await visitor.askForCode(email);
    const tries = Array.from({ length: 9 }, (_, n) =>
      visitor.confirm(verifyPath, String((Number(code) + n + 1) % 1e6).padStart(6, "0")),
    );
    const pages = await Promise.all(
      (await Promise.all(tries)).map(async (response) => textOf(await response.text())),
    );
    const [challenge] = await worker.db
      .select()
      .from(loginChallenges)
      .where(eq(loginChallenges.email, email));
    expect(challenge?.attempts).toBe(5);
    expect(pages.filter((page) => /(try|tries) left/.test(page))).toHaveLength(4);
    await expect(await visitor.confirm(verifyPath, code)).toShow(t("auth:errors.tooManyAttempts"));
  });

  test("a correct code and a resend leave either a session or a new code, never two ways in", async () => {
    const visitor = new Visitor(worker);
    const { email } = await addUser(worker);
    const { verifyPath, code } = await visitor.askForCode(email);
    const old = new Visitor(worker);
    for (const [name, value] of visitor.cookies) old.cookies.set(name, value);
    const [confirmed] = await Promise.all([
      old.confirm(verifyPath, code),
      visitor.post(verifyPath, { intent: "resend" }),
    ]);
    expect([302, 400]).toContain(confirmed.status);
    // Whichever request won, the first code is used up.
    const late = new Visitor(worker);
    for (const [name, value] of old.cookies) if (name === "sign-in") late.cookies.set(name, value);
    expect((await late.confirm(verifyPath, code)).status).toBe(400);
    const challenges = await worker.db.select().from(loginChallenges).where(eq(loginChallenges.email, email));
    const open = challenges.filter(({ consumedAt, replacedAt }) => !consumedAt && !replacedAt);
    expect(open).toHaveLength(1);
  });
});

describe("budgets", () => {
  test("a second code within the interval is refused, with the seconds to wait", async () => {
    const slow = await startTestWorker({ settings: { LOGIN_CODE_INTERVAL_SECONDS: "30" } });
    const visitor = new Visitor(slow);
    const { verifyPath } = await visitor.askForCode("unknown@example.com");
    const again = await visitor.post("/login", { email: "unknown@example.com" });
    expect(again, "the browser that has the code goes on with it").toRedirectTo(verifyPath);
    const refused = await new Visitor(slow).post("/login", { email: "unknown@example.com" });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(30);
    expect(await refused.text()).toContain('value="unknown@example.com"');
    expect(await mailsTo(slow, "unknown@example.com")).toHaveLength(1);
    await slow.stop();
  });

  test("five codes an hour, also for addresses without an account and for requests at the same time", async () => {
    const visitor = new Visitor(worker);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => visitor.post("/login", { email: "flooded@example.com" })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([302, 302, 302, 302, 302, 429, 429, 429]);
    expect(await mailsTo(worker, "flooded@example.com")).toHaveLength(5);
    await expect(responses.find(({ status }) => status === 429) as Response).toShow(
      "Too many codes were sent",
    );
  });

  test("twenty wrong tries a day survive resending", async () => {
    const generous = await startTestWorker({ settings: { LOGIN_CODES_PER_HOUR: "100" } });
    const visitor = new Visitor(generous);
    const email = "guessed@example.com";
    for (let round = 0; round < 4; round++) {
      const { verifyPath, code } = await visitor.askForCode(email);
      for (let n = 0; n < 5; n++) await visitor.confirm(verifyPath, wrong(code));
    }
    const refused = await visitor.post("/login", { email });
    expect(refused.status).toBe(429);
    await expect(refused).toShow(t("auth:errors.tooManyFailures"));
    await generous.stop();
  });

  test("the twentieth wrong try also invalidates the current code", async () => {
    const strict = await startTestWorker({ settings: { LOGIN_FAILURES_PER_DAY: "3" } });
    const visitor = new Visitor(strict);
    const { verifyPath, code } = await visitor.askForCode("closed@example.com");
    for (const count of [2, 1]) {
      await expect(await visitor.confirm(verifyPath, wrong(code))).toShow(
        t("auth:errors.codeWrong", { count }),
      );
    }
    await visitor.confirm(verifyPath, wrong(code));
    await expect(await visitor.confirm(verifyPath, code)).toShow(t("auth:errors.tooManyFailures"));
    await strict.stop();
  });
});

describe("if only members may sign in", () => {
  let members: TestWorker;
  beforeAll(async () => {
    members = await startTestWorker({ settings: { SIGN_UP: "false" } });
  });
  afterAll(() => members.stop());

  test("the page has its own title and text", async () => {
    await expect(await new Visitor(members).get("/login")).toShow(t("auth:login.signIn.title"));
    await expect(await new Visitor(worker).get("/login")).toShow(t("auth:login.signInOrUp.title"));
  });

  test("an unknown address gets the same answer as a known one, and no mail", async () => {
    const known = await addUser(members, { email: "known-member@example.com" });
    const answers = [];
    for (const email of [known.email, "nobody-member@example.com"]) {
      const visitor = new Visitor(members);
      const asked = await visitor.post("/login", { email });
      const verifyPath = asked.headers.get("Location") as string;
      const page = await (await visitor.get(verifyPath)).text();
      const tried = await visitor.confirm(verifyPath, "000000");
      answers.push({
        asked: asked.status,
        cookies: asked.headers.getSetCookie().map((line) => line.replace(/=.*?;/, ";")),
        page: comparable(page).replaceAll(email, "EMAIL"),
        tried: tried.status,
        refusal: comparable(await tried.text()).replaceAll(email, "EMAIL"),
      });
    }
    expect(answers[1]).toEqual(answers[0]);
    await expect.poll(() => mailsTo(members, known.email)).toHaveLength(1);
    expect(await mailsTo(members, "nobody-member@example.com")).toHaveLength(0);
    expect(await findUser(members, "nobody-member@example.com")).toBeUndefined();
  });

  test("even the right code creates no account, and the page says that there is none", async () => {
    const email = "guesser-member@example.com";
    const visitor = new Visitor(members);
    const verifyPath = (await visitor.post("/login", { email })).headers.get("Location") as string;
    const [challenge] = await members.db
      .select()
      .from(loginChallenges)
      .where(eq(loginChallenges.email, email));
    const id = challenge?.id as string;
    await members.kv.put(`login-code:${id}`, await signLoginCode(members.settings, id, "123456"));
    expect(await visitor.confirm(verifyPath, "123456")).toRedirectTo("/login/error?error=signup_disabled");
    expect(await findUser(members, email)).toBeUndefined();
  });

  /** A page without the parts that differ between any two requests. */
  function comparable(page: string): string {
    return page
      .replace(/nonce="[^"]*"/g, "")
      .replace(/data-request-id="[^"]*"/g, "")
      .replaceAll(/(known|nobody)-member%40/g, "EMAIL%40");
  }
});

describe("a visitor who is signed in", () => {
  test("is redirected from / and /login to their area or to where they were going", async () => {
    const reader = await Visitor.signedIn(worker);
    const admin = await Visitor.signedIn(worker, { role: "admin" });
    expect(await reader.get("/")).toRedirectTo("/app");
    expect(await reader.get("/login")).toRedirectTo("/app");
    expect(await admin.get("/")).toRedirectTo("/manager");
    expect(await admin.get("/login/verify?email=a%40b.co")).toRedirectTo("/manager");
    expect(await reader.get("/login?redirect=%2Fapp%2Faccount")).toRedirectTo("/app/account");
    expect(await reader.get("/login?redirect=%2F%2Fevil.example")).toRedirectTo("/app");
    expect(await new Visitor(worker).get("/")).toRedirectTo("/login");
  });
});

describe("/login/error", () => {
  test.each([
    ["access_denied", "Access Denied"],
    ["signup_disabled", "Account not found"],
    ["unknown_error", "Something went wrong"],
    ["<script>", "Something went wrong"],
  ])("%s says %s", async (error, title) => {
    await expect(await new Visitor(worker).get(`/login/error?${new URLSearchParams({ error })}`)).toShow(
      title,
    );
  });
});
