import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUR } from "#app/core/lib/durations.ts";
import { sessions } from "#app/schema.ts";
import {
  actionsOf,
  leave,
  linksOf,
  linkThere,
  providersOf,
  subjectsTo,
} from "#tests/support/provider-linked-accounts.ts";
import { accountThere, startProviders } from "#tests/support/providers.ts";
import { addSecondStep, codeOf } from "#tests/support/second-steps.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, lastCode, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// What linking an account at a provider requires, and when it links nothing.

const t = textsIn("en");

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

describe("linking an account", () => {
  test("requires a recent proof, both before the provider and after", async () => {
    const { visitor, email, id } = await someone(worker);
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
    expect(html).toContain('value="prove-link"');
    const form = { intent: "prove-link" };
    expect((await visitor.post("/app/account", form)).status).toBe(401);
    const proofCode = await lastCode(worker, email);
    expect(await visitor.post("/app/account", { ...form, proofCode, proofOf: id })).toRedirectTo(
      "/app/account#linked",
    );
    await expect(await visitor.get("/app/account")).toShow(t("account:linked.ready"));
    expect(await linksOf(worker, id)).toEqual([]);
    await linkThere(visitor, google, accountThere(null));
    expect(await providersOf(worker, id)).toEqual(["google"]);
  });

  test("requires a code of the second step from a user who has one, both before the provider and after", async () => {
    const { visitor, id } = await someone(worker);
    const back = await leave(visitor, google, accountThere(null));
    const { secret } = await addSecondStep(worker, id);
    for (const path of [back, "/account/link/google"]) {
      const refused = await visitor.get(path);
      expect(refused).toRedirectTo("/app/account");
      expect(refused.headers.get("X-Error-Code")).toBe("SESSION_EXPIRED");
    }
    expect(await (await visitor.get("/app/account")).text()).not.toContain("/account/link/google");
    const form = { intent: "prove-link" };
    const asked = await visitor.post("/app/account", form);
    expect(asked.status).toBe(401);
    const html = await asked.text();
    await expect(new Response(html)).toShow(t("factor:proofHelp"));
    expect(html).not.toContain('name="proofCode"');
    const proof = { proofOf: id, proofApp: codeOf(secret) };
    expect(await visitor.post("/app/account", { ...form, ...proof })).toRedirectTo("/app/account#linked");
    const page = await visitor.get("/app/account");
    expect(databaseCost(page).roundTrips).toBe(1);
    expect(await page.text()).toContain('href="/account/link/google"');
    await linkThere(visitor, google, accountThere(null));
    expect(await providersOf(worker, id)).toEqual(["google"]);
  });

  test("links nothing if a second step is switched on in the meantime", async () => {
    const { visitor, id } = await someone(worker);
    const back = await leave(visitor, github, accountThere(null));
    const { asked, release } = github.hold();
    const answer = visitor.get(back);
    await asked;
    await addSecondStep(worker, id);
    release();
    expect((await answer).headers.get("X-Error-Code")).toBe("SESSION_EXPIRED");
    expect(await linksOf(worker, id)).toEqual([]);
  });

  test("starts only on the site's own page", async () => {
    const { visitor } = await someone(worker);
    for (const site of ["cross-site", "same-site"]) {
      const sent = await visitor.get("/account/link/google", { headers: { "Sec-Fetch-Site": site } });
      expect(sent).toRedirectTo("/app/account");
    }
    expect([...visitor.cookies.keys()].filter((name) => name.startsWith("oauth"))).toEqual([]);
  });

  test("ends in the account in which it started, and never in another one", async () => {
    const [one, other] = [await someone(worker), await someone(worker)];
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
    // In a browser without the cookie of the visit, the link does nothing: a stranger may have made it for
    // the reader to follow.
    expect(await elsewhere.get(back)).toRedirectTo("/app");
    expect([...(await linksOf(worker, one.id)), ...(await linksOf(worker, other.id))]).toEqual([]);
    expect(await one.visitor.get(back)).toRedirectTo("/app/account");
    expect(await providersOf(worker, one.id)).toEqual(["google"]);
  });

  test("is refused to an administrator who impersonates the owner", async () => {
    const { id } = await someone(worker);
    const boss = await Visitor.signedIn(worker, { role: "admin", emailVerifiedAt: 1 });
    const back = await leave(boss, google, accountThere(null));
    await boss.post(`/manager/users/${id}`, { intent: "impersonate" });
    for (const path of ["/account/link/google", back]) {
      const refused = await boss.get(path);
      expect(refused.headers.get("X-Error-Code"), path).toMatch(/NOT_WHILE_IMPERSONATING/);
    }
    expect(await linksOf(worker, id)).toEqual([]);
  });

  test("that is cancelled or fails at the provider says so on the account page", async () => {
    const { visitor, id } = await someone(worker);
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
    expect(await linksOf(worker, id)).toEqual([]);
  });

  test("links the account only once: to one of two users at the same time, and once if the request is repeated", async () => {
    const people = [await someone(worker), await someone(worker)];
    const account = accountThere(null);
    const visits: (() => Promise<Response>)[] = [];
    for (const { visitor } of people) {
      const back = await leave(visitor, google, account);
      visits.push(() => visitor.get(back));
    }
    const answers = await Promise.all(visits.map((comeBack) => comeBack()));
    const codes = answers.map((answer) => answer.headers.get("X-Error-Code"));
    expect(codes.sort()).toEqual(["SOCIAL_ACCOUNT_ALREADY_LINKED", null]);

    const { visitor, id, email } = await someone(worker);
    const own = accountThere(null);
    const both = [await leave(visitor, google, own), await leave(visitor, google, own)];
    const last = await leave(visitor, google, own);
    for (const answer of await Promise.all(both.map((back) => visitor.get(back))))
      expect(answer.headers.get("X-Error-Code")).toBeNull();
    // A user can link only one account at each provider.
    google.signIn(accountThere(null));
    const another = await visitor.get(last);
    expect(another.headers.get("X-Error-Code")).toBe("SOCIAL_ACCOUNT_ALREADY_LINKED");
    await expect(await visitor.get("/app/account")).toShow(
      t("account:linked.hasAnother", { provider: "Google" }),
    );
    expect(await providersOf(worker, id)).toEqual(["google"]);
    expect(await actionsOf(worker, id)).toEqual(["account.link", "request.refused"]);
    await expect.poll(() => subjectsTo(worker, email)).toHaveLength(1);
  });

  test("links nothing if the session ends in the meantime", async () => {
    const { visitor, id } = await someone(worker);
    const back = await leave(visitor, github, accountThere(null));
    const { asked, release } = github.hold();
    const answer = visitor.get(back);
    await asked;
    // End the sessions as "This was not me" does.
    await worker.db.delete(sessions).where(eq(sessions.userId, id));
    release();
    expect((await answer).headers.get("X-Error-Code")).toBe("SESSION_EXPIRED");
    expect(await linksOf(worker, id)).toEqual([]);
  });

  test("by a stranger is undone with the link in its email", async () => {
    const { visitor, email, id } = await someone(worker);
    await linkThere(visitor, google, accountThere(null));
    await expect.poll(() => subjectsTo(worker, email)).toHaveLength(1);
    const [mail] = await mailsTo(worker, email);
    const { pathname, search } = new URL(/^http\S+$/m.exec(mail?.text ?? "")?.[0] as string);
    const owner = new Visitor(worker);
    await expect(await owner.get(pathname + search)).toShow(
      t("account:notMe.does.unlink", { provider: "Google" }),
    );
    await owner.post(pathname + search, {});
    expect(await linksOf(worker, id)).toEqual([]);
    expect(await worker.db.$count(sessions, eq(sessions.userId, id))).toBe(0);
  });
});
