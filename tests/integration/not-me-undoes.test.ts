import { and, asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUR, MINUTE } from "#app/core/lib/durations.ts";
import { notMeUrl } from "#app/identity/notice/not-me-link.server.ts";
import { auditLog, emailChanges, notices, sessions, socialAccounts, type users } from "#app/schema.ts";
import { askToChangeEmail } from "#tests/support/change-email.ts";
import { addNotice, pathOf } from "#tests/support/notices.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { accountThere, startGitHub } from "#tests/support/providers.ts";
import { textsIn } from "#tests/support/texts.ts";
import { mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

type User = typeof users.$inferSelect;

let github: Awaited<ReturnType<typeof startGitHub>>;
let worker: TestWorker;

beforeAll(async () => {
  github = await startGitHub();
  worker = await startTestWorker({ settings: github.settings });
});
afterAll(async () => {
  await worker.stop();
  await github.stop();
});

/** Finds the newest email with `subject` to an address. @returns the path and the query of its link */
async function linkIn(email: string, subject: string): Promise<string> {
  await expect
    .poll(async () => (await mailsTo(worker, email)).map((mail) => mail.subject))
    .toContain(subject);
  const mail = (await mailsTo(worker, email)).find((mail) => mail.subject === subject);
  return pathOf(/^http\S+$/m.exec(mail?.text ?? "")?.[0] as string);
}

const linkedTo = (userId: string) => worker.db.$count(socialAccounts, eq(socialAccounts.userId, userId));

/** Signs in with a GitHub account that has `email` as its address. */
async function signInWithGitHub(visitor: Visitor, email: string) {
  github.signIn(accountThere(email));
  const sent = await visitor.get("/login/github");
  const there = await fetch(sent.headers.get("Location") as string, { redirect: "manual" });
  expect(await visitor.get(pathOf(there.headers.get("Location") as string))).toRedirectTo("/app");
}

/** Changes the address of a signed-in user, with the codes from both emails. */
async function changeEmail(visitor: Visitor, from: string, to: string) {
  const { path, form } = await askToChangeEmail(worker, visitor, from, to);
  expect(await visitor.post(path, form)).toRedirectTo("/app/account");
}

describe("after a stranger has changed the address", () => {
  const changed = t("email:emailChanged.subject");

  test("the link restores the old address as verified, and sends an email to the other one", async () => {
    const stranger = await Visitor.signedIn(worker, { email: "owner@example.com" });
    const { id } = (await findUser(worker, "owner@example.com")) as User;
    await changeEmail(stranger, "owner@example.com", "thief@example.com");
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

  test("twice, the first link undoes both changes, and the link in the stranger's mailbox undoes nothing", async () => {
    const stranger = await Visitor.signedIn(worker, { email: "twice@example.com" });
    const { id } = (await findUser(worker, "twice@example.com")) as User;
    await changeEmail(stranger, "twice@example.com", "thief-1@example.com");
    await changeEmail(stranger, "thief-1@example.com", "thief-2@example.com");
    // A stranger who has linked an account can sign in without the address.
    await signInWithGitHub(new Visitor(worker), "thief-2@example.com");
    expect(await linkedTo(id)).toBe(1);
    const strangersLink = await linkIn("thief-1@example.com", changed);
    await new Visitor(worker).post(await linkIn("twice@example.com", changed), {});
    expect(await findUser(worker, "twice@example.com")).toMatchObject({ id });
    expect(await linkedTo(id)).toBe(0);

    const thief = new Visitor(worker);
    await thief.post(strangersLink, {});
    await expect(await thief.get(strangersLink)).toShow(
      t("account:notMe.done.notRestored", { email: "thief-1@example.com" }),
    );
    expect(await findUser(worker, "twice@example.com")).toMatchObject({ id });
  });

  test("the owner's link works even if the stranger uses theirs first", async () => {
    const stranger = await Visitor.signedIn(worker, { email: "slow@example.com" });
    const { id } = (await findUser(worker, "slow@example.com")) as User;
    await changeEmail(stranger, "slow@example.com", "fast-1@example.com");
    await changeEmail(stranger, "fast-1@example.com", "fast-2@example.com");
    await new Visitor(worker).post(await linkIn("fast-1@example.com", changed), {});
    expect(await findUser(worker, "fast-1@example.com")).toMatchObject({ id });
    await new Visitor(worker).post(await linkIn("slow@example.com", changed), {});
    expect(await findUser(worker, "slow@example.com")).toMatchObject({ id });
  });

  test("and another account has the old address, the sessions end, the new address stays, and the page says so", async () => {
    const stranger = await Visitor.signedIn(worker, { email: "lost@example.com" });
    await changeEmail(stranger, "lost@example.com", "kept@example.com");
    const path = await linkIn("lost@example.com", changed);
    const newcomer = await addUser(worker, { email: "lost@example.com" });
    const owner = new Visitor(worker);
    await owner.post(path, {});
    await expect(await owner.get(path)).toShow(
      t("account:notMe.done.notRestored", { email: "lost@example.com" }),
    );
    // A code to that address would sign in another user.
    expect(await (await owner.get(path)).text()).not.toContain('href="/login"');
    expect((await stranger.get("/app")).status).toBe(302);
    expect(await findUser(worker, "lost@example.com")).toMatchObject({ id: newcomer.id });
    expect(await findUser(worker, "kept@example.com")).toBeDefined();
  });

  test("if an administrator has changed the address by mistake, the link to the new address restores the old one as unverified", async () => {
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
    const path = await addNotice(worker, person, {
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

test("the link after a provider was linked unlinks that provider only", async () => {
  const person = await addUser(worker, { email: "linked@example.com" });
  const visitor = new Visitor(worker);
  await worker.db
    .insert(socialAccounts)
    .values({ userId: person.id, provider: "other", providerUserId: "1", createdAt: 1 });
  await signInWithGitHub(visitor, person.email);

  const path = await linkIn(person.email, t("email:providerLinked.subject", { provider: "GitHub" }));
  await expect(await new Visitor(worker).get(path)).toShow(
    t("account:notMe.does.unlink", { provider: "GitHub" }),
  );
  await new Visitor(worker).post(path, {});
  const left = await worker.db.select().from(socialAccounts).where(eq(socialAccounts.userId, person.id));
  expect(left).toMatchObject([{ provider: "other" }]);
  expect((await visitor.get("/app")).status).toBe(302);
});

test("the link after a provider was linked keeps an account there that was linked later", async () => {
  const person = await addUser(worker, { email: "linked-again@example.com" });
  const visitor = new Visitor(worker);
  await signInWithGitHub(visitor, person.email);
  await visitor.post("/app/account", { intent: "unlink", provider: "github" });
  await signInWithGitHub(new Visitor(worker), person.email);
  const [oldest] = await worker.db
    .select()
    .from(notices)
    .where(and(eq(notices.userId, person.id), eq(notices.about, "providerLinked")))
    .orderBy(asc(notices.createdAt));
  const { id } = oldest as typeof notices.$inferSelect;
  await new Visitor(worker).post(pathOf(await notMeUrl(worker.settings, worker.url, id)), {});
  expect(await linkedTo(person.id)).toBe(1);
  expect(await worker.db.$count(sessions, eq(sessions.userId, person.id))).toBe(0);
});

test("the link of a summarising notice unlinks every account that was linked in the hour before it and since", async () => {
  const person = await addUser(worker, { email: "linked-often@example.com" });
  const at = Date.now() - HOUR;
  const link = { userId: person.id, providerUserId: crypto.randomUUID() };
  await worker.db.insert(socialAccounts).values([
    { ...link, provider: "old", createdAt: at - 2 * HOUR },
    { ...link, provider: "github", createdAt: at - MINUTE },
    { ...link, provider: "google", createdAt: at + MINUTE },
  ]);
  const path = await addNotice(
    worker,
    person,
    { about: "providerLinkedByOwner", provider: "github", label: "GitHub" },
    at,
  );
  await worker.db
    .update(notices)
    .set({ details: sql`json_set(${notices.details}, '$.more', json('true'))` })
    .where(eq(notices.userId, person.id));
  await expect(await new Visitor(worker).get(path)).toShow(
    t("account:notMe.does.unlink", { provider: "Google and GitHub" }),
  );
  expect(await new Visitor(worker).post(path, {})).toRedirectTo(path);
  const left = await worker.db.select().from(socialAccounts).where(eq(socialAccounts.userId, person.id));
  expect(left).toMatchObject([{ provider: "old" }]);
});
