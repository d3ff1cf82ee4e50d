import { afterAll, beforeAll, expect, test } from "vitest";
import { EMAIL_PROVIDER_NAMES } from "#app/core/email/providers/index.ts";
import { emailPreferences } from "#app/schema.ts";
import { OPTIONAL_EMAILS } from "#app/slices.server.ts";
import { startMailService } from "#tests/support/mail-services.ts";
import { addUser, findUser, impersonate } from "#tests/support/people.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { mailsTo, textOf, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
});
afterAll(() => worker.stop());

const someAddress = () => `${crypto.randomUUID()}@example.com`;

/** Shares a user's shelf with an address. @returns the emails to that address */
async function share(to: string) {
  const { visitor } = await someone(worker, { name: "Virginia Woolf" });
  const form = { id: crypto.randomUUID(), bookId: "", email: to, language: "fr" };
  expect(await visitor.post("/app/shares/new", form)).toRedirectTo("/app/shares");
  return mailsTo(worker, to);
}

/** Finds the path of the link that turns emails off, in the last email to an address. */
async function linkIn(to: string): Promise<string> {
  const [mail] = await mailsTo(worker, to);
  const { pathname, search } = new URL(mail?.unsubscribeUrl ?? "");
  expect(mail?.text).toContain(pathname + search);
  return pathname + search;
}

/** Posts as an email app does: without an Origin header and without cookies. */
const post = (path: string, body: Record<string, string> = { "List-Unsubscribe": "One-Click" }) =>
  fetch(worker.url + path, { method: "POST", body: new URLSearchParams(body), redirect: "manual" });

test("an email app turns emails off with one post, without a redirect, with or without an account", async () => {
  const user = await addUser(worker);
  for (const to of [someAddress(), user.email]) {
    expect(await share(to)).toHaveLength(1);
    const link = await linkIn(to);
    await expect(await new Visitor(worker).get(link)).toShow(t("preference:unsubscribe.title"));
    // Opening the link does not turn emails off.
    expect(await share(to)).toHaveLength(2);
    for (let n = 0; n < 2; n++) {
      const answer = await post(link);
      expect(answer.status).toBe(200);
      expect(textOf(await answer.text())).toContain(t("preference:unsubscribe.done"));
    }
    expect(await share(to)).toHaveLength(2);
    expect((await post(link, { again: "on" })).status).toBe(200);
    expect(await share(to)).toHaveLength(3);
  }
});

test.each(EMAIL_PROVIDER_NAMES)("%s gets the headers with the link of such an email", async (name) => {
  const service = await startMailService(name);
  const { settings, overrides, beside, mails } = service;
  const sender = { MAIL_PROVIDER: name, MAIL_FROM: "deckle@example.com", BASE_URL: "https://deckle.example" };
  const site = await startTestWorker({ settings: { ...sender, ...settings }, overrides, beside });
  const { visitor } = await someone(site);
  const form = { id: crypto.randomUUID(), bookId: "", email: someAddress(), language: "fr" };
  expect(await visitor.post("/app/shares/new", form)).toRedirectTo("/app/shares");
  await new Visitor(site).post("/login", { email: someAddress() });
  await expect.poll(() => mails.length).toBe(2);
  const [optional, code] = mails;
  const { "List-Unsubscribe": link = "", "List-Unsubscribe-Post": how } = optional?.headers ?? {};
  expect(how).toBe("List-Unsubscribe=One-Click");
  expect(link).toMatch(/^<https:\/\/deckle\.example\/unsubscribe\?\S+>$/);
  expect(optional?.text).toContain(link.slice(1, -1));
  expect(code?.headers).toEqual({});
  await site.stop();
  service.stop();
});

test("the post may be a multipart form, and one that is not a form changes nothing", async () => {
  const to = someAddress();
  await share(to);
  const link = await linkIn(to);
  const json = { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } };
  expect((await fetch(worker.url + link, json)).status).toBe(415);
  expect(await share(to)).toHaveLength(2);
  const body = new FormData();
  body.set("List-Unsubscribe", "One-Click");
  expect((await fetch(worker.url + link, { method: "POST", body })).status).toBe(200);
  expect(await share(to)).toHaveLength(2);
});

test("a forged link turns nothing off", async () => {
  const [to, other] = [someAddress(), someAddress()];
  await share(to);
  await share(other);
  const [link, another] = [await linkIn(to), await linkIn(other)];
  const forged = new URL(link, worker.url);
  forged.searchParams.set("to", new URL(another, worker.url).searchParams.get("to") ?? "");
  const kind = new URL(link, worker.url);
  kind.searchParams.set("kind", "digest");
  for (const { pathname, search } of [forged, kind, new URL("/unsubscribe", worker.url)]) {
    for (const answer of [await post(pathname + search), await fetch(worker.url + pathname + search)]) {
      expect(answer.status).toBe(400);
      expect(textOf(await answer.text())).toContain(t("preference:unsubscribe.invalid"));
    }
  }
  expect(await share(other)).toHaveLength(2);
});

test("a reader chooses their emails on a page, and an earlier refusal counts until then", async () => {
  const email = someAddress();
  await share(email);
  expect((await post(await linkIn(email))).status).toBe(200);
  const visitor = await Visitor.signedIn(worker, { email });
  const id = (await findUser(worker, email))?.id;
  await expect(await visitor.get("/account/emails")).toShow(t("share:emails"));
  expect(await share(email)).toHaveLength(1);
  expect(await visitor.post("/account/emails", { intent: "save", kind: "share" })).toRedirectTo(
    "/app/account",
  );
  expect(await share(email)).toHaveLength(2);
  expect(await visitor.post("/account/emails", { intent: "save", kind: "digest" })).toRedirectTo(
    "/app/account",
  );
  expect(await share(email)).toHaveLength(2);
  expect(await visitor.post("/account/emails", { intent: "save" })).toRedirectTo("/app/account");
  const rows = (await worker.db.select().from(emailPreferences)).filter(({ userId }) => userId === id);
  const none = OPTIONAL_EMAILS.map(({ kind }) => [kind, false, null]);
  expect(rows.map(({ kind, isOn, dueAt }) => [kind, isOn, dueAt]).sort()).toEqual(none.sort());
});

test("an administrator who impersonates a user can't choose for them", async () => {
  const email = someAddress();
  const admin = await Visitor.signedIn(worker, { role: "admin", email });
  await impersonate(worker, (await findUser(worker, email)) as never, await addUser(worker));
  expect((await admin.post("/account/emails", { intent: "save", kind: "share" })).status).toBe(403);
  expect((await admin.get("/account/emails")).status).toBe(403);
});

test("the link of a deleted account does nothing", async () => {
  const { visitor, email, id } = await someone(worker);
  await share(email);
  const link = await linkIn(email);
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  expect((await admin.post(`/manager/users/${id}`, { intent: "delete" })).status).toBe(302);
  expect((await post(link)).status).toBe(200);
  expect((await visitor.get("/app")).status).toBe(302);
});
