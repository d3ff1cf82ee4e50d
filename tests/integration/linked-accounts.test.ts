import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, sessions, socialAccounts, users } from "#app/db/schema.ts";
import { addUser } from "#tests/support/people.ts";
import { type AccountThere, accountThere, goThere, startProviders } from "#tests/support/providers.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, lastCode, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const HOUR = 60 * 60 * 1000;

const providers = await startProviders();
const { google, github } = providers;
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ settings: providers.settings });
});
afterAll(async () => {
  await worker.stop();
  await providers.stop();
});

type Fake = (typeof providers.fakes)[number];

/** Somebody with a proven address who is signed in. */
async function someone(given: Partial<typeof users.$inferInsert> = {}) {
  const email = `${crypto.randomUUID()}@example.com`;
  const visitor = await Visitor.signedIn(worker, { email, emailVerifiedAt: 1, ...given });
  const [user] = await worker.db.select().from(users).where(eq(users.email, email));
  return { visitor, email, id: user?.id as string };
}

/** Goes to a provider to link an account. @returns where it sends back to */
const leave = (visitor: Visitor, there: Fake, account: AccountThere) => {
  there.signIn(account);
  return goThere(visitor, `/account/link/${there.name}`);
};

const linkThere = async (visitor: Visitor, there: Fake, account: AccountThere) =>
  visitor.get(await leave(visitor, there, account));

const signIn = async (there: Fake, account: AccountThere, visitor = new Visitor(worker)) => {
  there.signIn(account);
  return visitor.get(await goThere(visitor, `/login/${there.name}`));
};

const linksOf = async (userId: string) =>
  worker.db.select().from(socialAccounts).where(eq(socialAccounts.userId, userId));
const providersOf = async (userId: string) => (await linksOf(userId)).map(({ provider }) => provider).sort();
const actionsOf = async (id: string) =>
  (await worker.db.select().from(auditLog).where(eq(auditLog.actorId, id)).orderBy(sql`rowid`)).map(
    ({ action }) => action,
  );
const subjectsTo = async (email: string) => (await mailsTo(worker, email)).map(({ subject }) => subject);
const unlink = (visitor: Visitor, provider: string) =>
  visitor.post("/app/account", { intent: "unlink", provider });

describe.each(providers.fakes)("an account at $label", (there) => {
  const provider = there.label;

  test("is linked on the account page, whatever its address, and then signs in", async () => {
    const { visitor, email, id } = await someone();
    const page = await visitor.get("/app/account");
    expect(databaseCost(page).roundTrips).toBe(1);
    const html = await page.text();
    expect(html).toContain(`href="/account/link/${there.name}"`);
    await expect(new Response(html)).toShow(t("account:linked.none"));
    const account = accountThere(`elsewhere-${there.name}@example.com`, false);
    const sent = await visitor.get(`/account/link/${there.name}`);
    const location = new URL(sent.headers.get("Location") as string);
    expect(location.searchParams.get("prompt")).toBe("select_account");
    expect(location.searchParams.get("redirect_uri")).toBe(`${worker.url}/login/${there.name}/callback`);

    expect(await linkThere(visitor, there, account)).toRedirectTo("/app/account");
    await expect(await visitor.get("/app/account")).toShow(t("account:linked.done", { provider }));
    const after = await visitor.get("/app/account");
    await expect(after).toShow(`${provider} Linked now`);
    await expect(after).not.toShow(t("account:linked.lastUsed", { time: "now" }));
    const subject = t("email:providerLinkedByOwner.subject", { provider });
    await expect.poll(() => subjectsTo(email)).toEqual([subject]);

    expect(await signIn(there, account)).toRedirectTo("/app");
    await expect(await visitor.get("/app/account")).toShow(t("account:linked.lastUsed", { time: "now" }));
    expect(await actionsOf(id)).toEqual(["account.link", "auth.signIn"]);
    // Once more, in a tab that was open: nothing changes, and nobody is told.
    expect(await linkThere(visitor, there, account)).toRedirectTo("/app/account");
    expect(await actionsOf(id)).toEqual(["account.link", "auth.signIn"]);
    const data = await (await visitor.get("/account/data")).json();
    expect(data).toMatchObject({
      linkedAccounts: [{ provider: there.name, lastUsedAt: expect.stringMatching(/Z$/) }],
    });
    const admin = await Visitor.signedIn(worker, { role: "admin" });
    const userPage = await admin.get(`/manager/users/${id}`);
    expect(databaseCost(userPage).roundTrips).toBe(1);
    await expect(userPage).toShow(provider);
  });

  test("of another user is refused", async () => {
    const [one, other] = [await someone(), await someone()];
    const account = accountThere(null);
    await linkThere(one.visitor, there, account);
    const refused = await linkThere(other.visitor, there, account);
    expect(refused).toRedirectTo("/app/account");
    expect(refused.headers.get("X-Error-Code")).toBe("SOCIAL_ACCOUNT_ALREADY_LINKED");
    await expect(await other.visitor.get("/app/account")).toShow(t("code:SOCIAL_ACCOUNT_ALREADY_LINKED"));
    expect([await providersOf(one.id), await providersOf(other.id)]).toEqual([[there.name], []]);
  });
});

describe("linking an account", () => {
  test("takes a recent proof, when one leaves and when one comes back", async () => {
    const { visitor, email, id } = await someone();
    const back = await leave(visitor, google, accountThere(null));
    const provenAt = Date.now() - HOUR - 1;
    await worker.db.update(sessions).set({ provenAt }).where(eq(sessions.userId, id));
    for (const path of [back, "/account/link/google"]) {
      const refused = await visitor.get(path);
      expect(refused).toRedirectTo("/app/account");
      expect(refused.headers.get("X-Error-Code")).toBe("SESSION_EXPIRED");
      await expect(await visitor.get("/app/account")).toShow(t("code:SESSION_EXPIRED"));
    }
    const html = await (await visitor.get("/app/account")).text();
    expect(html).not.toContain("/account/link/google");
    expect(html).toContain('name="to" value="link"');
    const form = { intent: "prove", to: "link" };
    expect((await visitor.post("/app/account", form)).status).toBe(401);
    const proofCode = await lastCode(worker, email);
    expect(await visitor.post("/app/account", { ...form, proofCode, proofOf: id })).toRedirectTo(
      "/app/account",
    );
    await expect(await visitor.get("/app/account")).toShow(t("account:linked.ready"));
    expect(await linksOf(id)).toEqual([]);
    await linkThere(visitor, google, accountThere(null));
    expect(await providersOf(id)).toEqual(["google"]);
  });

  test("begins on our own page", async () => {
    const { visitor } = await someone();
    for (const site of ["cross-site", "same-site"]) {
      const sent = await visitor.get("/account/link/google", { headers: { "Sec-Fetch-Site": site } });
      expect(sent).toRedirectTo("/app/account");
    }
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith("oauth"))).toEqual([]);
  });

  test("ends where it began: not with another person, nor with nobody", async () => {
    const [one, other] = [await someone(), await someone()];
    const back = await leave(one.visitor, google, accountThere(null));
    const session = other.visitor.cookies.get("session") as string;
    const own = one.visitor.cookies.get("session") as string;
    one.visitor.cookies.set("session", session);
    expect((await one.visitor.get(back)).headers.get("X-Error-Code")).toBe("SESSION_EXPIRED");
    one.visitor.cookies.delete("session");
    expect(await one.visitor.get(back)).toRedirectTo("/login");
    one.visitor.cookies.set("session", own);
    const elsewhere = new Visitor(worker);
    elsewhere.cookies.set("session", own);
    // Without the cookie of the visit, it is no visit: a link that a stranger made for the reader to follow.
    expect(await elsewhere.get(back)).toRedirectTo("/app");
    expect([...(await linksOf(one.id)), ...(await linksOf(other.id))]).toEqual([]);
    expect(await one.visitor.get(back)).toRedirectTo("/app/account");
    expect(await providersOf(one.id)).toEqual(["google"]);
  });

  test("is not for an administrator who impersonates its owner", async () => {
    const { id } = await someone();
    const boss = await Visitor.signedIn(worker, { role: "admin", emailVerifiedAt: 1 });
    const back = await leave(boss, google, accountThere(null));
    await boss.post(`/manager/users/${id}`, { intent: "impersonate" });
    for (const path of ["/account/link/google", back]) {
      const refused = await boss.get(path);
      expect(refused.headers.get("X-Error-Code"), path).toMatch(/NOT_WHILE_IMPERSONATING/);
    }
    expect(await linksOf(id)).toEqual([]);
  });

  test("that is cancelled there, or fails, says so on the account page", async () => {
    const { visitor, id } = await someone();
    google.oauth.service.once("beforeAuthorizeRedirect", ({ url }) => {
      url.searchParams.delete("code");
      url.searchParams.set("error", "access_denied");
    });
    await linkThere(visitor, google, accountThere(null));
    await expect(await visitor.get("/app/account")).toShow(t("account:linked.cancelled"));
    google.claim({ nonce: "another" });
    await linkThere(visitor, google, accountThere(null));
    google.claim({});
    await expect(await visitor.get("/app/account")).toShow(t("code:FAILED_TO_GET_USER_INFO"));
    google.oauth.service.once("beforeResponse", (response) => {
      response.statusCode = 500;
    });
    await linkThere(visitor, google, accountThere(null));
    await expect(await visitor.get("/app/account")).toShow(
      t("account:linked.linkFailed", { provider: "Google" }),
    );
    expect(await linksOf(id)).toEqual([]);
  });

  test("at once by two people links it to one of them, and twice at once by one links it once", async () => {
    const people = [await someone(), await someone()];
    const account = accountThere(null);
    const visits: (() => Promise<Response>)[] = [];
    for (const { visitor } of people) {
      const back = await leave(visitor, google, account);
      visits.push(() => visitor.get(back));
    }
    const answers = await Promise.all(visits.map((comeBack) => comeBack()));
    const codes = answers.map((answer) => answer.headers.get("X-Error-Code"));
    expect(codes.sort()).toEqual(["SOCIAL_ACCOUNT_ALREADY_LINKED", null]);

    const { visitor, id, email } = await someone();
    const own = accountThere(null);
    const both = [await leave(visitor, google, own), await leave(visitor, google, own)];
    const last = await leave(visitor, google, own);
    for (const answer of await Promise.all(both.map((back) => visitor.get(back))))
      expect(answer.headers.get("X-Error-Code")).toBeNull();
    // One account there for each user here.
    google.signIn(accountThere(null));
    const another = await visitor.get(last);
    expect(another.headers.get("X-Error-Code")).toBe("SOCIAL_ACCOUNT_ALREADY_LINKED");
    await expect(await visitor.get("/app/account")).toShow(
      t("account:linked.hasAnother", { provider: "Google" }),
    );
    expect(await providersOf(id)).toEqual(["google"]);
    expect(await actionsOf(id)).toEqual(["account.link", "request.refused"]);
    await expect.poll(() => subjectsTo(email)).toHaveLength(1);
  });

  test("links nothing if the session ends while the provider is asked", async () => {
    const { visitor, id } = await someone();
    const back = await leave(visitor, github, accountThere(null));
    const { asked, release } = github.hold();
    const answer = visitor.get(back);
    await asked;
    // As "This was not me" does.
    await worker.db.delete(sessions).where(eq(sessions.userId, id));
    release();
    expect((await answer).headers.get("X-Error-Code")).toBe("SESSION_EXPIRED");
    expect(await linksOf(id)).toEqual([]);
  });

  test("by a stranger is undone with the mail that tells of it", async () => {
    const { visitor, email, id } = await someone();
    await linkThere(visitor, google, accountThere(null));
    await expect.poll(() => subjectsTo(email)).toHaveLength(1);
    const [mail] = await mailsTo(worker, email);
    const { pathname, search } = new URL(/^http\S+$/m.exec(mail?.text ?? "")?.[0] as string);
    const owner = new Visitor(worker);
    await expect(await owner.get(pathname + search)).toShow(
      t("account:notMe.does.unlink", { provider: "Google" }),
    );
    await owner.post(pathname + search, {});
    expect(await linksOf(id)).toEqual([]);
    expect(await worker.db.$count(sessions, eq(sessions.userId, id))).toBe(0);
  });
});

describe("unlinking an account", () => {
  const refused = "FAILED_TO_UNLINK_LAST_ACCOUNT";

  test("is refused if it is the only way in, because nobody has proven the address", async () => {
    const { visitor, id } = await someone({ emailVerifiedAt: null });
    await linkThere(visitor, google, accountThere(null));
    const answer = await unlink(visitor, "google");
    expect(answer.headers.get("X-Error-Code")).toBe(refused);
    await expect(await visitor.get("/app/account")).toShow(t(`code:${refused}`));
    expect(await providersOf(id)).toEqual(["google"]);
    expect(await actionsOf(id)).not.toContain("account.unlink");
    await linkThere(visitor, github, accountThere(null));
    const both = await Promise.all([unlink(visitor, "google"), unlink(visitor, "github")]);
    expect(both.map(({ headers }) => headers.get("X-Error-Code")).sort()).toEqual([refused, null]);
    expect(await linksOf(id)).toHaveLength(1);
    // A provider that is not there is no way in, and no unlinking.
    expect((await unlink(visitor, "gitlab")).headers.get("X-Error-Code")).toBeNull();
    await worker.db.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.id, id));
    for (const provider of ["google", "github"]) await unlink(visitor, provider);
    expect(await linksOf(id)).toEqual([]);
  });

  test("does not count a provider that is no longer offered as a way in, but still unlinks it", async () => {
    const { visitor, id } = await someone({ emailVerifiedAt: null });
    await linkThere(visitor, google, accountThere(null));
    await worker.db.insert(socialAccounts).values({ userId: id, provider: "gone", providerUserId: id });
    expect((await unlink(visitor, "google")).headers.get("X-Error-Code")).toBe(refused);
    await expect(await visitor.get("/app/account?unlink=gone")).toShow(
      t("account:linked.confirm.title", { provider: "gone" }),
    );
    await unlink(visitor, "gone");
    expect(await providersOf(id)).toEqual(["google"]);
  });

  test("while someone is on their way to sign in with it signs them in to nobody's account", async () => {
    const { visitor, email, id } = await someone();
    const account = accountThere(null);
    await linkThere(visitor, google, account);
    const stranger = new Visitor(worker);
    google.signIn(account);
    const back = await goThere(stranger, "/login/google");
    await unlink(visitor, "google");
    expect(await stranger.get(back)).toRedirectTo("/login/error?error=unknown_error&code=EMAIL_NOT_VERIFIED");
    expect(await worker.db.$count(sessions, eq(sessions.userId, id))).toBe(1);
    // With the owner's address there it is linked again, as on the first time, and the owner is told.
    expect(await signIn(google, { ...account, email })).toRedirectTo("/app");
    await expect
      .poll(() => subjectsTo(email))
      .toContain(t("email:providerLinked.subject", { provider: "Google" }));
    const [link] = await worker.db
      .select()
      .from(socialAccounts)
      .where(and(eq(socialAccounts.userId, id), eq(socialAccounts.provider, "google")));
    expect(link?.lastUsedAt).toEqual(expect.any(Number));
  });

  test("tells the owner, and changes nothing for somebody with the same provider", async () => {
    const [one, other] = [await someone(), await someone()];
    for (const { visitor } of [one, other]) await linkThere(visitor, google, accountThere(null));
    await unlink(one.visitor, "google");
    await expect
      .poll(() => subjectsTo(one.email))
      .toContain(t("email:providerUnlinked.subject", { provider: "Google" }));
    expect([await providersOf(one.id), await providersOf(other.id)]).toEqual([[], ["google"]]);
  });
});

test("a sign-in that is refused is no use of a linked account", async () => {
  const { id } = await addUser(worker, { bannedAt: 1 });
  const account = accountThere(null);
  await worker.db
    .insert(socialAccounts)
    .values({ userId: id, provider: "google", providerUserId: String(account.id) });
  expect((await signIn(google, account)).status).toBe(403);
  expect((await linksOf(id))[0]?.lastUsedAt).toBeNull();
});
