import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGE_KEYS } from "#app/core/i18n/languages.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { hmac } from "#app/core/lib/hmac.ts";
import { notMeUrl } from "#app/identity/notice/not-me-link.server.ts";
import type { Notice } from "#app/identity/notice/notice.ts";
import { auditLog, emailChanges, sessions, users } from "#app/schema.ts";
import { askToChangeEmail } from "#tests/support/change-email.ts";
import { addNotice, pathOf } from "#tests/support/notices.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, lastLink, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, TEST_SETTINGS, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker({ settings: { CONTACT_LINKS: "mailto:help@example.com" } });
});
afterAll(() => worker.stop());

const sessionsOf = (userId: string) => worker.db.$count(sessions, eq(sessions.userId, userId));

const entriesAbout = (userId: string) =>
  worker.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, userId), eq(auditLog.action, "account.notMe")));

const NEW_DEVICE: Notice = {
  about: "newDevice",
  device: { browser: "Firefox", system: "Windows" },
  country: "KE",
  at: Date.UTC(2026, 10, 21, 21, 30),
};

describe("the link of a notice", () => {
  test("opens a page that says what happened and what its button does, and changes nothing", async () => {
    const person = await addUser(worker);
    await addSession(worker, person);
    const path = await addNotice(worker, person, NEW_DEVICE);
    for (const language of LANGUAGE_KEYS) {
      const say = textsIn(language);
      const page = await new Visitor(worker, { Cookie: `lng=${language}` }).get(path);
      expect(page.status).toBe(200);
      for (const text of [
        say("email:newDevice.subject"),
        say("account:notMe.does.sessions"),
        say("account:notMe.submit"),
      ]) {
        await expect(page).toShow(text);
      }
    }
    const page = await new Visitor(worker).get(path);
    await expect(page).toShow("Firefox on Windows, Kenya, November 21, 2026 at 9:30 PM UTC");
    expect(databaseCost(page).roundTrips).toBe(1);
    expect(await page.text()).not.toContain(person.id);
    await new Visitor(worker).fetch(path, { method: "HEAD" });
    expect(await sessionsOf(person.id)).toBe(1);
    expect(await entriesAbout(person.id)).toEqual([]);
  });

  test("ends all sessions, invalidates open codes and stops a pending change of address, once", async () => {
    const person = await addUser(worker);
    const owner = new Visitor(worker);
    const { cookie } = await addSession(worker, person);
    owner.headers.Cookie = cookie;
    const thief = new Visitor(worker);
    const [name, value] = (await addSession(worker, person)).cookie.split("=") as [string, string];
    thief.cookies.set(name, value);
    const asked = await askToChangeEmail(worker, thief, person.email, "thief@example.com");
    const stranger = new Visitor(worker);
    const { verifyPath, code } = await stranger.askForCode(person.email);
    const signInLink = await lastLink(worker, person.email);
    const other = await addUser(worker);
    await addSession(worker, other);
    const at = Date.now();
    const waiting = { userId: person.id, oldEmail: person.email, newEmail: "x@example.com", createdAt: at };
    const ofOther = { userId: other.id, oldEmail: other.email, newEmail: "y@example.com", createdAt: at };
    for (const change of [waiting, ofOther]) {
      await worker.db.insert(emailChanges).values({ ...change, dueAt: at + 3 * DAY });
    }

    const path = await addNotice(worker, person, NEW_DEVICE);
    const visitor = new Visitor(worker);
    expect(await visitor.post(path, {})).toRedirectTo(path);
    const done = await visitor.get(path);
    expect(done.status).toBe(200);
    for (const text of [
      t("account:notMe.done.title"),
      t("account:notMe.done.next", { email: person.email }),
      t("account:notMe.contact"),
      "help@example.com",
    ]) {
      await expect(done).toShow(text);
    }
    await expect(done).not.toShow(t("account:notMe.question"));
    expect(await sessionsOf(person.id)).toBe(0);
    expect((await owner.get("/app")).status).toBe(302);
    await expect(await stranger.confirm(verifyPath, code)).toShow(t("refused:codeExpired"));
    await new Visitor(worker).post(signInLink, {});
    expect(await sessionsOf(person.id)).toBe(0);
    const [change] = await worker.db.select().from(emailChanges).where(eq(emailChanges.userId, person.id));
    expect(change?.stoppedAt).toBeTypeOf("number");
    expect(await sessionsOf(other.id)).toBe(1);
    expect(
      await worker.db.select().from(emailChanges).where(eq(emailChanges.userId, other.id)),
      "somebody else's change is still pending",
    ).toMatchObject([{ stoppedAt: null }]);
    expect(await entriesAbout(person.id)).toMatchObject([
      { actorId: null, actorLabel: null, subjectLabel: person.email },
    ]);

    // The owner signs in again, and nobody can use the link to sign them out.
    const again = new Visitor(worker);
    const second = await again.askForCode(person.email);
    expect(await again.confirm(second.verifyPath, second.code)).toRedirectTo("/app");
    expect(await visitor.post(path, {})).toRedirectTo(path);
    await expect(await visitor.get(path)).toShow(t("account:notMe.done.title"));
    expect(await sessionsOf(person.id)).toBe(1);
    expect(await entriesAbout(person.id)).toHaveLength(1);
    // Codes that were sent to another address are invalid, too.
    again.cookies.set("change-email", thief.cookies.get("change-email") as string);
    const late = await again.post(asked.path, { intent: "plan-email", code: asked.form.code });
    expect(late.headers.get("X-Error-Code")).toBe("OTP_EXPIRED");
  });

  test("works once, even if its button is clicked many times at the same moment", async () => {
    const person = await addUser(worker);
    const path = await addNotice(worker, person, NEW_DEVICE);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => new Visitor(worker).post(path, {})));
    for (const answer of answers) expect(answer).toRedirectTo(path);
    expect(await entriesAbout(person.id)).toHaveLength(1);
  });

  test("is refused if it is forged, cut off, for another notice, or signed with another secret", async () => {
    const person = await addUser(worker);
    await addSession(worker, person);
    const path = await addNotice(worker, person, NEW_DEVICE);
    const another = await addNotice(worker, person, NEW_DEVICE);
    const query = new URLSearchParams(path.split("?")[1]);
    const [id = "", proof = ""] = [query.get("notice"), query.get("proof")].map(String);
    const otherProof = new URLSearchParams(another.split("?")[1]).get("proof") as string;
    const otherSecret = { ...worker.settings, COOKIE_SECRETS: ["x".repeat(40)] };
    for (const bad of [
      "/not-me",
      `/not-me?notice=${id}`,
      `/not-me?notice=${id}&proof=`,
      `/not-me?notice=${id}&proof=${proof.slice(0, -1)}`,
      `/not-me?notice=${id}&proof=%00${proof}`,
      `/not-me?notice=${id}&proof=${otherProof}`,
      `/not-me?notice=${id.toUpperCase()}&proof=${proof}`,
      pathOf(await notMeUrl(otherSecret, worker.url, id)),
      // This link is signed with the right secret, but for another purpose.
      `/not-me?notice=${id}&proof=${await hmac(TEST_SETTINGS.COOKIE_SECRETS, id)}`,
    ]) {
      const page = await new Visitor(worker).get(bad);
      expect(page.status, bad).toBe(400);
      await expect(page).toShow(t("account:notMe.invalid.title"));
      expect(await page.text()).toContain('href="/login"');
      await new Visitor(worker).post(bad, {});
    }
    expect(await sessionsOf(person.id)).toBe(1);
  });

  test("works for 7 days, even with a secret that is being replaced", async () => {
    const rotated = await startTestWorker({
      settings: { COOKIE_SECRETS: `${"n".repeat(40)},${TEST_SETTINGS.COOKIE_SECRETS}` },
    });
    const person = await addUser(rotated);
    const now = Date.now();
    // This link is signed with the secret that is being replaced.
    const before = { ...rotated, settings: worker.settings };
    const link = (notice: Notice, at: number) => addNotice(before, person, notice, at);
    const statusOf = async (path: string) => (await new Visitor(rotated).get(path)).status;
    expect(await statusOf(await link(NEW_DEVICE, now - 6.99 * DAY))).toBe(200);
    const expired = await link(NEW_DEVICE, now - 7.01 * DAY);
    expect(await statusOf(expired)).toBe(404);
    await addSession(rotated, person);
    await new Visitor(rotated).post(expired, {});
    expect(await rotated.db.$count(sessions)).toBe(1);
    // A notice without a link.
    expect(await statusOf(await link({ about: "unbanned" }, now))).toBe(404);
    await rotated.stop();
  });

  test("of a deleted account says so", async () => {
    const person = await addUser(worker);
    const path = await addNotice(worker, person, NEW_DEVICE);
    await worker.db.delete(users).where(eq(users.id, person.id));
    const page = await new Visitor(worker).get(path);
    expect(page.status).toBe(404);
    await expect(page).toShow(t("account:notMe.invalid.description"));
    expect(await new Visitor(worker).post(path, {})).toRedirectTo(path);
  });

  test("says so if it fails, changes nothing, and can be tried again", async () => {
    const person = await addUser(worker);
    await addSession(worker, person);
    const path = await addNotice(worker, person, NEW_DEVICE);
    const visitor = new Visitor(worker);
    await worker.d1
      .prepare("create trigger refuse before delete on sessions begin select raise(abort, 'no'); end")
      .run();
    expect(await visitor.post(path, {})).toRedirectTo(path);
    await worker.d1.prepare("drop trigger refuse").run();
    await expect(await visitor.get(path)).toShow(t("account:notMe.failed"));
    expect(await entriesAbout(person.id)).toEqual([]);
    expect(await visitor.post(path, {})).toRedirectTo(path);
    expect(await sessionsOf(person.id)).toBe(0);
  });
});
