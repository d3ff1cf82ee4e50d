import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_LANGUAGE } from "#app/core/i18n/languages.ts";
import { users } from "#app/schema.ts";
import { addUser, impersonate } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ settings: { LOGIN_CODES_PER_HOUR: "100" } });
});
afterAll(() => worker.stop());

const someAddress = () => `${crypto.randomUUID()}@example.com`;

async function stored(email: string) {
  const [user] = await worker.db.select().from(users).where(eq(users.email, email));
  return { language: user?.language, timeZone: user?.timeZone };
}

const textsTo = async (email: string) => (await mailsTo(worker, email)).map(({ text }) => text);
const subjectsTo = async (email: string) => (await mailsTo(worker, email)).map(({ subject }) => subject);

async function signIn(browser: Visitor, email: string): Promise<void> {
  const { verifyPath, code } = await browser.askForCode(email);
  expect((await browser.confirm(verifyPath, code)).status).toBe(302);
}

/** Bans a user, as an administrator who uses English. */
async function ban(email: string): Promise<void> {
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  const [user] = await worker.db.select().from(users).where(eq(users.email, email));
  expect((await admin.post(`/manager/users/${user?.id}/ban`, { reason: "Spam" })).status).toBe(302);
}

describe("emails to a user", () => {
  test("are in the language of the user's last sign-in, whoever causes them", async () => {
    const email = someAddress();
    await signIn(new Visitor(worker, { "Accept-Language": "ar" }), email);
    await expect.poll(() => stored(email)).toMatchObject({ language: "ar" });
    await ban(email);
    await expect.poll(() => subjectsTo(email)).toContain(textsIn("ar")("email:banned.subject"));
  });

  test("are in the language that the user has selected since, on a page or by URL", async () => {
    const email = someAddress();
    const reader = await Visitor.signedIn(worker, { email });
    await reader.post("/language", { lng: "fr", returnTo: "/app/account" });
    await reader.get("/app/account");
    await expect.poll(() => stored(email)).toMatchObject({ language: "fr" });
    await reader.get("/app/account?lng=ar");
    await expect.poll(() => stored(email)).toMatchObject({ language: "ar" });
    await ban(email);
    await expect.poll(() => subjectsTo(email)).toContain(textsIn("ar")("email:banned.subject"));
  });

  test("who has never signed in are in the product's language, not in that of the person who causes them", async () => {
    const { id, email } = await addUser(worker, { language: null, timeZone: null });
    const admin = await Visitor.signedIn(worker, { role: "admin", language: "fr" });
    admin.headers["Accept-Language"] = "fr";
    await admin.post(`/manager/users/${id}/ban`, { reason: "Spam" });
    await expect.poll(() => subjectsTo(email)).toContain(textsIn(DEFAULT_LANGUAGE)("email:banned.subject"));
  });

  test("are in the language of the user's request if no other language is known", async () => {
    const { email } = await addUser(worker, { language: null, timeZone: null, emailVerifiedAt: 1 });
    await signIn(new Visitor(worker, { "Accept-Language": "fr" }), email);
    await expect.poll(() => subjectsTo(email)).toContain(textsIn("fr")("email:newDevice.subject"));
  });

  test("with a code are in the user's language if a stranger asks, and in the page's language in the user's browser", async () => {
    const email = someAddress();
    const own = new Visitor(worker, { "Accept-Language": "ar" });
    await signIn(own, email);
    await own.post("/sign-out", {});
    await expect.poll(() => stored(email)).toMatchObject({ language: "ar" });
    await new Visitor(worker, { "Accept-Language": "fr" }).askForCode(email);
    own.headers["Accept-Language"] = "sw";
    await own.askForCode(email);
    const [inOwn, byStranger] = await mailsTo(worker, email);
    expect(byStranger?.html).toContain('lang="ar"');
    expect(inOwn?.html).toContain('lang="sw"');
  });

  test("show times in the time zone that the browser reports or the user has selected", async () => {
    const email = someAddress();
    const browser = new Visitor(worker);
    browser.cookies.set("time-zone", "Africa/Nairobi");
    await signIn(browser, email);
    await expect.poll(() => stored(email)).toMatchObject({ timeZone: "Africa/Nairobi" });
    await signIn(new Visitor(worker), email);
    await expect.poll(() => textsTo(email)).toContainEqual(expect.stringContaining("GMT+3"));
    // If a browser reports no time zone, the stored one stays.
    expect(await stored(email)).toMatchObject({ timeZone: "Africa/Nairobi" });

    await browser.post("/account/time-zone", { zone: "Asia/Tokyo" });
    await browser.get("/app/account");
    await expect.poll(() => stored(email)).toMatchObject({ timeZone: "Asia/Tokyo" });
  });

  test("keep their language when an administrator impersonates the user", async () => {
    const person = await addUser(worker, { language: "ar", timeZone: "Asia/Tokyo" });
    const email = someAddress();
    const admin = await Visitor.signedIn(worker, { role: "admin", email });
    const [self] = await worker.db.select().from(users).where(eq(users.email, email));
    await impersonate(worker, self as NonNullable<typeof self>, person);
    await admin.get("/app?lng=fr");
    await impersonate(worker, self as NonNullable<typeof self>, null);
    // Once this language is stored, a language that an earlier request stored by mistake would be stored,
    // too.
    await admin.get("/app?lng=sw");
    await expect.poll(() => stored(email)).toMatchObject({ language: "sw" });
    expect(await stored(person.email)).toEqual({ language: "ar", timeZone: "Asia/Tokyo" });
  });
});

test("a new language does not count as a change of the account", async () => {
  const email = someAddress();
  const reader = await Visitor.signedIn(worker, { email, language: "fr", updatedAt: 1 });
  reader.cookies.set("lng", "ar");
  await reader.get("/app");
  await expect.poll(() => stored(email)).toMatchObject({ language: "ar" });
  const [user] = await worker.db.select().from(users).where(eq(users.email, email));
  expect(user?.updatedAt, "an open form does not conflict with it").toBe(1);
});
