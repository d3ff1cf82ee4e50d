import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loginChallenges } from "#app/schema.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastCode, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker();
});

afterAll(() => worker.stop());

describe("asking for a code", () => {
  test("requires a valid address, and keeps what was typed", async () => {
    const visitor = new Visitor(worker);
    const empty = await visitor.post("/login", { email: "  " });
    expect(empty.status).toBe(400);
    await expect(empty).toShow(t("refused:emailRequired"));

    const bad = await visitor.post("/login", { email: "ada@" });
    expect(bad.status).toBe(400);
    await expect(bad).toShow(t("code:INVALID_EMAIL"));
    expect(bad.headers.get("X-Error-Code")).toBe("INVALID_EMAIL");
    expect(await bad.text()).toContain('value="ada@"');
  });

  test("sends the code by email, in the reader's language and direction, with its expiry", async () => {
    const visitor = new Visitor(worker, { "Accept-Language": "ar" });
    await visitor.askForCode("qari@example.com");
    const [mail] = await mailsTo(worker, "qari@example.com");
    const ar = textsIn("ar");
    expect(mail?.html).toContain('<html lang="ar" dir="rtl">');
    expect(mail?.text).toContain(ar("email:loginCode.expiry", { count: 5 }));
    expect(mail?.html).not.toMatch(/<img|src=/);
    const links = [...(mail?.html.matchAll(/href="([^"]*)"/g) ?? [])].map(([, link]) => link);
    expect(links).toEqual([expect.stringContaining(`${worker.url}/login/link?token=`)]);
  });

  test("ignores the case of the address and the space around it", async () => {
    await addUser(worker, { email: "case@example.com" });
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor
      .post("/login", { email: "  Case@Example.COM " })
      .then(async (response) => ({
        verifyPath: response.headers.get("Location") as string,
        code: await lastCode(worker, "case@example.com"),
      }));
    expect(verifyPath, "the address stays out of the URL").toBe("/login/verify");
    await expect(await visitor.get(verifyPath)).toShow("case@example.com");
    expect(await (await visitor.get("/login")).text()).toContain('value="case@example.com"');
    expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
  });

  test("stores the code nowhere", async () => {
    const { code } = await new Visitor(worker).askForCode("secret@example.com");
    const { keys } = await worker.kv.list({ prefix: "login-code:" });
    const stored = await Promise.all(keys.map(({ name }) => worker.kv.get(name)));
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.join()).not.toContain(code);
    expect(JSON.stringify(await worker.db.select().from(loginChallenges))).not.toContain(code);
    const inFiveMinutes = Date.now() / 1000 + 5 * 60;
    for (const { expiration } of keys) expect(expiration).toBeLessThanOrEqual(inFiveMinutes);
  });

  test("gives the browser a signed cookie of at least 128 bits that script can't read", async () => {
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
    forger.cookies.set(
      "sign-in",
      encodeURIComponent(btoa(JSON.stringify({ id: challenge?.id, email: challenge?.email }))),
    );
    const path = "/login/verify?email=cookie%40example.com";
    await expect(await forger.confirm(path, code)).toShow(t("refused:codeExpired"));
    expect((await visitor.confirm(path, code)).status).toBe(302);
  });
});
