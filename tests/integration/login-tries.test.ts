import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog, loginChallenges, sessions } from "#app/schema.ts";
import { addPasskey, signInWith } from "#tests/support/passkeys.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastCode, lastLink, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const LIMIT = 3;

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({
    // A high limit, so that the limit for a single code is not reached first.
    settings: { LOGIN_CODE_ATTEMPTS: "10" },
    overrides: {
      ratelimits: { LOGIN_TRY_LIMITER: { namespace_id: "2", simple: { limit: LIMIT, period: 60 } } },
    },
  });
});
afterAll(() => worker.stop());

/** A page on which a signed-in reader confirms something with a code. */
interface CodePage {
  name: string;
  page: string;
  /** The form that asks for the code. */
  ask: Record<string, string>;
  /**
   * Returns the fields that the confirming form has in addition to the code.
   * @param email the reader's email address
   */
  confirm: (email: string) => Record<string, string>;
  /** Returns the path to which the code is sent. */
  to: (email: string) => string;
}

let networks = 0;

/** Returns the address of a network that has tried no code yet. */
function newNetwork(): Record<string, string> {
  networks += 1;
  return { "CF-Connecting-IP": `192.0.2.${networks}` };
}

/** Sends the requests of a browser from another network from now on. */
function move(visitor: Visitor, network: Record<string, string>) {
  visitor.headers = { ...visitor.headers, ...network };
}

/** Returns a code that differs from `code`. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/**
 * Tries until one try is refused.
 * @param attempt makes try number n
 * @returns the refusal, and how many tries came before it
 */
async function tryUntilRefused(attempt: (n: number) => Promise<Response>) {
  // The minute may end once during the loop, which resets the count.
  for (let n = 0; n <= 2 * LIMIT; n++) {
    const response = await attempt(n);
    if (response.status === 429) return { response, before: n };
  }
  throw new Error("no try was refused");
}

/** Uses up the tries of a network, with an address that has no account. */
async function useUp(network: Record<string, string>) {
  const stranger = new Visitor(worker, network);
  await tryUntilRefused(() => stranger.confirm("/login/verify?email=nobody@example.com", "000000"));
}

async function expectRefusal(response: Response) {
  expect(response.status).toBe(429);
  expect(response.headers.get("X-Error-Code")).toBe("LIMIT_REACHED");
  expect(response.headers.get("Retry-After")).toBe("60");
  await expect(response).toShow(t("refused:tooManyTriesFromNetwork"));
}

const attemptsFor = async (email: string) =>
  (await worker.db.select().from(loginChallenges).where(eq(loginChallenges.email, email))).map(
    ({ attempts }) => attempts,
  );

test("a network may try a limited number of codes a minute, and a refused try keeps its values and is not counted", async () => {
  const visitor = new Visitor(worker, newNetwork());
  const { email } = await addUser(worker);
  const { verifyPath, code } = await visitor.askForCode(email);
  const { response, before } = await tryUntilRefused(() => visitor.confirm(verifyPath, wrong(code)));
  expect(before).toBeGreaterThanOrEqual(LIMIT);
  expect(await response.clone().text()).toContain(`value="${wrong(code)}"`);
  await expectRefusal(response);
  expect(await attemptsFor(email)).toEqual([before]);
  move(visitor, newNetwork());
  expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
});

test("tries at different addresses and right codes count together", async () => {
  const network = newNetwork();
  const { response } = await tryUntilRefused(async (n) => {
    const visitor = new Visitor(worker, network);
    const { verifyPath, code } = await visitor.askForCode(`each-${n}@example.com`);
    return visitor.confirm(verifyPath, code);
  });
  await expectRefusal(response);
});

test("the page of an email's link has the same limit, and a refused try leaves the link valid", async () => {
  const { email } = await addUser(worker);
  const visitor = new Visitor(worker, newNetwork());
  await visitor.askForCode(email);
  const { before } = await tryUntilRefused(() => visitor.post("/login/link?token=guessed", {}));
  expect(before).toBeGreaterThanOrEqual(LIMIT);
  const link = await lastLink(worker, email);
  await expectRefusal(await visitor.post(link, {}));
  move(visitor, newNetwork());
  expect(await visitor.post(link, {})).toRedirectTo("/app");
});

test.each<CodePage>([
  {
    name: "a change of address",
    page: "/app/account?newEmail=new@example.com",
    ask: { intent: "change-email", email: "new@example.com" },
    confirm: () => ({ intent: "confirm-email", oldCode: "000000" }),
    to: () => "new@example.com",
  },
  {
    name: "a deletion",
    page: "/account/delete",
    ask: { intent: "send-code" },
    confirm: (email: string) => ({ intent: "delete", confirmation: email }),
    to: (email: string) => email,
  },
])(
  "codes for $name have the same limit, and a refusal leaves the audit log unchanged",
  async ({ page, ask, confirm, to }) => {
    const email = `reader-${networks}@tries.example.com`;
    const reader = await Visitor.signedIn(worker, { email });
    await reader.post(page, ask);
    const code = await lastCode(worker, to(email));
    move(reader, newNetwork());
    const attempt = () => reader.post(page, { ...confirm(email), code: wrong(code) });
    const { response, before } = await tryUntilRefused(attempt);
    await expectRefusal(response);
    expect(await attemptsFor(to(email))).toEqual([before]);
    // Wait for a later refusal in the log. By then, the log would also have the first one.
    expect((await reader.get("/manager/users")).status).toBe(403);
    const entries = () => worker.db.select().from(auditLog).where(eq(auditLog.actorLabel, email));
    const codes = async () => new Set((await entries()).map(({ code }) => code));
    await expect.poll(async () => (await codes()).has("ACCESS_DENIED")).toBe(true);
    expect(await codes()).not.toContain("LIMIT_REACHED");
  },
);

test("codes for a proof have the same limit", async () => {
  const email = "admin@tries.example.com";
  const admin = await Visitor.signedIn(worker, { email, role: "admin" });
  await worker.db.update(sessions).set({ provenAt: 0 });
  const path = `/manager/users/${(await addUser(worker)).id}/ban`;
  const form = { reason: "Sold counterfeits" };
  expect((await admin.post(path, form)).status).toBe(401);
  const code = await lastCode(worker, email);
  move(admin, newNetwork());
  const attempt = () => admin.post(path, { ...form, proofCode: wrong(code) });
  const { response, before } = await tryUntilRefused(attempt);
  expect(await response.clone().text()).toContain(form.reason);
  expect(response.headers.get("Retry-After")).toBe("60");
  expect(response.headers.get("X-Error-Code")).toBe("LIMIT_REACHED");
  await expect(response).toShow(t("refused:tooManyTriesFromNetwork"));
  expect(await attemptsFor(email)).toEqual([before]);
});

test("a browser that has signed in to an address before is not limited by tries of others on its network", async () => {
  const { email } = await addUser(worker);
  const owner = new Visitor(worker);
  const first = await owner.askForCode(email);
  await owner.confirm(first.verifyPath, first.code);
  await owner.post("/sign-out", {});
  const network = newNetwork();
  await useUp(network);

  move(owner, network);
  const { verifyPath, code } = await owner.askForCode(email);
  expect((await owner.confirm(verifyPath, wrong(code))).status).toBe(400);
  const elsewhere = `/login/verify?email=${(await addUser(worker)).email}`;
  // Try several times, because the minute may have ended.
  await tryUntilRefused(() => owner.confirm(elsewhere, "000000"));
  expect(await owner.confirm(verifyPath, code)).toRedirectTo("/app");
});

/** Replacements for the rate limiter. */
const BROKEN_LIMITERS = {
  fails: 'export default () => ({ limit: () => Promise.reject(new Error("Gone")) });',
  "does not answer": "export default () => ({ limit: () => new Promise(() => {}) });",
};

test.each(Object.entries(BROKEN_LIMITERS))(
  "tries still work if the limiter %s, and the error is logged",
  async (_, contents) => {
    const broken = await startTestWorker({
      overrides: { wrappedBindings: { LOGIN_TRY_LIMITER: { scriptName: "limiter" } } },
      beside: [{ name: "limiter", modules: [{ type: "ESModule", path: "limiter.js", contents }] }],
    });
    const visitor = new Visitor(broken, newNetwork());
    const { verifyPath, code } = await visitor.askForCode((await addUser(broken)).email);
    expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
    await expect
      .poll(() => broken.logs.some((line) => line.includes("login tries not limited by network")))
      .toBe(true);
    await broken.stop();
  },
);

test("sign-ins with a passkey have the same limit", async () => {
  const reader = await Visitor.signedIn(worker);
  const key = await addPasskey(reader);
  const visitor = new Visitor(worker, newNetwork());
  const { response, before } = await tryUntilRefused(() => signInWith(visitor, key, { forged: true }));
  expect(before).toBeGreaterThanOrEqual(LIMIT);
  expect(response.headers.get("X-Error-Code")).toBe("LIMIT_REACHED");
  expect(response.headers.get("Retry-After")).toBe("60");
  expect(await response.json()).toEqual({ error: t("refused:tooManyTriesFromNetwork") });
  expect(await signInWith(new Visitor(worker, newNetwork()), key)).toRedirectTo("/app");
});
