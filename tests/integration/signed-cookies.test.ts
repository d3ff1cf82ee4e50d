import { afterAll, beforeAll, expect, test } from "vitest";
import type { CookieName } from "#app/cookies.ts";
import { signedCookie } from "#app/core/http/signed-cookie.server.ts";
import { sessions } from "#app/schema.ts";
import { askToChangeEmail } from "#tests/support/change-email.ts";
import { startDemo } from "#tests/support/demo-site.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { textOf, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
/** Further workers, which some of the cookies need. */
const others: TestWorker[] = [];
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => Promise.all([worker, ...others].map((one) => one.stop())));

const newEmail = "new@example.com";

/**
 * Whether the response to a code says that it is wrong. The code of another browser would be reported as
 * expired.
 */
async function isWrongCode(response: Response): Promise<boolean> {
  const text = textOf(await response.text());
  const isExpired = text.includes(t("refused:codeExpired"));
  expect(isExpired || /tries left/.test(text), text).toBe(true);
  return !isExpired;
}

/**
 * For each cookie: a function that sets it in a browser, and one that tells whether the site recognises that
 * browser. login-limits.test.ts tests the device cookie.
 */
const COOKIES: [CookieName, () => Promise<Visitor>, (browser: Visitor) => Promise<boolean>][] = [
  [
    "session",
    () => Visitor.signedIn(worker),
    async (browser) => (await browser.get("/app/account")).status === 200,
  ],
  [
    "sign-in",
    async () => {
      const visitor = new Visitor(worker);
      await visitor.askForCode((await addUser(worker)).email);
      return visitor;
    },
    async (browser) => (await browser.get("/login/verify")).status === 200,
  ],
  [
    "change-email",
    async () => (await whoChangesTheirAddress("before@example.com")).visitor,
    async (browser) => (await browser.get(`/app/account?newEmail=${newEmail}`)).status === 200,
  ],
  [
    "leave-email",
    async () => (await whoChangesTheirAddress("leaving@example.com")).visitor,
    async (browser) => {
      const form = { ...codes, oldCode: wrong(codes.oldCode) };
      return isWrongCode(await browser.post(`/app/account?newEmail=${newEmail}`, form));
    },
  ],
  [
    "delete-account",
    async () => {
      const visitor = await Visitor.signedIn(worker);
      await visitor.post("/account/delete", { intent: "send-code" });
      return visitor;
    },
    async (browser) => (await (await browser.get("/account/delete")).text()).includes('name="code"'),
  ],
  [
    "confirm",
    async () => {
      const visitor = await Visitor.signedIn(worker);
      await worker.db.update(sessions).set({ provenAt: 0 });
      await visitor.post("/app/account", { intent: "prove" });
      return visitor;
    },
    async (browser) =>
      isWrongCode(await browser.post("/app/account", { intent: "prove", proofCode: "000000" })),
  ],
  [
    "flash",
    async () => {
      const visitor = await Visitor.signedIn(worker);
      await visitor.post("/app/account", { intent: "change-name", name: "Grace" });
      return visitor;
    },
    async (browser) =>
      textOf(await (await browser.get("/app/account")).text()).includes(t("account:changeName.done")),
  ],
  [
    "demo-code",
    async () => {
      const demo = await startDemo();
      others.push(demo);
      const visitor = new Visitor(demo);
      await visitor.post("/login", { email: "user@user.com" });
      return visitor;
    },
    async (browser) => textOf(await (await browser.get("/login/verify")).text()).includes(t("proof:shown")),
  ],
];

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** The form of the last user who has asked to change their address. */
let codes: { intent: string; code: string; oldCode: string };

async function whoChangesTheirAddress(email: string) {
  const visitor = await Visitor.signedIn(worker, { email });
  const { form } = await askToChangeEmail(worker, visitor, email, newEmail);
  codes = form;
  return { visitor };
}

test.each(COOKIES)("%s works only with its own signature", async (name, obtain, counts) => {
  const visitor = await obtain();
  const value = visitor.cookies.get(name) as string;
  const url = new URL(worker.url);
  const { settings } = visitor.worker;
  const content: unknown = await signedCookie(name, settings, url, 60).parse(`${name}=${value}`);
  expect(content).not.toBeNull();
  const asDevice = await signedCookie("device", settings, url, 60).serialize(content);
  const [bare = ""] = decodeURIComponent(value).split(".");
  for (const [what, carried] of [
    ["ours", value],
    ["none", encodeURIComponent(bare)],
    ["not ours", encodeURIComponent(`${bare}.AAAA`)],
    ["that of another cookie", /=([^;]*)/.exec(asDevice)?.[1] as string],
  ] as const) {
    const browser = new Visitor(visitor.worker);
    for (const [other, kept] of visitor.cookies) browser.cookies.set(other, kept);
    browser.cookies.set(name, carried);
    expect(await counts(browser), what).toBe(what === "ours");
  }
});
