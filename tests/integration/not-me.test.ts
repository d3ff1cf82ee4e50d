import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, emailChanges, notices, sessions, socialAccounts, users } from "#app/db/schema.ts";
import type { Notice } from "#app/email/notice.ts";
import { notMeUrl } from "#app/features/notice/not-me-link.server.ts";
import { LANGUAGE_KEYS } from "#app/i18n/languages.ts";
import { hmac } from "#app/lib/hmac.ts";
import { gitHubAccount, startGitHub } from "#tests/support/github.ts";
import { addSession, addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, lastCode, lastLink, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, TEST_SETTINGS, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

const DAY = 24 * 60 * 60 * 1000;

let github: Awaited<ReturnType<typeof startGitHub>>;
let worker: TestWorker;

beforeAll(async () => {
  github = await startGitHub();
  worker = await startTestWorker({
    settings: { ...github.settings, CONTACT_LINKS: "mailto:help@example.com" },
  });
});
afterAll(async () => {
  await worker.stop();
  await github.stop();
});

type User = typeof users.$inferSelect;

/** Adds a notice that was mailed. @returns path and query of its link */
async function addNotice(
  { id: userId, email }: User,
  { about, ...values }: Notice,
  given: Partial<typeof notices.$inferInsert> = {},
): Promise<string> {
  const at = given.createdAt ?? Date.now();
  const details = JSON.stringify({ ...values, site: worker.url });
  const row = { userId, email, about, details, language: "en", createdAt: at, nextAttemptAt: at, ...given };
  const [added] = await worker.db
    .insert(notices)
    .values({ ...row, sentAt: at })
    .returning();
  return pathOf(await notMeUrl(worker.settings, worker.url, added?.id as string));
}

const pathOf = (url: string) => url.slice(new URL(url).origin.length);

/** Path and query of the link in the newest mail to an address with a subject. */
async function linkIn(email: string, subject: string): Promise<string> {
  await expect
    .poll(async () => (await mailsTo(worker, email)).map((mail) => mail.subject))
    .toContain(subject);
  const mail = (await mailsTo(worker, email)).find((mail) => mail.subject === subject);
  return pathOf(/^http\S+$/m.exec(mail?.text ?? "")?.[0] as string);
}

const countOf = (table: typeof sessions | typeof socialAccounts, userId: string) =>
  worker.db.$count(table, eq(table.userId, userId));

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

/** Signs in with a GitHub account that has an address. */
async function signInWithGitHub(visitor: Visitor, email: string) {
  github.signIn(gitHubAccount(email));
  const sent = await visitor.get("/login/github");
  const there = await fetch(sent.headers.get("Location") as string, { redirect: "manual" });
  expect(await visitor.get(pathOf(there.headers.get("Location") as string))).toRedirectTo("/app");
}

/** Changes the address of a signed-in visitor to another, with the code from its mail. */
async function changeEmail(visitor: Visitor, email: string) {
  await visitor.post("/app/account", { intent: "change-email", email });
  const code = await lastCode(worker, email);
  const path = `/app/account?${new URLSearchParams({ newEmail: email })}`;
  expect(await visitor.post(path, { intent: "confirm-email", code })).toRedirectTo("/app/account");
}

describe("the link of a notice", () => {
  test("shows a page that says what happened and what the button does, and changes nothing", async () => {
    const person = await addUser(worker);
    await addSession(worker, person);
    const path = await addNotice(person, NEW_DEVICE);
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
    expect(await countOf(sessions, person.id)).toBe(1);
    expect(await entriesAbout(person.id)).toEqual([]);
  });

  test("ends all sessions, makes open codes useless and stops a waiting change of address, once", async () => {
    const person = await addUser(worker);
    const owner = new Visitor(worker);
    const { cookie } = await addSession(worker, person);
    owner.headers.Cookie = cookie;
    await addSession(worker, person);
    const stranger = new Visitor(worker);
    const { verifyPath, code } = await stranger.askForCode(person.email);
    const signInLink = await lastLink(worker, person.email);
    const other = await addUser(worker);
    await addSession(worker, other);
    const at = Date.now();
    const waiting = { userId: person.id, oldEmail: person.email, newEmail: "x@example.com", createdAt: at };
    await worker.db.insert(emailChanges).values({ ...waiting, dueAt: at + 3 * DAY });

    const path = await addNotice(person, NEW_DEVICE);
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
    expect(await countOf(sessions, person.id)).toBe(0);
    expect((await owner.get("/app")).status).toBe(302);
    await expect(await stranger.confirm(verifyPath, code)).toShow(t("auth:errors.codeExpired"));
    await new Visitor(worker).post(signInLink, {});
    expect(await countOf(sessions, person.id)).toBe(0);
    const [change] = await worker.db.select().from(emailChanges).where(eq(emailChanges.userId, person.id));
    expect(change?.stoppedAt).toBeTypeOf("number");
    expect(await countOf(sessions, other.id)).toBe(1);
    expect(await entriesAbout(person.id)).toMatchObject([
      { actorId: null, actorLabel: null, subjectLabel: person.email },
    ]);

    // The owner signs in again; nobody can use the link against them.
    const again = new Visitor(worker);
    const second = await again.askForCode(person.email);
    expect(await again.confirm(second.verifyPath, second.code)).toRedirectTo("/app");
    expect(await visitor.post(path, {})).toRedirectTo(path);
    await expect(await visitor.get(path)).toShow(t("account:notMe.done.title"));
    expect(await countOf(sessions, person.id)).toBe(1);
    expect(await entriesAbout(person.id)).toHaveLength(1);
  });

  test("pressed by many at once works once", async () => {
    const person = await addUser(worker);
    const path = await addNotice(person, NEW_DEVICE);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => new Visitor(worker).post(path, {})));
    for (const answer of answers) expect(answer).toRedirectTo(path);
    expect(await entriesAbout(person.id)).toHaveLength(1);
  });

  test("that is forged, cut off, for another notice or made with another secret is refused", async () => {
    const person = await addUser(worker);
    await addSession(worker, person);
    const path = await addNotice(person, NEW_DEVICE);
    const another = await addNotice(person, NEW_DEVICE);
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
      // Made with the right secret, for another purpose.
      `/not-me?notice=${id}&proof=${await hmac(TEST_SETTINGS.COOKIE_SECRETS, id)}`,
    ]) {
      const page = await new Visitor(worker).get(bad);
      expect(page.status, bad).toBe(400);
      await expect(page).toShow(t("account:notMe.invalid.title"));
      expect(await page.text()).toContain('href="/login"');
      await new Visitor(worker).post(bad, {});
    }
    expect(await countOf(sessions, person.id)).toBe(1);
  });

  test("works with a secret that is being replaced, and for 7 days", async () => {
    const rotated = await startTestWorker({
      settings: { COOKIE_SECRETS: `${"n".repeat(40)},${TEST_SETTINGS.COOKIE_SECRETS}` },
    });
    const person = await addUser(rotated);
    const row = { userId: person.id, email: person.email, about: "unbanned", language: "en" };
    const add = async (about: string, createdAt: number) => {
      const values = { ...row, about, details: JSON.stringify(NEW_DEVICE), createdAt, nextAttemptAt: 0 };
      const [added] = await rotated.db.insert(notices).values(values).returning();
      return pathOf(await notMeUrl(worker.settings, rotated.url, added?.id as string));
    };
    const now = Date.now();
    const statusOf = async (path: string) => (await new Visitor(rotated).get(path)).status;
    expect(await statusOf(await add("newDevice", now - 6.99 * DAY))).toBe(200);
    const expired = await add("newDevice", now - 7.01 * DAY);
    expect(await statusOf(expired)).toBe(404);
    await addSession(rotated, person);
    await new Visitor(rotated).post(expired, {});
    expect(await rotated.db.$count(sessions)).toBe(1);
    // A notice that has no link.
    expect(await statusOf(await add("unbanned", now))).toBe(404);
    await rotated.stop();
  });

  test("of an account that is gone says so", async () => {
    const person = await addUser(worker);
    const path = await addNotice(person, NEW_DEVICE);
    await worker.db.delete(users).where(eq(users.id, person.id));
    const page = await new Visitor(worker).get(path);
    expect(page.status).toBe(404);
    await expect(page).toShow(t("account:notMe.invalid.description"));
    expect(await new Visitor(worker).post(path, {})).toRedirectTo(path);
  });

  test("that can't be carried out says so, changes nothing, and can be tried again", async () => {
    const person = await addUser(worker);
    await addSession(worker, person);
    const path = await addNotice(person, NEW_DEVICE);
    const visitor = new Visitor(worker);
    await worker.d1
      .prepare("create trigger refuse before delete on sessions begin select raise(abort, 'no'); end")
      .run();
    expect(await visitor.post(path, {})).toRedirectTo(path);
    await worker.d1.prepare("drop trigger refuse").run();
    await expect(await visitor.get(path)).toShow(t("account:notMe.failed"));
    expect(await entriesAbout(person.id)).toEqual([]);
    expect(await visitor.post(path, {})).toRedirectTo(path);
    expect(await countOf(sessions, person.id)).toBe(0);
  });
});

describe("after a stranger has changed the address", () => {
  const changed = t("email:emailChanged.subject");

  test("the link gives the old address back, verified, and tells the other one", async () => {
    const stranger = await Visitor.signedIn(worker, { email: "owner@example.com" });
    const { id } = (await findUser(worker, "owner@example.com")) as User;
    await changeEmail(stranger, "thief@example.com");
    const path = await linkIn("owner@example.com", changed);
    const owner = new Visitor(worker);
    await expect(await owner.get(path)).toShow(
      t("account:notMe.does.restore", { email: "owner@example.com" }),
    );
    await owner.post(path, {});
    await expect(await owner.get(path)).toShow(
      t("account:notMe.done.restored", { email: "owner@example.com" }),
    );
    expect(await findUser(worker, "owner@example.com")).toMatchObject({
      id,
      emailVerifiedAt: expect.any(Number),
    });
    expect(await findUser(worker, "thief@example.com")).toBeUndefined();
    expect((await stranger.get("/app")).status).toBe(302);
    const restored = t("email:emailRestored.subject");
    await expect
      .poll(async () => (await mailsTo(worker, "thief@example.com")).map(({ subject }) => subject))
      .toContain(restored);
    const [mail] = await mailsTo(worker, "thief@example.com");
    expect(mail?.text).not.toContain("/not-me");
    const entries = await worker.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(sql`rowid`);
    expect(entries.map(({ action, subjectLabel }) => [action, subjectLabel]).slice(-2)).toEqual([
      ["account.notMe", "thief@example.com"],
      ["account.changeEmail", "owner@example.com"],
    ]);
  });

  test("twice, the first link undoes both, and the one in the stranger's own mailbox undoes nothing", async () => {
    const stranger = await Visitor.signedIn(worker, { email: "twice@example.com" });
    const { id } = (await findUser(worker, "twice@example.com")) as User;
    await changeEmail(stranger, "thief-1@example.com");
    await changeEmail(stranger, "thief-2@example.com");
    // A way in that does not need the address.
    await signInWithGitHub(new Visitor(worker), "thief-2@example.com");
    expect(await countOf(socialAccounts, id)).toBe(1);
    const strangersLink = await linkIn("thief-1@example.com", changed);
    await new Visitor(worker).post(await linkIn("twice@example.com", changed), {});
    expect(await findUser(worker, "twice@example.com")).toMatchObject({ id });
    expect(await countOf(socialAccounts, id)).toBe(0);

    const thief = new Visitor(worker);
    await thief.post(strangersLink, {});
    await expect(await thief.get(strangersLink)).toShow(
      t("account:notMe.done.notRestored", { email: "thief-1@example.com" }),
    );
    expect(await findUser(worker, "twice@example.com")).toMatchObject({ id });
  });

  test("the owner wins even if the stranger's link is used first", async () => {
    const stranger = await Visitor.signedIn(worker, { email: "slow@example.com" });
    const { id } = (await findUser(worker, "slow@example.com")) as User;
    await changeEmail(stranger, "fast-1@example.com");
    await changeEmail(stranger, "fast-2@example.com");
    await new Visitor(worker).post(await linkIn("fast-1@example.com", changed), {});
    expect(await findUser(worker, "fast-1@example.com")).toMatchObject({ id });
    await new Visitor(worker).post(await linkIn("slow@example.com", changed), {});
    expect(await findUser(worker, "slow@example.com")).toMatchObject({ id });
  });

  test("and somebody else has the old one by now, the sessions end, the address stays, and the page says so", async () => {
    const stranger = await Visitor.signedIn(worker, { email: "lost@example.com" });
    await changeEmail(stranger, "kept@example.com");
    const path = await linkIn("lost@example.com", changed);
    const newcomer = await addUser(worker, { email: "lost@example.com" });
    const owner = new Visitor(worker);
    await owner.post(path, {});
    await expect(await owner.get(path)).toShow(
      t("account:notMe.done.notRestored", { email: "lost@example.com" }),
    );
    // A code to that address would sign in somebody else.
    expect(await (await owner.get(path)).text()).not.toContain('href="/login"');
    expect((await stranger.get("/app")).status).toBe(302);
    expect(await findUser(worker, "lost@example.com")).toMatchObject({ id: newcomer.id });
    expect(await findUser(worker, "kept@example.com")).toBeDefined();
  });

  test("by a mistake of an administrator, the new address gives the old one back, not verified", async () => {
    const person = await addUser(worker, { email: "mistyped@example.com", emailVerifiedAt: 1 });
    const at = Date.now();
    const [change] = await worker.db
      .insert(emailChanges)
      .values({
        userId: person.id,
        oldEmail: "right@example.com",
        newEmail: person.email,
        createdAt: at,
        dueAt: at,
        doneAt: at,
      })
      .returning();
    const path = await addNotice(person, {
      about: "emailSetByAdministrator",
      changeId: change?.id as string,
    });
    await new Visitor(worker).post(path, {});
    expect(await findUser(worker, "right@example.com")).toMatchObject({
      id: person.id,
      emailVerifiedAt: null,
    });
  });
});

test("the link after a provider was linked unlinks that provider, and no other", async () => {
  const person = await addUser(worker, { email: "linked@example.com" });
  const visitor = new Visitor(worker);
  await signInWithGitHub(visitor, person.email);
  await worker.db
    .insert(socialAccounts)
    .values({ userId: person.id, provider: "other", providerUserId: "1" });

  const path = await linkIn(person.email, t("email:providerLinked.subject", { provider: "GitHub" }));
  await expect(await new Visitor(worker).get(path)).toShow(
    t("account:notMe.does.unlink", { provider: "GitHub" }),
  );
  await new Visitor(worker).post(path, {});
  const left = await worker.db.select().from(socialAccounts).where(eq(socialAccounts.userId, person.id));
  expect(left).toMatchObject([{ provider: "other" }]);
  expect((await visitor.get("/app")).status).toBe(302);
});
