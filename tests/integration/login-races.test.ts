import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loginChallenges, sessions, users } from "#app/schema.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { textOf, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker();
});

afterAll(() => worker.stop());

const sessionCount = async () => (await worker.db.select({ id: sessions.id }).from(sessions)).length;

describe("at the same time", () => {
  test("two requests with the right code sign in once", async () => {
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode("racer@example.com");
    const before = await sessionCount();
    const responses = await Promise.all(Array.from({ length: 2 }, () => visitor.confirm(verifyPath, code)));
    expect(responses.map(({ status }) => status).sort()).toEqual([302, 400]);
    expect(await sessionCount()).toBe(before + 1);
    const found = await worker.db.select().from(users).where(eq(users.email, "racer@example.com"));
    expect(found).toHaveLength(1);
  });

  test("only five of many wrong codes are compared", async () => {
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
    await expect(await visitor.confirm(verifyPath, code)).toShow(t("refused:tooManyAttempts"));
  });

  test("a correct code and a new one leave either a session or a valid code, never both", async () => {
    const visitor = new Visitor(worker);
    const { email } = await addUser(worker);
    const { verifyPath, code } = await visitor.askForCode(email);
    const challenge = visitor.cookies.get("sign-in") as string;
    const old = new Visitor(worker);
    old.cookies.set("sign-in", challenge);
    const [confirmed] = await Promise.all([
      old.confirm(verifyPath, code),
      visitor.post(verifyPath, { intent: "resend" }),
    ]);
    expect([302, 400]).toContain(confirmed.status);
    // Whichever request comes first, the earlier code no longer works.
    const late = new Visitor(worker);
    late.cookies.set("sign-in", challenge);
    expect((await late.confirm(verifyPath, code)).status).toBe(400);
    const challenges = await worker.db.select().from(loginChallenges).where(eq(loginChallenges.email, email));
    const open = challenges.filter(({ consumedAt, replacedAt }) => !consumedAt && !replacedAt);
    expect(open).toHaveLength(1);
  });
});
