import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, socialAccounts, users } from "#app/db/schema.ts";
import { oauthCookie } from "#app/features/auth/oauth-cookie.server.ts";
import { gitHubAccount, startGitHub } from "#tests/support/github.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

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

/** Follows the redirect to GitHub. @returns path and query of the URL that GitHub redirects back to */
async function goThere(visitor: Visitor, query = ""): Promise<string> {
  const sent = await visitor.get(`/login/github${query}`);
  expect(sent.status).toBe(302);
  const there = await fetch(sent.headers.get("Location") as string, { redirect: "manual" });
  const back = new URL(there.headers.get("Location") as string);
  expect(back.origin).toBe(worker.url);
  return back.pathname + back.search;
}

const signIn = async (visitor: Visitor, query = "") => visitor.get(await goThere(visitor, query));

const userOf = async (email: string) =>
  (await worker.db.select().from(users).where(eq(users.email, email)))[0];

describe("a linked GitHub account", () => {
  const actionsOf = async (id: string) =>
    (await worker.db.select().from(auditLog).where(eq(auditLog.actorId, id)).orderBy(sql`rowid`)).map(
      ({ action }) => action,
    );

  test("is announced to the owner once, shown on their page, and unlinked there", async () => {
    const { id, email } = await addUser(worker, { email: "owner@example.com" });
    github.signIn(gitHubAccount(email));
    const visitor = new Visitor(worker);
    await signIn(visitor);
    await signIn(new Visitor(worker));
    const subject = t("email:providerLinked.subject", { provider: "GitHub" });
    await expect
      .poll(async () => (await mailsTo(worker, email)).map((mail) => mail.subject).sort())
      .toEqual([subject, t("email:newDevice.subject")].sort());
    const mail = (await mailsTo(worker, email)).find((sent) => sent.subject === subject);
    expect(mail?.text).toContain(t("email:providerLinked.help", { provider: "GitHub" }));
    expect(await actionsOf(id)).toEqual(["account.link", "auth.signIn", "auth.signIn"]);

    const page = await visitor.get("/app/account");
    await expect(page).toShow(t("account:linked.title"));
    await expect(page).toShow("GitHub Linked now");
    await expect(await visitor.get("/app/account?unlink=github")).toShow(
      t("account:linked.confirm.description", { provider: "GitHub", email }),
    );
    expect(databaseCost(page).roundTrips).toBe(1);
    for (let n = 0; n < 2; n++) {
      expect(await visitor.post("/app/account", { intent: "unlink", provider: "github" })).toRedirectTo(
        "/app/account",
      );
    }
    const after = await visitor.get("/app/account");
    await expect(after).toShow(t("account:linked.unlinked"));
    await expect(after).not.toShow(t("account:linked.title"));
    expect(await worker.db.$count(socialAccounts, eq(socialAccounts.userId, id))).toBe(0);
    expect(await actionsOf(id)).toEqual(["account.link", "auth.signIn", "auth.signIn", "account.unlink"]);
    expect(await mailsTo(worker, email)).toHaveLength(2);
  });

  test("is announced to the owner even if they may not sign in", async () => {
    const { email } = await addUser(worker, { email: "out@example.com", bannedAt: 1 });
    github.signIn(gitHubAccount(email));
    expect((await signIn(new Visitor(worker))).status).toBe(403);
    await expect.poll(() => mailsTo(worker, email)).toHaveLength(1);
  });

  test("can't be seen or unlinked by others, and needs no mail if it created the account", async () => {
    github.signIn(gitHubAccount("mine@example.com"));
    await signIn(new Visitor(worker));
    const { id } = (await userOf("mine@example.com")) as { id: string };
    await worker.db.update(users).set({ name: "Mine", onboardedAt: 1 }).where(eq(users.id, id));
    const other = await Visitor.signedIn(worker);
    await other.post("/app/account", { intent: "unlink", provider: "github" });
    const boss = await Visitor.signedIn(worker, { role: "admin" });
    await boss.post(`/manager/users/${id}`, { intent: "impersonate" });
    await expect(await boss.get("/app/account")).not.toShow(t("account:linked.title"));
    expect((await boss.post("/app/account", { intent: "unlink", provider: "github" })).status).toBe(403);
    expect(await worker.db.$count(socialAccounts, eq(socialAccounts.userId, id))).toBe(1);
    expect(await actionsOf(id)).toEqual(["auth.signIn"]);
    expect(await mailsTo(worker, "mine@example.com")).toEqual([]);
  });
});

describe("coming back from GitHub", () => {
  const unknown = "/login/error?error=unknown_error";

  test("with a refusal shows it", async () => {
    github.oauth.service.once("beforeAuthorizeRedirect", ({ url }) => {
      url.searchParams.delete("code");
      url.searchParams.set("error", "access_denied");
    });
    expect(await signIn(new Visitor(worker))).toRedirectTo("/login/error?error=access_denied");
  });

  test("without the state that was sent, or in another browser, signs nobody in", async () => {
    github.signIn(gitHubAccount("state@example.com"));
    const visitor = new Visitor(worker);
    const back = await goThere(visitor);
    expect(await new Visitor(worker).get(back)).toRedirectTo(unknown);
    expect(await visitor.get(back.replace(/state=[^&]+/, "state=another"))).toRedirectTo(unknown);
    expect(await visitor.get(back.replace(/&?state=[^&]+/, ""))).toRedirectTo(unknown);
    expect(await userOf("state@example.com")).toBeUndefined();
    expect(await visitor.get(back)).toRedirectTo("/app");
  });

  test("with a code verifier that does not match the challenge is refused by the provider", async () => {
    github.signIn(gitHubAccount("pkce@example.com"));
    const visitor = new Visitor(worker);
    const back = await goThere(visitor);
    const state = new URL(back, worker.url).searchParams.get("state") as string;
    const cookie = oauthCookie(worker.settings, new URL(worker.url), state);
    const kept = await cookie.parse([...visitor.cookies].map((pair) => pair.join("=")).join("; "));
    const [name] = kept.strategyCookie.split("=");
    const strategyCookie = `${name}=${encodeURIComponent(new URLSearchParams({ state, [state]: "x".repeat(43) }).toString())}`;
    const forged = await cookie.serialize({ ...kept, strategyCookie });
    visitor.cookies.set(cookie.name, forged.slice(cookie.name.length + 1, forged.indexOf(";")));
    expect(await visitor.get(back)).toRedirectTo(unknown);
    expect(await userOf("pkce@example.com")).toBeUndefined();
  });

  test("is remembered in one signed cookie per visit, which no other host can set", async () => {
    github.signIn(gitHubAccount("signed@example.com"));
    const visitor = new Visitor(worker);
    const back = await goThere(visitor);
    const [name, value] = [...visitor.cookies].find(([name]) => name.startsWith("oauth")) as [string, string];
    const [content] = decodeURIComponent(value).split(".");
    for (const forged of [encodeURIComponent(`${content}.AAAA`), encodeURIComponent(content as string)]) {
      visitor.cookies.set(name, forged);
      expect(await visitor.get(back)).toRedirectTo(unknown);
    }
    expect(await userOf("signed@example.com")).toBeUndefined();
    visitor.cookies.set(name, value);
    expect(await visitor.get(back)).toRedirectTo("/app");
    expect(visitor.cookies.has(name)).toBe(false);

    const sent = await worker.miniflare.dispatchFetch("https://deckle.test/login/github", {
      redirect: "manual",
    });
    const [cookie, ...others] = sent.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^__Host-oauth-/);
    for (const attribute of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"])
      expect(cookie).toContain(`; ${attribute}`);
  });

  test("in two tabs leads each to where it was going", async () => {
    github.signIn(gitHubAccount("tabs@example.com"));
    const visitor = new Visitor(worker);
    const first = await goThere(visitor, "?redirect=%2Fapp%2Faccount");
    await goThere(visitor, "?redirect=%2Fapp%2Fbooks");
    expect(await visitor.get(first)).toRedirectTo("/app/account");
  });

  test("is an error if GitHub returns no token or no user", async () => {
    github.signIn(gitHubAccount("broken@example.com"));
    github.oauth.service.once("beforeResponse", (response) => {
      // How GitHub refuses a code.
      response.body = { error: "bad_verification_code" };
    });
    expect(await signIn(new Visitor(worker))).toRedirectTo(`${unknown}&code=FAILED_TO_GET_USER_INFO`);
    github.oauth.service.once("beforeResponse", (response) => {
      response.statusCode = 500;
    });
    expect(await signIn(new Visitor(worker))).toRedirectTo(unknown);
    github.signIn(null);
    expect(await signIn(new Visitor(worker))).toRedirectTo(`${unknown}&code=FAILED_TO_GET_USER_INFO`);
    expect(worker.logs.join()).not.toContain("broken@example.com");
  });

  test("is an error if GitHub does not say in time who it is", async () => {
    github.signIn(gitHubAccount("late@example.com"));
    github.hang(true);
    expect(await signIn(new Visitor(worker))).toRedirectTo(`${unknown}&code=FAILED_TO_GET_USER_INFO`);
    github.hang(false);
  });

  test("takes a token to no other address, wherever GitHub's answer leads", async () => {
    github.signIn(gitHubAccount("moved@example.com"));
    github.redirect(true);
    expect(await signIn(new Visitor(worker))).toRedirectTo(`${unknown}&code=FAILED_TO_GET_USER_INFO`);
    github.redirect(false);
    expect(await signIn(new Visitor(worker))).toRedirectTo("/app");
  });

  test("changes nothing for someone who has signed in in the meantime", async () => {
    github.signIn(gitHubAccount("meanwhile@example.com"));
    const visitor = new Visitor(worker);
    const back = await goThere(visitor);
    const { cookies } = await Visitor.signedIn(worker);
    for (const [name, value] of cookies) visitor.cookies.set(name, value);
    let asked = 0;
    const count = () => {
      asked += 1;
    };
    github.oauth.service.on("beforeResponse", count);
    expect(await visitor.get(back)).toRedirectTo("/app");
    // By the time GitHub has answered another visitor, it would have seen any request that the loader sent.
    expect(await signIn(new Visitor(worker))).toRedirectTo("/app");
    github.oauth.service.off("beforeResponse", count);
    expect(asked).toBe(1);
  });

  test("never redirects to another site", async () => {
    github.signIn(gitHubAccount("safe@example.com"));
    expect(await signIn(new Visitor(worker), "?redirect=https%3A%2F%2Fevil.example")).toRedirectTo("/app");
  });
});
