import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signedCookie } from "#app/core/http/signed-cookie.server.ts";
import { sha256 } from "#app/core/lib/bytes.ts";
import { loginChallenges, notices, users } from "#app/schema.ts";
import { askToChangeEmail } from "#tests/support/change-email.ts";
import { addNotice } from "#tests/support/notices.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { beginSetup, codeOf, pastFirstStep, withSecondStep, wrongCode } from "#tests/support/second-steps.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

const STEP_PAGE = "/login/second-step";
const TWO_HOURS = 2 * 60 * 60 * 1000;

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker({ settings: { LOGIN_FAILURES_PER_DAY: "1", LOGIN_CODES_PER_HOUR: "2" } });
});

afterAll(() => worker.stop());

const verified = () => addUser(worker, { emailVerifiedAt: 1 });

/** Makes earlier requests for codes two hours older. */
const waitTwoHours = () =>
  worker.db.update(loginChallenges).set({ createdAt: sql`${loginChallenges.createdAt} - ${TWO_HOURS}` });

async function signIn(email: string, browser = new Visitor(worker)): Promise<Visitor> {
  const { verifyPath, code } = await browser.askForCode(email);
  expect((await browser.confirm(verifyPath, code)).status).toBe(302);
  await waitTwoHours();
  return browser;
}

/** Lets strangers use up the codes that strangers get for an address. */
async function floodByStrangers(email: string) {
  for (let n = 0; n < 2; n++) await new Visitor(worker).askForCode(email);
  expect((await new Visitor(worker).post("/login", { email })).status).toBe(429);
}

const askFor = async (email: string, browser: Visitor) => (await browser.post("/login", { email })).status;

const newDevicesOf = async (email: string) =>
  (await worker.db.select().from(notices).where(eq(notices.email, email))).filter(
    ({ about }) => about === "newDevice",
  ).length;

test("after “This was not me”, a known browser counts as a stranger's until it signs in again", async () => {
  const user = await verified();
  const { email } = user;
  const browser = await signIn(email);
  await browser.post("/sign-out", {});
  await floodByStrangers(email);
  expect(await askFor(email, browser)).toBe(302);

  const link = await addNotice(worker, user, { about: "passkeyRemoved", name: "Phone" });
  await new Visitor(worker).post(link, {});
  expect(await askFor(email, browser)).toBe(429);

  await waitTwoHours();
  const before = await newDevicesOf(email);
  await signIn(email, browser);
  expect(await newDevicesOf(email), "its owner gets a notice again").toBe(before + 1);
  await browser.post("/sign-out", {});
  await floodByStrangers(email);
  expect(await askFor(email, browser)).toBe(302);
});

test("a second step makes earlier browsers count as strangers', except the one that switched it on", async () => {
  const { email } = await verified();
  const prepared = await signIn(email);
  await prepared.post("/sign-out", {});
  const owner = await signIn(email);
  const page = "/account/second-step";
  const { sealed, secret } = await beginSetup(owner);
  const code = codeOf(secret, -1);
  expect((await owner.post(page, { intent: "switch-on", secret: sealed, code })).status).toBe(200);
  await owner.post("/sign-out", {});

  await pastFirstStep(worker, email, "", prepared);
  expect((await prepared.post(STEP_PAGE, { code: wrongCode(secret) })).status).toBe(400);
  const { visitor: stranger } = await pastFirstStep(worker, email);
  const refused = await stranger.post(STEP_PAGE, { code: codeOf(secret) });
  await expect(refused, "both share one try").toShow(t("factor:errors.tooManyFailures"));

  await pastFirstStep(worker, email, "", owner);
  expect(await owner.post(STEP_PAGE, { code: codeOf(secret) })).toRedirectTo("/app");
});

test("app codes that a browser from before the second step tries count with those of strangers", async () => {
  const { id, email, secret, codes } = await withSecondStep(worker);
  const browser = new Visitor(worker);
  await pastFirstStep(worker, email, "", browser);
  await browser.post(STEP_PAGE, { code: codes[0] as string });
  await worker.db.update(users).set({ devicesSince: Date.now() }).where(eq(users.id, id));
  const form = { intent: "switch-off", code: wrongCode(secret) };
  expect((await browser.post("/account/second-step", form)).status).toBe(400);
  const { visitor: stranger } = await pastFirstStep(worker, email);
  expect((await stranger.post(STEP_PAGE, { code: codeOf(secret) })).status).toBe(429);
});

test("after a change of address, only the browser that made the change stays known", async () => {
  const { email } = await verified();
  const other = await signIn(email);
  const owner = await signIn(email);
  const to = `moved-${email}`;
  const { path, form } = await askToChangeEmail(worker, owner, email, to);
  expect(await owner.post(path, form)).toRedirectTo("/app/account");
  await waitTwoHours();
  await owner.post("/sign-out", {});
  await floodByStrangers(to);
  expect(await askFor(to, owner), "it counts as one that has signed in to the new address").toBe(302);

  await waitTwoHours();
  await signIn(to, owner);
  expect(await newDevicesOf(to)).toBe(0);
  await signIn(to, other);
  expect(await newDevicesOf(to)).toBe(1);
  expect((await findUser(worker, to))?.devicesSince).toBeGreaterThan(0);
});

test("a cookie from before cookies stored times counts until browsers are forgotten", async () => {
  const { id, email } = await verified();
  const cookie = signedCookie("device", worker.settings, new URL(worker.url), 60);
  const value = { id: "old", addresses: [await sha256(`old:${email}`)], users: [id] };
  const browser = new Visitor(worker);
  browser.cookies.set("device", /=([^;]*)/.exec(await cookie.serialize(value))?.[1] as string);
  await floodByStrangers(email);
  expect(await askFor(email, browser)).toBe(302);
  await worker.db.update(users).set({ devicesSince: 1 }).where(eq(users.id, id));
  expect(await askFor(email, browser)).toBe(429);
});
