import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_LANGUAGE, LANGUAGE_KEYS, type LanguageKey } from "#app/core/i18n/languages.ts";
import { loginChallenges, sessions } from "#app/schema.ts";
import { readAccessRules } from "#tests/support/access.ts";
import { dataPathOf, fillPath } from "#tests/support/fill-path.ts";
import { addUser } from "#tests/support/people.ts";
import { startGitHub } from "#tests/support/providers.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastLink, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

// Nobody can sign in without cookies. A browser without cookies shows a warning before it sends anything.

let worker: TestWorker;
let github: Awaited<ReturnType<typeof startGitHub>>;
beforeAll(async () => {
  github = await startGitHub();
  worker = await startTestWorker({ settings: github.settings });
});
afterAll(async () => {
  await worker.stop();
  await github.stop();
});

/** Returns a visitor whose browser stores no cookies. */
function visitorWithoutCookies(headers: Record<string, string> = {}): Visitor {
  const visitor = new Visitor(worker, headers);
  visitor.cookies.set = () => visitor.cookies;
  return visitor;
}

const someAddress = () => `${crypto.randomUUID()}@example.com`;

async function expectTold(response: Response, language: LanguageKey = DEFAULT_LANGUAGE) {
  expect(response.status).toBe(400);
  expect(response.headers.get("X-Error-Code")).toBe("COOKIES_NEEDED");
  await expect(response).toShow(textsIn(language)("code:COOKIES_NEEDED"));
}

describe("a browser without cookies", () => {
  test.each(LANGUAGE_KEYS)(
    "gets a warning in its language (%s) when it asks for a code, and no email is sent",
    async (language) => {
      const email = someAddress();
      const visitor = visitorWithoutCookies({ "Accept-Language": language });
      for (let n = 0; n < 2; n++) {
        const response = await visitor.post("/login?redirect=%2Fapp%2Faccount", { email });
        expect(await response.clone().text()).toContain(`value="${email}"`);
        await expectTold(response, language);
      }
      expect(await mailsTo(worker, email)).toEqual([]);
      expect(await worker.db.$count(loginChallenges)).toBe(0);
    },
  );

  test("gets a warning on the page of a code, which it may open by its address", async () => {
    const email = someAddress();
    const path = `/login/verify?${new URLSearchParams({ email })}`;
    for (const fields of [{ intent: "resend" }, { intent: "confirm", code: "123456" }]) {
      await expectTold(await visitorWithoutCookies().post(path, fields as Record<string, string>));
    }
    expect(await mailsTo(worker, email)).toEqual([]);
  });

  test("gets a warning on the page of an email's link, which still works elsewhere", async () => {
    const { email } = await addUser(worker);
    await new Visitor(worker).askForCode(email);
    const link = await lastLink(worker, email);
    const visitor = visitorWithoutCookies();
    await expect(await visitor.get(link)).toShow(email);
    await expectTold(await visitor.post(link, {}));
    expect(await new Visitor(worker).post(link, {})).toRedirectTo("/app");
  });

  test("gets a warning before it visits a provider", async () => {
    const visitor = visitorWithoutCookies();
    const answer = await visitor.get("/login/github", { headers: { "Sec-Fetch-Site": "same-origin" } });
    expect(answer).toRedirectTo("/login/error?error=unknown_error&code=COOKIES_NEEDED");
    const message = textsIn("en")("auth:failure.reasons.COOKIES_NEEDED");
    await expect(await visitor.get(answer.headers.get("Location") as string)).toShow(message);
    // A browser that stores cookies is redirected to the provider.
    const sent = await new Visitor(worker).get("/login/github", {
      headers: { "Sec-Fetch-Site": "same-origin" },
    });
    expect(sent.headers.get("Location")).toContain(github.oauth.issuer.url);
  });

  test("gets no session and no email from any form for visitors", async () => {
    const rules = (await readAccessRules()).filter(({ who }) => who === "visitors");
    const forms = rules.flatMap(({ forms = [], ...rule }) => forms.map((form) => ({ rule, form })));
    expect(forms.length).toBeGreaterThan(3);
    const before = await worker.db.$count(sessions);
    const outbox = async () => (await (await fetch(`${worker.url}/dev/outbox.json`)).json()).length;
    const mails = await outbox();
    for (const [number, { rule, form }] of forms.entries()) {
      const target = await rule.makeTarget(worker, number);
      const search = new URLSearchParams(rule.query?.(target));
      const fields = { ...(form.intent && { intent: form.intent }), ...form.fields?.(target) };
      const page = fillPath(rule.path, target);
      for (const path of [page, dataPathOf(page)]) {
        const answer = await visitorWithoutCookies().post(`${path}?${search}`, fields);
        expect.soft([302, 307, 202, 400], `${path} ${JSON.stringify(fields)}`).toContain(answer.status);
      }
    }
    expect(await outbox()).toBe(mails);
    expect(await worker.db.$count(sessions)).toBe(before + forms.length); // only the targets' sessions
  });
});

describe("a browser that has no cookie yet", () => {
  test("gets a cookie, sends the form again, and one email is sent", async () => {
    const email = someAddress();
    const form = { method: "POST", redirect: "manual", body: new URLSearchParams({ email }) } as const;
    const headers = { "Sec-Fetch-Site": "same-origin", Connection: "close" };
    const path = "/login?redirect=%2Fapp%2Faccount";
    const first = await fetch(worker.url + path, { ...form, headers });
    expect(first.status).toBe(307);
    const again = new URL(first.headers.get("Location") as string, worker.url);
    expect(again.pathname).toBe("/login");
    expect(again.searchParams.get("redirect")).toBe("/app/account");
    const [cookie = ""] = first.headers.getSetCookie();
    expect(cookie).toBe("cookie-check=kept; Max-Age=60; Path=/; SameSite=Lax; HttpOnly");
    expect(await mailsTo(worker, email)).toEqual([]);

    const second = await fetch(again, { ...form, headers: { ...headers, Cookie: "cookie-check=kept" } });
    expect(second).toRedirectTo("/login/verify?redirect=%2Fapp%2Faccount");
    expect(await mailsTo(worker, email)).toHaveLength(1);
  });

  test("is checked again after half a minute, in case its reader has allowed cookies", async () => {
    const longAgo = (Date.now() - 31_000).toString(36);
    const email = someAddress();
    expect(await new Visitor(worker).post(`/login?cookies=${longAgo}`, { email })).toRedirectTo(
      "/login/verify",
    );
    await expectTold(await visitorWithoutCookies().post(`/login?cookies=${longAgo}`, { email }));
  });

  test("is not redirected for a form that is refused anyway", async () => {
    const answer = await visitorWithoutCookies().post("/login", { email: "nobody" });
    await expect(answer).toShow(t("code:INVALID_EMAIL"));
  });
});
