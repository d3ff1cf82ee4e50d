import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emailChanges, notices, sessions, socialAccounts } from "#app/schema.ts";
import { accessTokensOf } from "#tests/support/api-tokens.ts";
import { Authenticator } from "#tests/support/authenticator.ts";
import { askToChangeEmail } from "#tests/support/change-email.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { addPasskey, beginPasskey, passkeysOf } from "#tests/support/passkeys.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { actionsOf, linksOf } from "#tests/support/provider-linked-accounts.ts";
import {
  addSecondStep,
  beginSetup,
  codeOf,
  findSecondStepRow,
  recoveryCodesOf,
} from "#tests/support/second-steps.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

const storage = gatedStorage();
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());

/** Ends a user's sessions right before the call to D1 that matches `call`, as "This was not me" does. */
const endBefore = (call: RegExp, userId: string) =>
  storage.before(call, () => worker.db.delete(sessions).where(eq(sessions.userId, userId)));

/** Expects that the response redirects to the sign-in, which says that the session has ended. */
async function expectEnded(visitor: Visitor, answer: Response, page: string, signIn = "/login") {
  expect(answer).toRedirectTo(page);
  expect(answer.headers.get("X-Error-Code")).toBe("SESSION_EXPIRED");
  expect(await visitor.get(page)).toRedirectTo(signIn);
  await expect(await visitor.get(signIn)).toShow(t("code:SESSION_EXPIRED"));
}

/** Expects that a user's action left neither an audit log entry nor a notice. */
async function expectUntold(userId: string) {
  expect(await actionsOf(worker, userId)).toEqual([]);
  expect(await worker.db.$count(notices, eq(notices.userId, userId))).toBe(0);
}

const newToken = (id: string = crypto.randomUUID(), scopes = "read") => ({
  intent: "create-token",
  id,
  name: "CI",
  scopes,
  ends: "30",
});

describe("a session that ends during a request", () => {
  test("adds no passkey", async () => {
    const person = await someone(worker);
    const response = await (await Authenticator.on(worker)).make(await beginPasskey(person.visitor));
    endBefore(/insert into "passkeys"/, person.id);
    const answer = await person.visitor.post("/account/passkeys", { intent: "add-passkey", response });
    await expectEnded(person.visitor, answer, "/account/passkeys");
    expect(await passkeysOf(worker, person.id)).toEqual([]);
    await expectUntold(person.id);
  });

  test("creates no access token", async () => {
    const person = await someone(worker);
    endBefore(/insert into "access_tokens"/, person.id);
    const answer = await person.visitor.post("/account/tokens", newToken());
    await expectEnded(person.visitor, answer, "/account/tokens");
    expect(await accessTokensOf(worker, person.id)).toEqual([]);
    await expectUntold(person.id);
  });

  test("does not replace the token that an earlier submission of the form created", async () => {
    const { visitor, id } = await someone(worker);
    const form = newToken();
    await visitor.post("/account/tokens", form);
    const before = await accessTokensOf(worker, id);
    expect(before).toHaveLength(1);
    endBefore(/insert into "access_tokens"/, id);
    await expectEnded(visitor, await visitor.post("/account/tokens", form), "/account/tokens");
    expect(await accessTokensOf(worker, id)).toEqual(before);
  });

  const PAGE = "/account/second-step";

  /** Returns a form that switches on the second step. */
  async function switchOnForm(visitor: Visitor) {
    const { sealed, secret } = await beginSetup(visitor);
    return { intent: "switch-on", secret: sealed, code: codeOf(secret) };
  }

  test("does not switch on the second step", async () => {
    const person = await someone(worker);
    const form = await switchOnForm(person.visitor);
    endBefore(/insert into "second_steps"/, person.id);
    await expectEnded(person.visitor, await person.visitor.post(PAGE, form), PAGE);
    expect(await findSecondStepRow(worker, person.id)).toBeUndefined();
    expect(await recoveryCodesOf(worker, person.id)).toEqual([]);
    await expectUntold(person.id);
  });

  test.each([
    ["before", /insert into "second_steps"/],
    ["after", /^delete from "recovery_codes"/],
  ])("renews no recovery codes if it ends %s the first of two submissions", async (_, call) => {
    const { visitor, id } = await someone(worker);
    const form = await switchOnForm(visitor);
    expect((await visitor.post(PAGE, form)).status).toBe(200);
    const before = await recoveryCodesOf(worker, id);
    expect(before).toHaveLength(10);
    endBefore(call, id);
    await expectEnded(visitor, await visitor.post(PAGE, form), PAGE);
    expect(await recoveryCodesOf(worker, id)).toEqual(before);
  });

  test.each([
    ["renew-codes", "recovery"],
    ["switch-off", "app"],
  ])("does not %s, and uses up no code (%s)", async (intent, kind) => {
    const person = await someone(worker);
    const { secret, codes } = await addSecondStep(worker, person.id);
    const stored = async () => [
      await findSecondStepRow(worker, person.id),
      await recoveryCodesOf(worker, person.id),
    ];
    const before = await stored();
    endBefore(/delete from "recovery_codes"/, person.id);
    const code = kind === "app" ? codeOf(secret) : (codes[0] as string);
    await expectEnded(person.visitor, await person.visitor.post(PAGE, { intent, code }), PAGE);
    expect(await stored()).toEqual(before);
    await expectUntold(person.id);
  });

  test("removes no passkey", async () => {
    const { visitor, id } = await someone(worker);
    await addPasskey(visitor);
    const before = await passkeysOf(worker, id);
    endBefore(/delete from "passkeys"/, id);
    const form = { intent: "remove-passkey", passkeyId: before[0]?.id as string };
    await expectEnded(visitor, await visitor.post("/account/passkeys", form), "/account/passkeys");
    expect(await passkeysOf(worker, id)).toEqual(before);
    expect(await actionsOf(worker, id)).toEqual(["passkey.add"]);
    expect(await worker.db.$count(notices, eq(notices.userId, id))).toBe(1);
  });

  test("unlinks no account at a provider", async () => {
    const { visitor, id } = await someone(worker);
    await worker.db.insert(socialAccounts).values({ userId: id, provider: "google", providerUserId: id });
    endBefore(/delete from "social_accounts"/, id);
    const answer = await visitor.post("/app/account", { intent: "unlink", provider: "google" });
    await expectEnded(visitor, answer, "/app/account", "/login?redirect=%2Fapp%2Faccount");
    expect(await linksOf(worker, id)).toHaveLength(1);
    await expectUntold(id);
  });

  test.each(["confirm-email", "plan-email"])("changes no address by %s", async (intent) => {
    const { visitor, id, email } = await someone(worker);
    const { path, form } = await askToChangeEmail(worker, visitor, email, `new-${email}`);
    endBefore(/insert into "email_changes"/, id);
    const answer = await visitor.post(path, { ...form, intent });
    await expectEnded(visitor, answer, "/app/account", "/login?redirect=%2Fapp%2Faccount");
    expect((await findUser(worker, email))?.id).toBe(id);
    expect(await worker.db.$count(emailChanges, eq(emailChanges.userId, id))).toBe(0);
    await expectUntold(id);
  });
});

test("an administrator whose impersonation has expired is themselves again and can create tokens", async () => {
  const { visitor, id } = await someone(worker, { role: "admin" });
  const { id: other } = await addUser(worker);
  await visitor.post(`/manager/users/${other}`, { intent: "impersonate" });
  expect((await visitor.post("/account/tokens", newToken())).status).toBe(403);
  await worker.db.update(sessions).set({ impersonationEndsAt: 1 }).where(eq(sessions.userId, id));
  const answer = await visitor.post("/account/tokens", newToken(undefined, "manage"));
  await expect(answer).toShow(t("token:made.once"));
  expect(await accessTokensOf(worker, id)).toHaveLength(1);
  expect(await accessTokensOf(worker, other)).toEqual([]);
});
