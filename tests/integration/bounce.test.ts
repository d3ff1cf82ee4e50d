import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#app/core/lib/durations.ts";
import { auditLog, bounces, jobs, notices } from "#app/schema.ts";
import type { DeliveryEvent } from "#app/slices/bounce/services/delivery-event.ts";
import { MAIL_EVENT_SERVICES } from "#app/slices/bounce/services/index.ts";
import { EVENT_SERVICES, ofAnotherAccount, tell } from "#tests/support/bounce-services.ts";
import { DAILY, runCron } from "#tests/support/cron.ts";
import { type MailService, startMailService } from "#tests/support/mail-services.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

const NAMES = MAIL_EVENT_SERVICES.map(({ name }) => name);
const services = { mailchannels: EVENT_SERVICES.mailchannels(), resend: EVENT_SERVICES.resend() };

let mail: MailService;
let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  mail = await startMailService("resend");
  const settings = Object.assign({}, ...Object.values(services).map((service) => service.settings));
  worker = await startTestWorker({
    settings: { MAIL_PROVIDER: "resend", MAIL_FROM: "deckle@example.com", ...mail.settings, ...settings },
  });
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(async () => {
  await worker.stop();
  mail.stop();
});
beforeEach(() => mail.behave("takes"));

let count = 0;
const newAddress = () => `reader-${++count}@example.org`;

/** Requests a code for an address. @returns what the page shows, and whether an email was sent */
async function askForCode(email: string) {
  const response = await new Visitor(worker).post("/login", { email });
  return { status: response.status, text: await response.text(), mailed: mailsTo(email).length };
}

const mailsTo = (email: string) => mail.mails.filter(({ to }) => to === email);

/**
 * Lets an administrator change a user's name, and waits until the notice about it was emailed or left out.
 */
async function haveNoticeMailed(userId: string) {
  const changed = await admin.post(`/manager/users/${userId}/update`, {
    intent: "update",
    name: `Ada ${++count}`,
  });
  expect(changed.status).toBe(302);
  expect(await worker.db.$count(notices, eq(notices.userId, userId))).toBeGreaterThan(0);
  await expect.poll(() => worker.db.$count(jobs)).toBe(0);
}

const event = (kind: DeliveryEvent["kind"], email: string, age = 0): DeliveryEvent => ({
  kind,
  email,
  at: Date.now() - age,
});

describe.each(NAMES)("events from %s", (name) => {
  const post = (...events: DeliveryEvent[]) => tell(worker, name, services[name], events);

  test("that an email bounced: the address gets no more, and anyone who asks for a code sees why", async () => {
    const { id, email } = await addUser(worker, {});
    expect(await post(event("bounce", email.toUpperCase()))).toEqual([204]);
    const asked = await askForCode(email);
    expect(asked).toMatchObject({ status: 400, mailed: 0 });
    expect(asked.text).toContain(t("refused:mailComesBack"));
    await haveNoticeMailed(id);
    expect(mailsTo(email)).toEqual([]);
    expect(worker.logs.join()).not.toContain(email);
  });

  test("that an email was marked as spam: the address gets only what its reader asks for", async () => {
    const { id, email } = await addUser(worker, {});
    await post(event("complaint", email));
    await haveNoticeMailed(id);
    expect(mailsTo(email)).toEqual([]);
    expect(await askForCode(email)).toMatchObject({ status: 302, mailed: 1 });
  });

  test("that an email was delivered: the address gets emails again", async () => {
    const { id, email } = await addUser(worker, {});
    await post(event("bounce", email, DAY + HOUR));
    await haveNoticeMailed(id);
    expect(mailsTo(email)).toEqual([]);
    expect(await askForCode(email)).toMatchObject({ status: 302, mailed: 1 });
    await post(event("delivery", email));
    await haveNoticeMailed(id);
    expect(mailsTo(email)).toHaveLength(2);
  });

  test("late or repeated: the latest event counts", async () => {
    const [bounced, delivered] = [newAddress(), newAddress()];
    await post(event("bounce", bounced), event("delivery", bounced, MINUTE), event("bounce", bounced, HOUR));
    expect(await askForCode(bounced)).toMatchObject({ status: 400, mailed: 0 });
    await post(event("bounce", delivered, HOUR), event("delivery", delivered));
    await post(event("bounce", delivered, HOUR), event("delivery", delivered));
    expect(await askForCode(delivered)).toMatchObject({ status: 302, mailed: 1 });
  });

  test("with another signature or an old one are refused", async () => {
    const email = newAddress();
    expect(await tell(worker, name, EVENT_SERVICES[name](), [event("bounce", email)])).toEqual([401]);
    const longAgo = Date.now() - HOUR;
    expect(await tell(worker, name, services[name], [event("bounce", email)], longAgo)).toEqual([401]);
    expect(await new Visitor(worker).post(`/webhooks/mail/${name}`, {})).toMatchObject({ status: 401 });
    expect(await worker.db.select().from(bounces).where(eq(bounces.email, email))).toEqual([]);
  });
});

test("events that MailChannels signs for another account with the same key do not count", async () => {
  const email = newAddress();
  const others = ofAnotherAccount(services.mailchannels);
  expect(await tell(worker, "mailchannels", others, [event("bounce", email)])).toEqual([204]);
  expect(await askForCode(email)).toMatchObject({ status: 302, mailed: 1 });
});

test("hundreds of events arrive in one request", async () => {
  const addresses = Array.from({ length: 300 }, newAddress);
  const events = addresses.map((email) => event("bounce", email));
  expect(await tell(worker, "mailchannels", services.mailchannels, events)).toEqual([204]);
  const stopped = await worker.db.select({ email: bounces.email }).from(bounces);
  expect(stopped.map(({ email }) => email)).toEqual(expect.arrayContaining(addresses));
});

test("the account page reports a bounce, and its owner turns emails on again", async () => {
  const email = newAddress();
  const reader = await Visitor.signedIn(worker, { email });
  await expect(await reader.get("/app/account")).not.toShow(t("bounce:lift"));
  await tell(worker, "resend", services.resend, [event("bounce", email)]);
  const page = await (await reader.get("/app/account")).text();
  expect(page).toContain(t("bounce:lift"));
  expect(page).toContain(email);
  expect((await reader.post("/app/account", { intent: "lift-bounce" })).status).toBe(302);
  await expect(await reader.get("/app/account")).toShow(t("bounce:lifted"));
  expect(await askForCode(email)).toMatchObject({ status: 302, mailed: 1 });
});

test("the page of a user reports a bounce, and an administrator turns emails on again, which is logged", async () => {
  const { id, email } = await addUser(worker, {});
  await tell(worker, "resend", services.resend, [event("complaint", email)]);
  const path = `/manager/users/${id}`;
  await expect(await admin.get(path)).toShow(t("bounce:lift"));
  expect((await admin.post(path, { intent: "lift-bounce" })).status).toBe(302);
  await expect(await admin.get(path)).not.toShow(t("bounce:lift"));
  await haveNoticeMailed(id);
  expect(mailsTo(email)).toHaveLength(1);
  const logged = await worker.db.select().from(auditLog).where(eq(auditLog.action, "bounce.lift"));
  expect(logged).toContainEqual(
    expect.objectContaining({ actorId: admin.userId, subjectId: id, subjectLabel: email }),
  );
});

test("an address is forgotten after half a year", async () => {
  const email = newAddress();
  await tell(worker, "resend", services.resend, [event("bounce", email)]);
  const rows = () => worker.db.select().from(bounces).where(eq(bounces.email, email));
  await runCron(worker, DAILY, 179 * DAY);
  expect(await rows()).toHaveLength(1);
  await runCron(worker, DAILY, 181 * DAY);
  expect(await rows()).toEqual([]);
});

describe("without the settings of an email service", () => {
  let without: TestWorker;
  beforeAll(async () => {
    without = await startTestWorker();
  });
  afterAll(() => without.stop());

  test.each(NAMES)("events from %s are refused", async (name) => {
    expect(await tell(without, name, services[name], [event("bounce", newAddress())])).toEqual([404]);
  });
});
