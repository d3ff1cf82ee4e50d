import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { notices, users } from "#app/schema.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastLink, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker({ settings: { LOGIN_CODES_PER_HOUR: "100" } });
});

afterAll(() => worker.stop());

async function signIn(browser: Visitor, email: string) {
  const { verifyPath, code } = await browser.askForCode(email);
  expect((await browser.confirm(verifyPath, code)).status).toBe(302);
  await browser.post("/sign-out", {});
}

const noticesTo = async (email: string) =>
  (await worker.db.select().from(notices).where(eq(notices.email, email))).map(({ about }) => about);

test("a user gets a notice of a sign-in in a new browser, but not in a known one, nor of the first sign-in", async () => {
  const email = "many-browsers@example.com";
  const first = new Visitor(worker);
  await signIn(first, email);
  await signIn(first, email);
  expect(await noticesTo(email)).toEqual([]);

  await signIn(new Visitor(worker), email);
  expect(await noticesTo(email)).toEqual(["newDevice"]);
  await expect
    .poll(async () => (await mailsTo(worker, email)).map(({ subject }) => subject))
    .toContain(t("email:newDevice.subject"));

  const third = new Visitor(worker);
  await third.askForCode(email);
  await third.post(await lastLink(worker, email), {});
  expect(await noticesTo(email)).toEqual(["newDevice", "newDevice"]);
});

test("a browser stays known to its user after a change of address, and is new to anyone else", async () => {
  const reader = await addUser(worker, { emailVerifiedAt: 1 });
  const browser = new Visitor(worker);
  await signIn(browser, reader.email);
  const email = "moved@example.com";
  await worker.db.update(users).set({ email }).where(eq(users.id, reader.id));
  await signIn(browser, email);
  expect(await noticesTo(email)).toEqual([]);

  const other = await addUser(worker, { emailVerifiedAt: 1 });
  await signIn(browser, other.email);
  expect(await noticesTo(other.email)).toEqual(["newDevice"]);
});
