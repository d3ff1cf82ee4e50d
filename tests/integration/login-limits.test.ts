import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "#app/core/lib/bytes.ts";
import { loginChallengeCookie } from "#app/identity/login-code/login-challenge-cookie.server.ts";
import { loginChallenges } from "#app/schema.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastLink, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker();
});

afterAll(() => worker.stop());

/** Returns a code that differs from `code`. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("the limits of codes", () => {
  test("refuse a second code within the interval, and give the seconds to wait", async () => {
    const slow = await startTestWorker({ settings: { LOGIN_CODE_INTERVAL_SECONDS: "30" } });
    const visitor = new Visitor(slow);
    const { verifyPath } = await visitor.askForCode("unknown@example.com");
    const again = await visitor.post("/login", { email: "unknown@example.com" });
    expect(verifyPath).toBe("/login/verify");
    expect(again, "the browser with the code can still use it").toRedirectTo(verifyPath);
    const refused = await new Visitor(slow).post("/login", { email: "unknown@example.com" });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(Number(refused.headers.get("Retry-After"))).toBeLessThanOrEqual(30);
    expect(await refused.text()).toContain('value="unknown@example.com"');
    expect(await mailsTo(slow, "unknown@example.com")).toHaveLength(1);
    await slow.stop();
  });

  test("allow five codes an hour, for addresses without an account, too, even at the same time", async () => {
    const browsers = Array.from({ length: 8 }, () => new Visitor(worker));
    for (const browser of browsers) await browser.get("/login");
    const responses = await Promise.all(
      browsers.map((browser) => browser.post("/login", { email: "flooded@example.com" })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([302, 302, 302, 302, 302, 429, 429, 429]);
    expect(await mailsTo(worker, "flooded@example.com")).toHaveLength(5);
    await expect(responses.find(({ status }) => status === 429) as Response).toShow(
      t("refused:tooManyMails", { count: 60 }),
    );
  });

  test("allow twenty wrong tries a day despite new codes, then only the link in the email signs in", async () => {
    const generous = await startTestWorker({ settings: { LOGIN_CODES_PER_HOUR: "100" } });
    const visitor = new Visitor(generous);
    const email = "guessed@example.com";
    await spendTries(visitor, email, 20);
    const { verifyPath, code } = await visitor.askForCode(email);
    const refused = await visitor.confirm(verifyPath, code);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("X-Error-Code")).toBe("LIMIT_REACHED");
    const wait = Number(refused.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(23 * 60 * 60);
    expect(wait).toBeLessThanOrEqual(24 * 60 * 60);
    await expect(refused).toShow(t("refused:tooManyFailures"));
    expect(await visitor.post(await lastLink(generous, email), {})).toRedirectTo("/app");
    await generous.stop();
  });

  test("invalidate the current code after the twentieth wrong try", async () => {
    const strict = await startTestWorker({ settings: { LOGIN_FAILURES_PER_DAY: "3" } });
    const visitor = new Visitor(strict);
    const { verifyPath, code } = await visitor.askForCode("closed@example.com");
    for (const count of [2, 1]) {
      await expect(await visitor.confirm(verifyPath, wrong(code))).toShow(t("refused:codeWrong", { count }));
    }
    await visitor.confirm(verifyPath, wrong(code));
    await expect(await visitor.confirm(verifyPath, code)).toShow(t("refused:tooManyFailures"));
    await strict.stop();
  });

  test("report a code with too many tries as a reached limit", async () => {
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode((await addUser(worker)).email);
    for (let n = 0; n < 5; n++) await visitor.confirm(verifyPath, wrong(code));
    const refused = await visitor.confirm(verifyPath, code);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("X-Error-Code")).toBe("LIMIT_REACHED");
  });

  test("count no try during an outage of KV", async () => {
    const { email } = await addUser(worker);
    const { verifyPath, code } = await new Visitor(worker).askForCode(email);
    expect(verifyPath).toBe("/login/verify");
    const broken = await startTestWorker({
      overrides: { kvNamespaces: [], serviceBindings: { KV: unavailable } },
    });
    const now = Date.now();
    await broken.db
      .insert(loginChallenges)
      .values({ id: "held", email, createdAt: now, expiresAt: now + 60_000 });
    const visitor = new Visitor(broken);
    const cookie = await loginChallengeCookie(broken.settings, new URL(broken.url)).serialize({
      id: "held",
      email,
    });
    visitor.cookies.set("sign-in", /=([^;]*)/.exec(cookie)?.[1] as string);
    expect((await visitor.confirm(verifyPath, code)).status).toBe(500);
    const [challenge] = await broken.db.select().from(loginChallenges);
    expect(challenge?.attempts).toBe(0);
    await broken.stop();
  });
});

describe("requests by strangers", () => {
  /** Returns a browser that has signed in to an address and then signed out. */
  async function browserOf(email: string): Promise<Visitor> {
    const browser = new Visitor(worker);
    const { verifyPath, code } = await browser.askForCode(email);
    await browser.confirm(verifyPath, code);
    await browser.post("/sign-out", {});
    expect(browser.cookies.has("session")).toBe(false);
    expect(browser.cookies.has("device")).toBe(true);
    return browser;
  }

  test("use up neither the codes nor the tries of a known browser", async () => {
    const { email } = await addUser(worker);
    const owner = await browserOf(email);
    const stranger = new Visitor(worker);
    for (let n = 0; n < 4; n++) await spendTries(stranger, email, 5);
    expect((await stranger.post("/login", { email })).status).toBe(429);

    const { verifyPath, code } = await owner.askForCode(email);
    await expect(await owner.confirm(verifyPath, wrong(code))).toShow(t("refused:codeWrong", { count: 4 }));
    expect(await owner.confirm(verifyPath, code)).toRedirectTo("/app");
  });

  test("do not invalidate a code that has been sent", async () => {
    const { email } = await addUser(worker);
    const owner = new Visitor(worker);
    const { verifyPath, code } = await owner.askForCode(email);
    await new Visitor(worker).askForCode(email);
    expect(await owner.confirm(verifyPath, code)).toRedirectTo("/app");
  });

  test("can't keep a new browser out: the link in the newest email signs in", async () => {
    const { email } = await addUser(worker);
    const stranger = new Visitor(worker);
    for (let n = 0; n < 4; n++) await spendTries(stranger, email, 5);
    await stranger.askForCode(email);
    const newcomer = new Visitor(worker);
    const refused = await newcomer.post("/login", { email });
    expect(refused.status).toBe(429);
    await expect(refused).toShow("The link in the newest one still signs you in.");
    expect(await newcomer.post(await lastLink(worker, email), {})).toRedirectTo("/app");
  });

  test("count separately from those with a device cookie, which have a budget of the same size", async () => {
    const { email } = await addUser(worker);
    const owner = await browserOf(email);
    for (let n = 0; n < 4; n++) await spendTries(owner, email, 5);
    const { verifyPath, code } = await owner.askForCode(email);
    expect((await owner.confirm(verifyPath, code)).status).toBe(429);
    expect((await owner.post("/login", { email })).status).toBe(429);
    const other = new Visitor(worker);
    const asked = await other.askForCode(email);
    expect(await other.confirm(asked.verifyPath, asked.code)).toRedirectTo("/app");
  });

  test("include those with a forged device cookie, or one of another address", async () => {
    const { email } = await addUser(worker);
    const stranger = new Visitor(worker);
    for (let n = 0; n < 5; n++) await stranger.askForCode(email);

    const forger = new Visitor(worker);
    const address = await sha256(`mine:${email}`);
    forger.cookies.set(
      "device",
      encodeURIComponent(btoa(JSON.stringify({ id: "mine", addresses: [address], users: [] }))),
    );
    expect((await forger.post("/login", { email })).status).toBe(429);

    const neighbour = await browserOf((await addUser(worker)).email);
    expect((await neighbour.post("/login", { email })).status).toBe(429);
  });
});

/** A replacement for a binding that has none of the binding's methods. */
const unavailable = () => new Response(null, { status: 503 }) as never;

/** Tries wrong codes, at most five for each email. */
async function spendTries(visitor: Visitor, email: string, tries: number) {
  for (let round = 0; round < tries / 5; round++) {
    const { verifyPath, code } = await visitor.askForCode(email);
    for (let n = 0; n < 5; n++) await visitor.confirm(verifyPath, wrong(code));
  }
}
