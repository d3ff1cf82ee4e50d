import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LANGUAGE_KEYS } from "#app/core/i18n/languages.ts";
import { auditLog, loginChallenges, loginFailures } from "#app/schema.ts";
import { type Conduct, startTurnstile } from "#tests/support/captcha-turnstile.ts";
import { startDemo } from "#tests/support/demo-site.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, lastLink, textOf, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const ALARM = 3;

let turnstile: Awaited<ReturnType<typeof startTurnstile>>;
let worker: TestWorker;
beforeAll(async () => {
  turnstile = await startTurnstile();
  worker = await startTestWorker({
    settings: { ...turnstile.settings, LOGIN_FAILURES_ALARM: String(ALARM) },
  });
});
afterAll(async () => {
  await worker.stop();
  turnstile.stop();
});

const thisHour = () => Math.floor(Date.now() / 3_600_000);

/** Records `value` wrong codes for the hour that was `hours` hours ago, and none for any other hour. */
async function failuresBefore(hours: number, value: number) {
  await worker.db.delete(loginFailures);
  await worker.db.insert(loginFailures).values({ hour: thisHour() - hours, value });
}

beforeEach(async () => {
  turnstile.behave("works");
  await failuresBefore(0, ALARM);
});

/** Returns a code that differs from `code`. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/**
 * Asks for a code.
 * @returns also `confirm`, which tries a code, with the token of a captcha if one is given
 */
async function visitorWithCode() {
  const visitor = new Visitor(worker);
  const { email } = await addUser(worker);
  const { verifyPath, code } = await visitor.askForCode(email);
  const confirm = (code: string, captcha?: string) =>
    visitor.post(verifyPath, { intent: "confirm", code, ...(captcha !== undefined && { captcha }) });
  return { visitor, email, verifyPath, code, confirm };
}

describe("above the rate of wrong codes", () => {
  test("a code without a captcha is refused, stays in the field, and costs no try", async () => {
    const { confirm, code, email } = await visitorWithCode();
    for (const captcha of [undefined, ""]) {
      const refused = await confirm(code, captcha);
      expect(refused.status).toBe(400);
      expect(refused.headers.get("X-Error-Code")).toBe("MISSING_RESPONSE");
      expect(await refused.clone().text()).toContain(`value="${code}"`);
      await expect(refused).toShow(t("code:MISSING_RESPONSE"));
    }
    expect(turnstile.asked).toEqual([]);
    const challenges = await worker.db.select().from(loginChallenges);
    expect(challenges.find((challenge) => challenge.email === email)?.attempts).toBe(0);
    // Wait for a later refusal in the log. By then, the log would also have an earlier one.
    await confirm(wrong(code), turnstile.solve());
    await expect.poll(() => worker.db.$count(auditLog)).toBeGreaterThan(0);
    const entries = await worker.db.select().from(auditLog);
    expect(entries.map(({ code }) => code)).toEqual(["INVALID_OTP"]);
  });

  test("a code with a captcha is checked, and Turnstile gets the visitor's address", async () => {
    const { visitor, confirm, code } = await visitorWithCode();
    visitor.headers = { ...visitor.headers, "CF-Connecting-IP": "192.0.2.7" };
    const judged = await confirm(wrong(code), turnstile.solve());
    await expect(judged).toShow(t("refused:codeWrong", { count: 4 }));
    const token = turnstile.solve();
    expect(await confirm(code, token)).toRedirectTo("/app");
    expect(turnstile.asked.at(-1)).toEqual({
      secret: turnstile.settings.TURNSTILE_SECRET_KEY,
      response: token,
      remoteip: "192.0.2.7",
    });
  });

  test("the page explains what to do, in every language, and without script", async () => {
    const { visitor, verifyPath } = await visitorWithCode();
    for (const language of LANGUAGE_KEYS) {
      visitor.headers = { ...visitor.headers, "Accept-Language": language };
      const page = await visitor.get(verifyPath);
      await expect(page).toShow(textsIn(language)("auth:captcha.why"));
    }
  });

  test("the link in the email needs no captcha", async () => {
    const { visitor, email } = await visitorWithCode();
    expect(await visitor.post(await lastLink(worker, email), {})).toRedirectTo("/app");
    expect(turnstile.asked).toEqual([]);
  });

  test("a browser that has signed in to the address before needs no captcha and no extra query", async () => {
    const { visitor, email, confirm, code } = await visitorWithCode();
    await confirm(code, turnstile.solve());
    await visitor.post("/sign-out", {});
    turnstile.behave("drops");

    const again = await visitor.askForCode(email);
    const page = await visitor.get(again.verifyPath);
    expect(databaseCost(page).queries).toBe(0);
    await expect(page).not.toShow(t("auth:captcha.why"));
    expect((await visitor.confirm(again.verifyPath, wrong(again.code))).headers.get("X-Error-Code")).toBe(
      "INVALID_OTP",
    );
    const elsewhere = await visitor.get(`/login/verify?email=${(await addUser(worker)).email}`);
    await expect(elsewhere).toShow(t("auth:captcha.why"));
    expect(await visitor.confirm(again.verifyPath, again.code)).toRedirectTo("/app");
    expect(turnstile.asked).toEqual([]);
  });

  test("asking for a code needs no captcha, and the sign-in page no query", async () => {
    const page = await new Visitor(worker).get("/login");
    expect(databaseCost(page).queries).toBe(0);
    await expect(page).not.toShow(t("auth:captcha.why"));
    const { visitor, verifyPath } = await visitorWithCode();
    expect((await visitor.post(verifyPath, { intent: "resend" })).status).toBe(302);
    expect(turnstile.asked).toEqual([]);
  });

  test("the code page costs one round trip", async () => {
    const { visitor, verifyPath } = await visitorWithCode();
    const { roundTrips, rowsRead } = databaseCost(await visitor.get(verifyPath));
    expect(roundTrips).toBe(1);
    expect(rowsRead).toBeLessThanOrEqual(2);
  });
});

describe("the token of a captcha", () => {
  const LONG = "a".repeat(2049);

  test.each<[what: string, token: () => string]>([
    ["that Turnstile did not issue", () => "forged"],
    ["longer than any that Turnstile issues", () => LONG],
    ["of another site", () => turnstile.solve({ hostname: "elsewhere.example" })],
    ["made for another purpose", () => turnstile.solve({ action: "comment" })],
    ["made for no particular purpose", () => turnstile.solve({ action: null })],
  ])("%s is refused", async (_, token) => {
    const { confirm, code } = await visitorWithCode();
    const refused = await confirm(code, token());
    expect(refused.status).toBe(403);
    expect(refused.headers.get("X-Error-Code")).toBe("VERIFICATION_FAILED");
    await expect(refused).toShow(t("code:VERIFICATION_FAILED"));
    expect(turnstile.asked.filter(({ response }) => response === LONG)).toEqual([]);
  });

  test("works for one try, even if two arrive at the same time", async () => {
    const { confirm, code } = await visitorWithCode();
    const token = turnstile.solve();
    const answers = await Promise.all([confirm(wrong(code), token), confirm(wrong(code), token)]);
    expect(answers.map(({ headers }) => headers.get("X-Error-Code")).sort()).toEqual([
      "INVALID_OTP",
      "VERIFICATION_FAILED",
    ]);
    expect((await confirm(code, token)).headers.get("X-Error-Code")).toBe("VERIFICATION_FAILED");
  });
});

describe("if Turnstile", () => {
  const failure = (...codes: string[]) => ({ success: false, "error-codes": codes });

  test.each<[what: string, Conduct, status: number, code: "SERVICE_UNAVAILABLE" | "UNKNOWN_ERROR"]>([
    ["can't be reached", "drops", 503, "SERVICE_UNAVAILABLE"],
    ["does not answer in time", "hangs", 503, "SERVICE_UNAVAILABLE"],
    ["has an outage", { status: 502, body: "Bad gateway" }, 503, "SERVICE_UNAVAILABLE"],
    ["does not know our secret", { body: failure("invalid-input-secret") }, 500, "UNKNOWN_ERROR"],
    ["was asked too often", { status: 429, body: "Slow down" }, 503, "SERVICE_UNAVAILABLE"],
    ["fails", { body: failure("internal-error") }, 503, "SERVICE_UNAVAILABLE"],
    ["gives no reason", { body: failure() }, 500, "UNKNOWN_ERROR"],
    ["redirects", { status: 307, location: "/turnstile/v0/siteverify", body: {} }, 500, "UNKNOWN_ERROR"],
    ["sends an unknown response", { body: { ok: true } }, 500, "UNKNOWN_ERROR"],
  ])(
    "%s, the code is refused, no try is spent, and the error is logged",
    async (_, conduct, status, code) => {
      const visit = await visitorWithCode();
      turnstile.behave(conduct);
      const refused = await visit.confirm(visit.code, turnstile.solve());
      expect(refused.status).toBe(status);
      expect(refused.headers.get("X-Error-Code")).toBe(code);
      const requestId = refused.headers.get("X-Request-Id") as string;
      await expect(refused).toShow(t(`code:${code}`));
      const logged = (line: string) => line.includes("captcha not checked") && line.includes(requestId);
      await expect.poll(() => worker.logs.some(logged)).toBe(true);
      expect(worker.logs.join()).not.toContain(turnstile.settings.TURNSTILE_SECRET_KEY);
      turnstile.behave("works");
      expect(await visit.confirm(visit.code, turnstile.solve())).toRedirectTo("/app");
    },
  );
});

describe("below the rate of wrong codes", () => {
  test("no captcha is required", async () => {
    await failuresBefore(0, ALARM - 1);
    const { visitor, verifyPath, code } = await visitorWithCode();
    await expect(await visitor.get(verifyPath)).not.toShow(t("auth:captcha.why"));
    expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
    expect(turnstile.asked).toEqual([]);
  });

  test("wrong codes of the previous hour count, and earlier ones do not", async () => {
    const { visitor, verifyPath } = await visitorWithCode();
    const asked = async () =>
      textOf(await (await visitor.get(verifyPath)).text()).includes(t("auth:captcha.why"));
    let hour: number;
    let before: boolean;
    do {
      hour = thisHour();
      await failuresBefore(1, ALARM);
      before = await asked();
    } while (hour !== thisHour()); // Try again if the hour ended in between.
    expect(before).toBe(true);
    await failuresBefore(2, 100 * ALARM);
    expect(await asked()).toBe(false);
  });
});

test("the demo, which shows its codes to everyone, requires no captcha and counts nothing", async () => {
  const demo = await startDemo({ ...turnstile.settings, LOGIN_FAILURES_ALARM: "1" });
  await demo.db.insert(loginFailures).values({ hour: thisHour(), value: 1000 });
  const visitor = new Visitor(demo);
  await visitor.post("/login", { email: "user@user.com" });
  const page = textOf(await (await visitor.get("/login/verify")).text());
  expect(page).not.toContain(t("auth:captcha.why"));
  const code = /\b\d{6}\b/.exec(page)?.[0] as string;
  const refused = await visitor.confirm("/login/verify", wrong(code));
  expect(refused.headers.get("X-Error-Code")).toBe("INVALID_OTP");
  expect(await visitor.confirm("/login/verify", code)).toRedirectTo("/app");
  expect((await demo.db.select().from(loginFailures)).map(({ value }) => value)).toEqual([1000]);
  expect(turnstile.asked).toEqual([]);
  await demo.stop();
});
