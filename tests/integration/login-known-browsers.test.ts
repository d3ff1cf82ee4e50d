import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loginChallenges } from "#app/schema.ts";
import { addUser } from "#tests/support/people.ts";
import { codeOf, pastFirstStep, withSecondStep, wrongCode } from "#tests/support/second-steps.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastLink, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Anyone with access to a mailbox can sign in with any number of browsers. Each of these browsers is then
// known.

const t = textsIn("en");

const STEP_PAGE = "/login/second-step";
const TWO_HOURS = 2 * 60 * 60 * 1000;

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker({ settings: { LOGIN_FAILURES_PER_DAY: "1", LOGIN_CODES_PER_HOUR: "2" } });
});

afterAll(() => worker.stop());

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/**
 * Returns a browser that signed in two hours ago and has signed out since.
 * @param afterCode what else the sign-in requires after the code
 */
async function browserOf(
  email: string,
  afterCode: (browser: Visitor) => Promise<unknown> = async () => {},
): Promise<Visitor> {
  const browser = new Visitor(worker);
  const { verifyPath, code } = await browser.askForCode(email);
  await browser.confirm(verifyPath, code);
  await afterCode(browser);
  expect(browser.cookies.has("session")).toBe(true);
  await browser.post("/sign-out", {});
  await worker.db
    .update(loginChallenges)
    .set({ createdAt: sql`${loginChallenges.createdAt} - ${TWO_HOURS}` });
  return browser;
}

async function browsersOf(email: string, count: number): Promise<Visitor[]> {
  const browsers = [];
  for (let n = 0; n < count; n++) browsers.push(await browserOf(email));
  return browsers;
}

test("all known browsers share five times the tries of one, then need the link in the email", async () => {
  const { email } = await addUser(worker);
  const [last, ...others] = (await browsersOf(email, 6)) as [Visitor, ...Visitor[]];
  for (const browser of others) {
    const { verifyPath, code } = await browser.askForCode(email);
    expect((await browser.confirm(verifyPath, wrong(code))).status).toBe(400);
  }
  const { verifyPath, code } = await last.askForCode(email);
  const refused = await last.confirm(verifyPath, code);
  expect(refused.status).toBe(429);
  const wait = Number(refused.headers.get("Retry-After"));
  expect(wait).toBeGreaterThan(23 * 60 * 60);
  expect(wait).toBeLessThanOrEqual(24 * 60 * 60);
  await expect(refused).toShow(t("refused:tooManyFailures"));
  expect(await last.post(await lastLink(worker, email), {})).toRedirectTo("/app");

  const newcomer = new Visitor(worker);
  const asked = await newcomer.askForCode(email);
  expect(await newcomer.confirm(asked.verifyPath, asked.code)).toRedirectTo("/app");
});

test("all known browsers share five times the codes of one", async () => {
  const { email } = await addUser(worker);
  const [last, ...others] = (await browsersOf(email, 6)) as [Visitor, ...Visitor[]];
  for (const browser of others) for (let n = 0; n < 2; n++) await browser.askForCode(email);
  const refused = await last.post("/login", { email });
  expect(refused.status).toBe(429);
  const wait = Number(refused.headers.get("Retry-After"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60 * 60);
  await expect(refused).toShow("The link in the newest one still signs you in.");
  expect(await last.post(await lastLink(worker, email), {})).toRedirectTo("/app");
});

test("all known browsers share three times the tries of one at the second step, then need a recovery code", async () => {
  const { email, secret, codes } = await withSecondStep(worker);
  const [first, second, left] = codes as [string, string, string];
  const withCode = (code: string) => browserOf(email, (browser) => browser.post(STEP_PAGE, { code }));
  const last = await withCode(codeOf(secret));
  for (const code of [codeOf(secret, 1), first, second]) {
    const browser = await withCode(code);
    await pastFirstStep(worker, email, "", browser);
    expect((await browser.post(STEP_PAGE, { code: wrongCode(secret) })).status).toBe(400);
  }
  await pastFirstStep(worker, email, "", last);
  const refused = await last.post(STEP_PAGE, { code: codeOf(secret, 1) });
  expect(refused.status).toBe(429);
  await expect(refused).toShow(t("factor:errors.tooManyFailures"));
  expect(await last.post(STEP_PAGE, { code: left })).toRedirectTo("/app");
});
