import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loginChallenges, sessions, users } from "#app/db/schema.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { mailsTo, textOf, Visitor } from "#tests/support/visitor.ts";
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
