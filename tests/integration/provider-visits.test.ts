import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, socialAccounts, users } from "#app/schema.ts";
import { oauthCookie } from "#app/slices/provider/oauth-cookie.server.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { accountThere, goThere as go, startProviders } from "#tests/support/providers.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, mailsTo, Visitor } from "#tests/support/visitor.ts";
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

/** Expects that the log has a failed sign-in with its cause. */
const expectLogged = (cause: string) =>
  expect
    .poll(() => worker.logs.some((line) => line.includes("provider sign-in failed") && line.includes(cause)))
    .toBe(true);

describe.each(providers.fakes)("a linked $label account", (there) => {
  const goThere = (visitor: Visitor, query = "") => go(visitor, `/login/${there.name}${query}`);
  const signIn = async (visitor: Visitor, query = "") => visitor.get(await goThere(visitor, query));

  const actionsOf = async (id: string) =>
    (await worker.db.select().from(auditLog).where(eq(auditLog.actorId, id)).orderBy(sql`rowid`)).map(
      ({ action }) => action,
    );

  test("sends its owner one notice, is shown on their page, and is unlinked there", async () => {
    const { id, email } = await addUser(worker, { email: `owner-${there.name}@example.com` });
    there.signIn(accountThere(email));
    const visitor = new Visitor(worker);
    await signIn(visitor);
    await signIn(new Visitor(worker));
    const subject = t("email:providerLinked.subject", { provider: there.label });
    await expect
      .poll(async () => (await mailsTo(worker, email)).map((mail) => mail.subject).sort())
      .toEqual([subject, t("email:newDevice.subject")].sort());
    const mail = (await mailsTo(worker, email)).find((sent) => sent.subject === subject);
    expect(mail?.text).toContain(t("email:providerLinked.help", { provider: there.label }));
    expect(await actionsOf(id)).toEqual(["account.link", "auth.signIn", "auth.signIn"]);

    const page = await visitor.get("/app/account");
    await expect(page).toShow(t("account:linked.title"));
    await expect(page).toShow(`${there.label} Linked now`);
    await expect(await visitor.get(`/app/account?unlink=${there.name}`)).toShow(
      t("account:linked.confirm.description", { provider: there.label, email }),
    );
    expect(databaseCost(page).roundTrips).toBe(1);
    for (let n = 0; n < 2; n++) {
      expect(await visitor.post("/app/account", { intent: "unlink", provider: there.name })).toRedirectTo(
        "/app/account",
      );
    }
    const after = await visitor.get("/app/account");
    await expect(after).toShow(t("account:linked.unlinked"));
    await expect(after).toShow(t("account:linked.link", { provider: there.label }));
    expect(await worker.db.$count(socialAccounts, eq(socialAccounts.userId, id))).toBe(0);
    expect(await actionsOf(id)).toEqual(["account.link", "auth.signIn", "auth.signIn", "account.unlink"]);
    await expect
      .poll(async () => (await mailsTo(worker, email)).map((sent) => sent.subject))
      .toContain(t("email:providerUnlinked.subject", { provider: there.label }));
    expect(await mailsTo(worker, email)).toHaveLength(3);
  });

  test("sends its owner a notice even if they may not sign in", async () => {
    const { email } = await addUser(worker, { email: `out-${there.name}@example.com`, bannedAt: 1 });
    there.signIn(accountThere(email));
    expect((await signIn(new Visitor(worker))).status).toBe(403);
    await expect.poll(() => mailsTo(worker, email)).toHaveLength(1);
  });

  test("is hidden from others, who can't unlink it, and sends no notice if it created the account", async () => {
    there.signIn(accountThere(`mine-${there.name}@example.com`));
    await signIn(new Visitor(worker));
    const { id } = (await findUser(worker, `mine-${there.name}@example.com`)) as { id: string };
    await worker.db.update(users).set({ name: "Mine", onboardedAt: 1 }).where(eq(users.id, id));
    const other = await Visitor.signedIn(worker);
    await other.post("/app/account", { intent: "unlink", provider: there.name });
    const boss = await Visitor.signedIn(worker, { role: "admin" });
    await boss.post(`/manager/users/${id}`, { intent: "impersonate" });
    await expect(await boss.get("/app/account")).not.toShow(t("account:linked.title"));
    expect((await boss.post("/app/account", { intent: "unlink", provider: there.name })).status).toBe(403);
    expect(await worker.db.$count(socialAccounts, eq(socialAccounts.userId, id))).toBe(1);
    expect(await actionsOf(id)).toEqual(["auth.signIn"]);
    expect(await mailsTo(worker, `mine-${there.name}@example.com`)).toEqual([]);
  });
});

describe.each(providers.fakes)("returning from $label", (there) => {
  const goThere = (visitor: Visitor, query = "") => go(visitor, `/login/${there.name}${query}`);
  const signIn = async (visitor: Visitor, query = "") => visitor.get(await goThere(visitor, query));

  const unknown = "/login/error?error=unknown_error";

  test("with a refusal shows it", async () => {
    there.oauth.service.once("beforeAuthorizeRedirect", ({ url }) => {
      url.searchParams.delete("code");
      url.searchParams.set("error", "access_denied");
    });
    expect(await signIn(new Visitor(worker))).toRedirectTo("/login/error?error=access_denied");
  });

  test("without the right state, or in another browser, signs nobody in", async () => {
    there.signIn(accountThere(`state-${there.name}@example.com`));
    const visitor = new Visitor(worker);
    const back = await goThere(visitor);
    expect(await new Visitor(worker).get(back)).toRedirectTo(unknown);
    expect(await visitor.get(back.replace(/state=[^&]+/, "state=another"))).toRedirectTo(unknown);
    expect(await visitor.get(back.replace(/&?state=[^&]+/, ""))).toRedirectTo(unknown);
    expect(await findUser(worker, `state-${there.name}@example.com`)).toBeUndefined();
    expect(await visitor.get(back)).toRedirectTo("/app");
  });

  test("with the response of another provider is refused", async () => {
    const other = providers.fakes.find(({ name }) => name !== there.name) as typeof there;
    for (const fake of [there, other]) fake.signIn(accountThere(`mixed-${there.name}@example.com`));
    const visitor = new Visitor(worker);
    const [sent, elsewhere] = await Promise.all(
      [there, other].map(async ({ name }) => {
        const { headers } = await visitor.get(`/login/${name}`);
        return new URL(headers.get("Location") as string);
      }),
    );
    // The visit is completed at the other provider with this visit's parameters, so the response matches the
    // state, the verifier and the nonce.
    const mixed = new URL(elsewhere as URL);
    mixed.search = (sent as URL).search;
    mixed.searchParams.set("redirect_uri", `${worker.url}/login/${other.name}/callback`);
    const answer = await fetch(mixed, { redirect: "manual" });
    const { pathname, search } = new URL(answer.headers.get("Location") as string);
    expect(pathname).toBe(`/login/${other.name}/callback`);
    expect(await visitor.get(pathname + search)).toRedirectTo(unknown);
    expect(await findUser(worker, `mixed-${there.name}@example.com`)).toBeUndefined();
  });

  test("with a code verifier that does not match the challenge is refused by the provider", async () => {
    there.signIn(accountThere(`pkce-${there.name}@example.com`));
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
    expect(await findUser(worker, `pkce-${there.name}@example.com`)).toBeUndefined();
  });

  test("needs one signed cookie per visit, which no other host can set", async () => {
    there.signIn(accountThere(`signed-${there.name}@example.com`));
    const visitor = new Visitor(worker);
    const back = await goThere(visitor);
    const [name, value] = [...visitor.cookies].find(([name]) => name.startsWith("oauth")) as [string, string];
    const [content] = decodeURIComponent(value).split(".");
    for (const forged of [encodeURIComponent(`${content}.AAAA`), encodeURIComponent(content as string)]) {
      visitor.cookies.set(name, forged);
      expect(await visitor.get(back)).toRedirectTo(unknown);
    }
    expect(await findUser(worker, `signed-${there.name}@example.com`)).toBeUndefined();
    visitor.cookies.set(name, value);
    expect(await visitor.get(back)).toRedirectTo("/app");
    expect(visitor.cookies.has(name)).toBe(false);

    const sent = await worker.miniflare.dispatchFetch(`https://deckle.test/login/${there.name}`, {
      redirect: "manual",
      headers: { Cookie: "theme=light" },
    });
    const [cookie, ...others] = sent.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^__Host-oauth-/);
    for (const attribute of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"])
      expect(cookie).toContain(`; ${attribute}`);
  });

  test("in two tabs leads each to the page that it wanted", async () => {
    there.signIn(accountThere(`tabs-${there.name}@example.com`));
    const visitor = new Visitor(worker);
    const first = await goThere(visitor, "?redirect=%2Fapp%2Faccount");
    await goThere(visitor, "?redirect=%2Fapp%2Fbooks");
    expect(await visitor.get(first)).toRedirectTo("/app/account");
  });

  test("shows an error if the provider returns no token or no user, and the log gives the reason", async () => {
    there.signIn(accountThere(`broken-${there.name}@example.com`));
    there.oauth.service.once("beforeResponse", (response) => {
      // GitHub refuses a code like this.
      response.body = { error: "bad_verification_code" };
    });
    expect(await signIn(new Visitor(worker))).toRedirectTo(`${unknown}&code=FAILED_TO_GET_USER_INFO`);
    await expectLogged("It gave no token: bad_verification_code");
    there.oauth.service.once("beforeResponse", (response) => {
      response.statusCode = 500;
    });
    expect(await signIn(new Visitor(worker))).toRedirectTo(unknown);
    await expectLogged(`${there.label} gave no token: status 500`);
    there.oauth.service.once("beforeResponse", (response) => {
      // The page of a proxy, which oauth2-mock-server sends as a JSON string.
      response.body = "Down for maintenance" as never;
    });
    expect(await signIn(new Visitor(worker))).toRedirectTo(unknown);
    await expectLogged(`${there.label} gave no token: status 200`);
    there.signIn(null);
    expect(await signIn(new Visitor(worker))).toRedirectTo(`${unknown}&code=FAILED_TO_GET_USER_INFO`);
    expect(worker.logs.join()).not.toContain(`broken-${there.name}@example.com`);
  });

  test("sends the code and the client's secret only to the provider's own token endpoint, wherever its response redirects", async () => {
    const asked: string[] = [];
    const elsewhere = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/moved`;
    for (const status of [302, 307, 308]) {
      there.signIn(accountThere(`redirected-${status}-${there.name}@example.com`));
      there.oauth.moveToken(status, location);
      expect(await signIn(new Visitor(worker))).toRedirectTo(unknown);
      await expectLogged(`${there.label} gave no token: status ${status}`);
    }
    expect(asked).toEqual([]);
    elsewhere.close();
  });

  test("changes nothing for a visitor who has signed in in the meantime", async () => {
    there.signIn(accountThere(`meanwhile-${there.name}@example.com`));
    const visitor = new Visitor(worker);
    const back = await goThere(visitor);
    const { cookies } = await Visitor.signedIn(worker);
    for (const [name, value] of cookies) visitor.cookies.set(name, value);
    let asked = 0;
    const count = () => {
      asked += 1;
    };
    there.oauth.service.on("beforeResponse", count);
    expect(await visitor.get(back)).toRedirectTo("/app");
    // The provider has just answered another visitor, so a request of the loader before that would have been
    // counted.
    expect(await signIn(new Visitor(worker))).toRedirectTo("/app");
    there.oauth.service.off("beforeResponse", count);
    expect(asked).toBe(1);
  });

  test("never redirects to another site", async () => {
    there.signIn(accountThere(`safe-${there.name}@example.com`));
    expect(await signIn(new Visitor(worker), "?redirect=https%3A%2F%2Fevil.example")).toRedirectTo("/app");
  });
});

test("the page of an unknown provider is not found, and says so", async () => {
  const response = await new Visitor(worker, { "Accept-Language": "fr" }).get("/login/nobody");
  const fr = textsIn("fr");
  expect(response.status).toBe(404);
  await expect(response).toShow(fr("code:PROVIDER_NOT_FOUND"));
  await expect(response).toShow(fr("common:home"));
});
