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

/** Bans a user, as an administrator who reads English. */
async function ban(email: string): Promise<void> {
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  const [user] = await worker.db.select().from(users).where(eq(users.email, email));
  expect((await admin.post(`/manager/users/${user?.id}/ban`, { reason: "Spam" })).status).toBe(302);
}

describe("mails to somebody", () => {
  test("are in the language in which they last signed in, whoever causes them", async () => {
    const email = someAddress();
    await signIn(new Visitor(worker, { "Accept-Language": "ar" }), email);
    await expect.poll(() => stored(email)).toMatchObject({ language: "ar" });
    await ban(email);
    await expect.poll(() => subjectsTo(email)).toContain(textsIn("ar")("email:banned.subject"));
  });

  test("are in the language that they have chosen since, on a page or by its address", async () => {
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

  test("who was never there are in the product's language, not in that of who causes them", async () => {
    const { id, email } = await addUser(worker, { language: null, timeZone: null });
    const admin = await Visitor.signedIn(worker, { role: "admin", language: "fr" });
    admin.headers["Accept-Language"] = "fr";
    await admin.post(`/manager/users/${id}/ban`, { reason: "Spam" });
    await expect.poll(() => subjectsTo(email)).toContain(textsIn(DEFAULT_LANGUAGE)("email:banned.subject"));
  });

  test("are in the language of their own request where nothing else is known of them", async () => {
    const { email } = await addUser(worker, { language: null, timeZone: null, emailVerifiedAt: 1 });
    await signIn(new Visitor(worker, { "Accept-Language": "fr" }), email);
    await expect.poll(() => subjectsTo(email)).toContain(textsIn("fr")("email:newDevice.subject"));
  });

  test("with a code that a stranger asks for are in the reader's language, in their own browser in that of its page", async () => {
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

  test("say times in their time zone, as the browser told it or as they chose it", async () => {
    const email = someAddress();
    const browser = new Visitor(worker);
    browser.cookies.set("time-zone", "Africa/Nairobi");
    await signIn(browser, email);
    await expect.poll(() => stored(email)).toMatchObject({ timeZone: "Africa/Nairobi" });
    await signIn(new Visitor(worker), email);
    await expect.poll(() => textsTo(email)).toContainEqual(expect.stringContaining("GMT+3"));
    // A browser that says nothing of it takes nothing away.
    expect(await stored(email)).toMatchObject({ timeZone: "Africa/Nairobi" });

    await browser.post("/account/time-zone", { zone: "Asia/Tokyo" });
    await browser.get("/app/account");
    await expect.poll(() => stored(email)).toMatchObject({ timeZone: "Asia/Tokyo" });
  });

  test("are not changed by an administrator who shows the site as them", async () => {
    const person = await addUser(worker, { language: "ar", timeZone: "Asia/Tokyo" });
    const email = someAddress();
    const admin = await Visitor.signedIn(worker, { role: "admin", email });
    const [self] = await worker.db.select().from(users).where(eq(users.email, email));
    await impersonate(worker, self as NonNullable<typeof self>, person);
    await admin.get("/app?lng=fr");
    await impersonate(worker, self as NonNullable<typeof self>, null);
    // This one is stored, so the one before would be, too.
    await admin.get("/app?lng=sw");
    await expect.poll(() => stored(email)).toMatchObject({ language: "sw" });
    expect(await stored(person.email)).toEqual({ language: "ar", timeZone: "Asia/Tokyo" });
  });
});

test("a choice of language is no change of the account", async () => {
  const email = someAddress();
  const reader = await Visitor.signedIn(worker, { email, language: "fr", updatedAt: 1 });
  reader.cookies.set("lng", "ar");
  await reader.get("/app");
  await expect.poll(() => stored(email)).toMatchObject({ language: "ar" });
  const [user] = await worker.db.select().from(users).where(eq(users.email, email));
  expect(user?.updatedAt, "for a form that is open it is no change").toBe(1);
});
