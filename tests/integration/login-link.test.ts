import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loginChallenges, sessions } from "#app/schema.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, lastLink, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker({ settings: { LOGIN_CODES_PER_HOUR: "100" } });
});

afterAll(() => worker.stop());

/** Asks for a code in one browser. @returns the path of the link in its email */
async function linkFor(email: string, query = ""): Promise<string> {
  await new Visitor(worker).askForCode(email, query);
  return lastLink(worker, email);
}

test("the link signs in any browser once, after its button is clicked", async () => {
  const { email } = await addUser(worker);
  const link = await linkFor(email);
  const reader = new Visitor(worker);
  for (let n = 0; n < 2; n++) {
    const page = await reader.get(link);
    expect(page.status).toBe(200);
    await expect(page).toShow(email);
    expect(databaseCost(page).roundTrips).toBe(1);
  }
  expect((await reader.fetch(link, { method: "HEAD" })).status).toBe(200);
  expect(await reader.post(link, {})).toRedirectTo("/app");
  expect((await reader.get("/app/account")).status).toBe(200);

  const late = new Visitor(worker);
  const refused = await late.post(link, {});
  expect(refused.status).toBe(400);
  await expect(refused).toShow(t("auth:link.expired.title"));
  await expect(await late.get(link)).toShow(t("auth:link.expired.title"));
  expect((await late.get("/app")).status).toBe(302);
});

test("a signed-in user who opens another account's link sees who is signed in, and the link still works", async () => {
  const { email } = await addUser(worker);
  const link = await linkFor(email, "?redirect=/app/account");
  const other = await Visitor.signedIn(worker, { email: "somebody-else@example.com" });
  expect(await other.get(link)).toRedirectTo("/app/account");
  await expect(await other.get("/app/account")).toShow(
    t("auth:errors.signedInAlready", { email: "somebody-else@example.com" }),
  );
  expect(await new Visitor(worker).post(link, {})).toRedirectTo("/app/account");
});

test("after one of the link and the code in an email is used, the other no longer works", async () => {
  const { email } = await addUser(worker);
  const visitor = new Visitor(worker);
  const { verifyPath, code } = await visitor.askForCode(email);
  const link = await lastLink(worker, email);
  const before = await worker.db.$count(sessions);
  const answers = await Promise.all([
    visitor.confirm(verifyPath, code),
    new Visitor(worker).post(link, {}),
    new Visitor(worker).post(link, {}),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 400, 400]);
  expect(await worker.db.$count(sessions)).toBe(before + 1);
});

test("the link redirects to the page that the reader wanted, only within the site", async () => {
  const { email } = await addUser(worker);
  const link = await linkFor(email, "?redirect=%2Fapp%2Faccount");
  expect(await new Visitor(worker).post(link, {})).toRedirectTo("/app/account");
  const other = (await linkFor(email)).concat("&redirect=%2F%2Fevil.example");
  expect(await new Visitor(worker).post(other, {})).toRedirectTo("/app");
  expect(await linkFor(email, "?redirect=%2F%2Fevil.example"), "anyone can request an email").not.toMatch(
    /evil/,
  );
});

test("the link creates an account, and works after its code has expired or was tried too often", async () => {
  const email = "linked-newcomer@example.com";
  const visitor = new Visitor(worker);
  const { verifyPath, code } = await visitor.askForCode(email);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  for (let n = 0; n < 5; n++) await visitor.confirm(verifyPath, wrong);
  await worker.db.update(loginChallenges).set({ expiresAt: 1 }).where(eq(loginChallenges.email, email));
  expect(await visitor.post(await lastLink(worker, email), {})).toRedirectTo("/app");
  expect((await findUser(worker, email))?.emailVerifiedAt).toBeTypeOf("number");
});

test("the link says that it no longer works after an hour, after a newer email, or with a wrong token", async () => {
  const { email } = await addUser(worker);
  const visitor = new Visitor(worker);
  const { verifyPath } = await visitor.askForCode(email);
  const replaced = await lastLink(worker, email);
  await visitor.post(verifyPath, { intent: "resend" });
  const old = await lastLink(worker, email);
  expect(old).not.toBe(replaced);
  await visitor.askForCode("somebody-else@example.com");
  const hourAgo = Date.now() - 60 * 60 * 1000;
  for (const [link, status] of [
    [replaced, 400],
    [old, 200],
    ["/login/link", 400],
    ["/login/link?token=", 400],
    [`/login/link?token=${"A".repeat(22)}`, 400],
  ] as const) {
    const page = await new Visitor(worker).get(link);
    expect(page.status, link).toBe(status);
    if (status === 400) expect(page.headers.get("X-Error-Code")).toBe("INVALID_TOKEN");
  }
  await worker.db.update(loginChallenges).set({ createdAt: hourAgo }).where(eq(loginChallenges.email, email));
  expect((await new Visitor(worker).post(old, {})).status).toBe(400);
});

test("a banned user sees the reason and gets no session", async () => {
  const { email } = await addUser(worker, { bannedAt: 1, banReason: "Spam" });
  const before = await worker.db.$count(sessions);
  const refused = await new Visitor(worker).post(await linkFor(email), {});
  expect(refused.status).toBe(403);
  await expect(refused).toShow("Spam");
  expect(await worker.db.$count(sessions)).toBe(before);
});

test("the token has 128 bits, and is not stored", async () => {
  const { email } = await addUser(worker);
  const token = new URLSearchParams((await linkFor(email)).split("?")[1]).get("token") as string;
  expect(token).toMatch(/^[\w-]{22}$/);
  expect(JSON.stringify(await worker.db.select().from(loginChallenges))).not.toContain(token);
});

test("only sign-in emails have a link", async () => {
  const reader = await Visitor.signedIn(worker);
  await reader.post("/app/account", { intent: "change-email", email: "linkless@example.com" });
  const [mail] = await mailsTo(worker, "linkless@example.com");
  expect(mail?.text).toMatch(/\b\d{6}\b/);
  expect(mail?.text).not.toContain("http");
});

test("the subject shows no code unless a setting says so", async () => {
  const { email } = await addUser(worker);
  await linkFor(email);
  expect((await mailsTo(worker, email))[0]?.subject).toBe(t("email:loginCode.subject"));
  const open = await startTestWorker({ settings: { LOGIN_CODE_IN_SUBJECT: "true" } });
  const { code } = await new Visitor(open).askForCode("subject@example.com");
  expect((await mailsTo(open, "subject@example.com"))[0]?.subject).toContain(code);
  await open.stop();
});
