import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGE_KEYS, LANGUAGES } from "#app/core/i18n/languages.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { EMAIL_PREVIEWS } from "#app/routes/email-previews.ts";
import { ACCEPTS, type Conduct, startMailProvider } from "#tests/support/mail-provider.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let provider: Awaited<ReturnType<typeof startMailProvider>>;
let worker: TestWorker;

const start = (settings: Record<string, string> = {}) =>
  startTestWorker({
    settings: {
      ...provider.settings,
      ...settings,
    },
  });

beforeAll(async () => {
  provider = await startMailProvider();
  worker = await start();
});
afterAll(async () => {
  await worker.stop();
  provider.stop();
});

const codeIn = (mail: (typeof provider.received)[number] | undefined) =>
  mail?.body.content[0]?.value.match(/\b\d{6}\b/)?.[0] as string;

test("a reader gets an email from the product with the code, as text and HTML", async () => {
  provider.behave(ACCEPTS);
  const email = "lucky@example.com";
  expect((await new Visitor(worker).post("/login", { email })).status).toBe(302);
  const [mail, ...others] = provider.received;
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ path: "/tx/v1/send?dry-run=false", apiKey: "the-key" });
  expect(mail?.body).toMatchObject({
    from: { email: "deckle@example.com", name: PRODUCT_NAME },
    personalizations: [{ to: [{ email }] }],
  });
  expect(mail?.body.content.map(({ type }) => type)).toEqual(["text/plain", "text/html"]);
  for (const { value } of mail?.body.content ?? []) expect(value).toContain(codeIn(mail));
  expect(mail?.body).not.toHaveProperty("dkim_domain");
});

test("with a DKIM key, emails are signed for the sender's domain", async () => {
  provider.behave(ACCEPTS);
  const pem = "-----BEGIN PRIVATE KEY-----\nMIIB\nVQ==\n-----END PRIVATE KEY-----";
  const signing = await start({ DKIM_SELECTOR: "deckle", DKIM_PRIVATE_KEY: pem });
  expect((await new Visitor(signing).post("/login", { email: "signed@example.com" })).status).toBe(302);
  expect(provider.received[0]?.body).toMatchObject({
    dkim_domain: "example.com",
    dkim_selector: "deckle",
    dkim_private_key: "MIIBVQ==",
  });
  await signing.stop();
});

describe("if the mail provider", () => {
  const BREAKS: Conduct = { status: 503 };
  const PAGE = "<!doctype html><title>Down for maintenance</title>";
  const HTML = { "Content-Type": "text/html" };

  test.each<[string, [Conduct, ...Conduct[]], number]>([
    ["answers 503", [BREAKS, ACCEPTS], 2],
    ["drops the connection", ["drops", ACCEPTS], 2],
    ["drops the connection, then answers 503", ["drops", BREAKS, ACCEPTS], 3],
    ["answers 503 with a page that calls itself JSON", [{ status: 503, body: PAGE }, ACCEPTS], 2],
  ])(
    "%s, the product sends the same email again, and the reader gets one code",
    async (name, conducts, tries) => {
      provider.behave(...conducts);
      const email = `second-${name.length}@example.com`;
      const visitor = new Visitor(worker);
      const asked = await visitor.post("/login", { email });
      expect(asked.status).toBe(302);
      expect(provider.received).toHaveLength(tries);
      const [first] = provider.received;
      expect(first?.idempotencyKey).toMatch(/^[\da-f-]{36}$/);
      for (const again of provider.received) expect(again).toEqual(first);
      const verifyPath = asked.headers.get("Location") as string;
      expect(await visitor.confirm(verifyPath, codeIn(first))).toRedirectTo("/app");
    },
  );

  test.each<[string, Conduct, number]>([
    ["refuses the email", { status: 400, body: { message: "recipient unlucky@example.com is invalid" } }, 1],
    ["refuses the key", { status: 403 }, 1],
    ["is too busy", { status: 429 }, 1],
    [
      "accepts the email but can't send it",
      { status: 202, body: { results: [{ index: 0, status: "failed" }] } },
      1,
    ],
    ["answers with a page", { status: 200, body: PAGE, headers: HTML }, 1],
    ["answers with a page that calls itself JSON", { status: 202, body: PAGE }, 1],
    ["answers with an empty body", { status: 202, body: "" }, 1],
    ["sends no result for the email", { status: 202, body: { results: [] } }, 1],
    ["answers with an unknown body", { status: 202, body: { results: [null] } }, 1],
    ["redirects to another path", { status: 307, headers: { Location: "/elsewhere" } }, 1],
    ["never answers", "hangs", 1],
    ["keeps answering 503", BREAKS, 3],
    ["keeps dropping the connection", "drops", 3],
  ])(
    "%s, the form reports the error, keeps the address, and works again later",
    async (name, conduct, tries) => {
      const email = `unlucky-${name.length}@example.com`;
      const visitor = new Visitor(worker);
      provider.behave(conduct);
      const response = await visitor.post("/login", { email });
      expect(response.status).toBe(502);
      await expect(response).toShow(t("refused:mailFailed"));
      expect(await response.text()).toContain(`value="${email}"`);
      expect(provider.received).toHaveLength(tries);
      expect(worker.logs.join()).not.toContain("unlucky");

      provider.behave(ACCEPTS);
      expect((await visitor.post("/login", { email })).status).toBe(302);
      expect(JSON.stringify(provider.received.at(-1))).toContain(email);
    },
  );
});

test("a code that could not be emailed counts for the interval, not for the hour, and the previous code stays valid", async () => {
  const email = "patient@example.com";
  const visitor = new Visitor(worker);
  provider.behave(ACCEPTS);
  const asked = await visitor.post("/login", { email });
  const verifyPath = asked.headers.get("Location") as string;
  const code = codeIn(provider.received.at(-1));
  provider.behave({ status: 400 });
  for (let n = 0; n < 6; n++) {
    const resent = await visitor.post(verifyPath, { intent: "resend" });
    expect(resent.status).toBe(502);
  }
  expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");

  const strict = await start({ LOGIN_CODE_INTERVAL_SECONDS: "30" });
  const hasty = new Visitor(strict);
  expect((await hasty.post("/login", { email })).status).toBe(502);
  expect((await hasty.post("/login", { email })).status).toBe(429);
  await strict.stop();
});

describe("the previews of emails", () => {
  test("show each email in each language, with its text direction and a dark mode, and load nothing from other sites", async () => {
    const visitor = new Visitor(worker);
    const list = await (await visitor.get("/dev/mail")).text();
    const templates = [...new Set([...list.matchAll(/\/dev\/mail\/(\w+)\?/g)].map(([, name]) => name))];
    expect(templates).toEqual([...EMAIL_PREVIEWS.keys()]);
    for (const template of templates) {
      for (const language of LANGUAGE_KEYS) {
        const response = await visitor.get(`/dev/mail/${template}?lng=${language}`);
        expect(response.headers.get("Content-Security-Policy"), "it runs and loads nothing").toBe(
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
        );
        const html = await response.text();
        const { direction } = LANGUAGES[language];
        expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
        expect(html).toContain("prefers-color-scheme: dark");
        expect(html).toContain(textsIn(language)("email:greeting"));
        expect(html).not.toMatch(/<img|<link|<script|(?<!href=")https?:|url\(|email:[a-z]/);
      }
    }
    expect((await visitor.get("/dev/mail/nothing")).status).toBe(404);
  });
});

test("where only members may sign in, a failed email gets the same response, and the log reports it", async () => {
  const members = await start({ SIGN_UP: "false" });
  const { email } = await addUser(members, { email: "member@example.com" });
  provider.behave({ status: 403 });
  expect((await new Visitor(members).post("/login", { email })).status).toBe(302);
  await expect.poll(() => members.logs.join()).toContain("login code not mailed");
  expect(members.logs.join()).not.toContain("member@");
  await members.stop();
});

test("where only members may sign in, a failed email does not invalidate the previous email", async () => {
  const members = await start({ SIGN_UP: "false" });
  const { email } = await addUser(members, { email: "member-again@example.com" });
  provider.behave(ACCEPTS, { status: 403 });
  const visitor = new Visitor(members);
  await visitor.post("/login", { email });
  await expect.poll(() => provider.received.length).toBe(1);
  const link =
    /https?:\S+\/login\/link\S+/.exec(provider.received[0]?.body.content[0]?.value ?? "")?.[0] ?? "";
  await visitor.post("/login", { email });
  await expect.poll(() => members.logs.join()).toContain("login code not mailed");
  const { pathname, search } = new URL(link);
  expect(await visitor.post(pathname + search, {})).toRedirectTo("/app");
  await members.stop();
});
