import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, sessions, socialAccounts, users } from "#app/schema.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { accountThere, goThere as go, startProviders } from "#tests/support/providers.ts";
import { addSecondStep, codeOf } from "#tests/support/second-steps.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, textOf, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

const providers = await startProviders();

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker({ settings: providers.settings });
});

afterAll(async () => {
  await worker.stop();
  await providers.stop();
});

describe.each(providers.fakes)("signing in with $label", (there) => {
  const goThere = (visitor: Visitor, query = "") => go(visitor, `/login/${there.name}${query}`);
  const signIn = async (visitor: Visitor, query = "") => visitor.get(await goThere(visitor, query));

  test("is offered if it is set up, and remembers the page that the visitor wanted", async () => {
    const html = await (await new Visitor(worker).get("/login?redirect=%2Fapp%2Faccount")).text();
    expect(textOf(html)).toContain(t("login:social.continue", { provider: there.label }));
    expect(html).toContain(`href="/login/${there.name}?redirect=%2Fapp%2Faccount"`);

    const without = await startTestWorker();
    const visitor = new Visitor(without);
    expect(textOf(await (await visitor.get("/login")).text())).not.toContain(there.label);
    for (const path of [`/login/${there.name}`, `/login/${there.name}/callback?code=x&state=y`]) {
      const response = await visitor.get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get("X-Error-Code")).toBe("PROVIDER_NOT_FOUND");
    }
    await without.stop();
    expect((await new Visitor(worker).get("/login/gitlab")).status).toBe(404);
  });

  test("asks for a code with state and PKCE, and for a redirect to the site's own address", async () => {
    const sent = await new Visitor(worker).get(`/login/${there.name}`);
    const url = new URL(sent.headers.get("Location") as string);
    expect(url.href.startsWith(`${there.oauth.issuer.url}/`)).toBe(true);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      client_id: "the-client",
      redirect_uri: `${worker.url}/login/${there.name}/callback`,
      scope: there.scope,
      code_challenge_method: "S256",
      state: expect.stringMatching(/.{20}/),
      code_challenge: expect.stringMatching(/.{40}/),
    });
    // A link that somebody else has made does not come from a provider.
    const again = await new Visitor(worker).get(`/login/${there.name}?code=theirs&state=theirs`);
    expect(again.headers.get("Location")).toMatch(/\/(authorize|auth)\?(?!.*theirs)/);
    const elsewhere = await startTestWorker({
      settings: { ...providers.settings, BASE_URL: "https://deckle.example" },
    });
    const location = (await new Visitor(elsewhere).get(`/login/${there.name}`)).headers.get(
      "Location",
    ) as string;
    expect(new URL(location).searchParams.get("redirect_uri")).toBe(
      `https://deckle.example/login/${there.name}/callback`,
    );
    await elsewhere.stop();
  });

  test("starts on the sign-in page for a visitor from another site", async () => {
    for (const site of ["cross-site", "same-site"]) {
      const sent = await new Visitor(worker, { "Sec-Fetch-Site": site }).get(
        `/login/${there.name}?redirect=%2Fapp`,
      );
      expect(sent).toRedirectTo("/login?redirect=%2Fapp");
      expect(sent.headers.getSetCookie()).toEqual([]);
    }
    for (const site of ["same-origin", "none"]) {
      const sent = await new Visitor(worker, { "Sec-Fetch-Site": site }).get(`/login/${there.name}`);
      expect(sent.headers.get("Location")).toContain(`${there.oauth.issuer.url}/`);
    }
  });

  test("creates a new user's account once, and finds it again even if the address changes", async () => {
    const account = accountThere(`Newcomer-${there.name}@example.com`);
    there.signIn(account);
    const visitor = new Visitor(worker);
    expect(await signIn(visitor, "?redirect=%2Fapp%2Faccount")).toRedirectTo("/app/account");
    expect(await visitor.get("/app/account")).toRedirectTo("/onboarding?redirect=%2Fapp%2Faccount");
    const user = await findUser(worker, `newcomer-${there.name}@example.com`);
    expect(user).toMatchObject({ role: "user", onboardedAt: null, emailVerifiedAt: expect.any(Number) });

    there.signIn({ ...account, email: null });
    expect(await signIn(new Visitor(worker))).toRedirectTo("/app");
    const id = user?.id as string;
    expect(await worker.db.$count(sessions, eq(sessions.userId, id))).toBe(2);
    expect(await worker.db.$count(socialAccounts, eq(socialAccounts.userId, id))).toBe(1);
    const entries = await worker.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorId, id))
      .orderBy(auditLog.at);
    expect(entries.map(({ action }) => action)).toEqual(["auth.signIn", "auth.signIn"]);
  });

  test("reads no more rows when there are many users", async () => {
    const crowd = Array.from({ length: 300 }, (_, n) => ({
      email: `crowd-${n}-${there.name}@example.com`,
      nameKey: "",
    }));
    for (let n = 0; n < crowd.length; n += 10) await worker.db.insert(users).values(crowd.slice(n, n + 10));
    there.signIn(accountThere(`in-the-crowd-${there.name}@example.com`));
    for (const time of ["first", "second"]) {
      const { rowsRead } = databaseCost(await signIn(new Visitor(worker)));
      expect(rowsRead, time).toBeLessThan(60);
    }
  });

  test("creates one account for two first sign-ins at the same time", async () => {
    there.signIn(accountThere(`twice-${there.name}@example.com`));
    const visitors = [new Visitor(worker), new Visitor(worker)];
    const ways = await Promise.all(visitors.map((visitor) => goThere(visitor)));
    const answers = await Promise.all(visitors.map((visitor, n) => visitor.get(ways[n] as string)));
    for (const answer of answers) expect(answer).toRedirectTo("/app");
    expect(await worker.db.$count(users, eq(users.email, `twice-${there.name}@example.com`))).toBe(1);
  });

  test("links to the account with the same verified address, and marks it as verified", async () => {
    const { id } = await addUser(worker, { email: `known-${there.name}@example.com`, role: "admin" });
    await worker.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, id));
    there.signIn(accountThere(`known-${there.name}@example.com`));
    expect(await signIn(new Visitor(worker))).toRedirectTo("/manager");
    expect(await findUser(worker, `known-${there.name}@example.com`)).toMatchObject({
      id,
      emailVerifiedAt: expect.any(Number),
    });
  });

  test("by address leads to the second step, and links only after that step", async () => {
    const email = `careful-${there.name}@example.com`;
    const { id } = await addUser(worker, { email });
    const { secret } = await addSecondStep(worker, id);
    there.signIn(accountThere(email));
    for (const steps of [0, 1]) {
      const visitor = new Visitor(worker);
      const begun = await signIn(visitor);
      expect(begun).toRedirectTo("/login/second-step");
      expect(await worker.db.$count(sessions, eq(sessions.userId, id))).toBe(steps);
      expect(await visitor.post("/login/second-step", { code: codeOf(secret, steps) })).toRedirectTo("/app");
    }
    expect(await worker.db.$count(socialAccounts, eq(socialAccounts.userId, id))).toBe(0);
    // A user who has linked one account at a provider can't sign in with another account there.
    await worker.db.insert(socialAccounts).values({ userId: id, provider: there.name, providerUserId: "1" });
    there.signIn(accountThere(email));
    expect((await signIn(new Visitor(worker))).headers.get("X-Error-Code")).toBe(
      "SOCIAL_ACCOUNT_ALREADY_LINKED",
    );
  });

  test("does not link accounts by an address that the provider has not verified", async () => {
    const { id } = await addUser(worker, { email: `victim-${there.name}@example.com` });
    there.signIn(accountThere(`victim-${there.name}@example.com`, false));
    const visitor = new Visitor(worker);
    const refused = await signIn(visitor);
    expect(refused).toRedirectTo("/login/error?error=unknown_error&code=EMAIL_NOT_VERIFIED");
    expect(refused.headers.get("X-Error-Code")).toBe("EMAIL_NOT_VERIFIED");
    await expect(await visitor.get(refused.headers.get("Location") as string)).toShow(
      t("auth:failure.reasons.EMAIL_NOT_VERIFIED"),
    );
    expect(await worker.db.$count(socialAccounts, eq(socialAccounts.userId, id))).toBe(0);
    expect(await worker.db.$count(sessions, eq(sessions.userId, id))).toBe(0);
  });

  test("does not link a user to a second account there", async () => {
    there.signIn(accountThere(`settled-${there.name}@example.com`));
    expect(await signIn(new Visitor(worker))).toRedirectTo("/app");
    there.signIn(accountThere(`settled-${there.name}@example.com`));
    const refused = await signIn(new Visitor(worker));
    expect(refused).toRedirectTo("/login/error?error=unknown_error&code=SOCIAL_ACCOUNT_ALREADY_LINKED");
    expect(refused.headers.get("X-Error-Code")).toBe("SOCIAL_ACCOUNT_ALREADY_LINKED");
    const { id } = (await findUser(worker, `settled-${there.name}@example.com`)) as { id: string };
    expect(await worker.db.$count(sessions, eq(sessions.userId, id))).toBe(1);
  });

  test("shows banned users why, and does not sign them in", async () => {
    there.signIn(accountThere(`banned-${there.name}@example.com`));
    expect(await signIn(new Visitor(worker))).toRedirectTo("/app");
    const { id } = (await findUser(worker, `banned-${there.name}@example.com`)) as { id: string };
    await worker.db.update(users).set({ bannedAt: Date.now(), banReason: "Spam" }).where(eq(users.id, id));
    const refused = await signIn(new Visitor(worker));
    expect(refused.status).toBe(403);
    expect(refused.headers.get("X-Error-Code")).toBe("BANNED_USER");
    await expect(refused).toShow(t("auth:banned.because", { reason: "Spam" }));
    expect(await worker.db.$count(sessions, eq(sessions.userId, id))).toBe(1);
  });

  test("creates no account if sign-up is off", async () => {
    const closed = await startTestWorker({ settings: { ...providers.settings, SIGN_UP: "false" } });
    there.signIn(accountThere(`stranger-${there.name}@example.com`));
    const visitor = new Visitor(closed);
    expect(await signIn(visitor)).toRedirectTo("/login/error?error=signup_disabled");
    expect(await closed.db.$count(users)).toBe(0);
    await closed.stop();
  });
});
