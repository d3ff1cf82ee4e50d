import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, type CodePurpose, emailChanges, loginChallenges, sessions, users } from "#app/schema.ts";
import { askToChangeEmail } from "#tests/support/change-email.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { lastCode, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests changes that happen between the check of a request and its write. The batch that writes checks again,
// so nothing gets through.

const storage = gatedStorage();
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());

describe("a code that another request uses up right after its check", () => {
  /** Lets another request use up the codes for a purpose right before the batch. */
  const takeFirst = (purpose: CodePurpose) =>
    storage.before(/update "login_challenges" set "consumed_at"/, () =>
      worker.db
        .update(loginChallenges)
        .set({ consumedAt: Date.now() })
        .where(eq(loginChallenges.purpose, purpose)),
    );

  test("signs nobody in, creates no account and verifies no address", async () => {
    for (const email of ["nobody-yet@example.com", (await addUser(worker)).email]) {
      const before = await findUser(worker, email);
      const visitor = new Visitor(worker);
      const { verifyPath, code } = await visitor.askForCode(email);
      takeFirst("sign-in");
      const answer = await visitor.confirm(verifyPath, code);
      expect(answer.headers.get("X-Error-Code")).toBe("OTP_EXPIRED");
      expect(visitor.cookies.has("session")).toBe(false);
      expect(await findUser(worker, email)).toEqual(before);
    }
    expect(await worker.db.$count(sessions)).toBe(0);
  });

  test.each(["change-email", "leave-email"] as const)("%s: changes no address", async (purpose) => {
    const email = `${purpose}@example.com`;
    const visitor = await Visitor.signedIn(worker, { email });
    const { path, form } = await askToChangeEmail(worker, visitor, email, `new-${email}`);
    takeFirst(purpose);
    expect((await visitor.post(path, form)).headers.get("X-Error-Code")).toBe("OTP_EXPIRED");
    expect(await findUser(worker, email)).toBeDefined();
    expect(await worker.db.$count(emailChanges)).toBe(0);
  });

  test("plans no change of address", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "plan@example.com" });
    const { path, form } = await askToChangeEmail(worker, visitor, "plan@example.com", "plan-2@example.com");
    takeFirst("change-email");
    const answer = await visitor.post(path, { intent: "plan-email", code: form.code });
    expect(answer.headers.get("X-Error-Code")).toBe("OTP_EXPIRED");
    expect(await worker.db.$count(emailChanges)).toBe(0);
  });

  test("proves nothing", async () => {
    const email = "proof@example.com";
    const visitor = await Visitor.signedIn(worker, { email });
    await worker.db.update(sessions).set({ provenAt: 0 });
    const prove = (fields = {}) => visitor.post("/app/account", { intent: "prove", ...fields });
    expect((await prove()).status).toBe(401);
    takeFirst("confirm");
    expect((await prove({ proofCode: await lastCode(worker, email) })).status).toBe(401);
    expect(await visitor.get("/account/data")).toRedirectTo("/app/account#data");
  });

  test("deletes no account", async () => {
    const email = "stays@example.com";
    const visitor = await Visitor.signedIn(worker, { email });
    await visitor.post("/app/account", { intent: "change-name", name: "Stella" });
    await visitor.post("/account/delete", { intent: "send-code" });
    const code = await lastCode(worker, email);
    takeFirst("delete-account");
    const answer = await visitor.post("/account/delete", { intent: "delete", code, confirmation: email });
    expect(answer.headers.get("X-Error-Code")).toBe("OTP_EXPIRED");
    expect((await visitor.get("/app")).status).toBe(200);
    const [renamed] = await worker.db.select().from(auditLog).where(eq(auditLog.action, "account.rename"));
    expect(renamed?.changes, "the log keeps its entries").toBeTruthy();
  });

  test("in a second submission of the same form deletes the account once, and both responses say so", async () => {
    const email = "twice@example.com";
    const visitor = await Visitor.signedIn(worker, { email });
    await visitor.post("/account/delete", { intent: "send-code" });
    const form = { intent: "delete", code: await lastCode(worker, email), confirmation: email };
    const send = () => visitor.post("/account/delete", form);
    let first: Response | undefined;
    storage.before(/update "login_challenges" set "consumed_at"/, async () => {
      first = await send();
    });
    expect(await send()).toRedirectTo("/login");
    expect(first).toRedirectTo("/login");
    expect(await findUser(worker, email)).toBeUndefined();
  });
});

describe("an administrator who is demoted after the check", () => {
  /**
   * Creates an administrator who is demoted right before the call that matches `call`. Another administrator
   * remains.
   */
  async function demotedBefore(call: RegExp, email: string) {
    const admin = await Visitor.signedIn(worker, { email, role: "admin" });
    await addUser(worker, { role: "admin" });
    const { id } = (await findUser(worker, email)) as { id: string };
    storage.before(call, () => worker.db.update(users).set({ role: "user" }).where(eq(users.id, id)));
    return { admin, id };
  }

  test("does not change their own address without codes", async () => {
    const { admin, id } = await demotedBefore(/update "users" set "email"/, "demoted@example.com");
    const form = { intent: "set-email", email: "unproven@example.com" };
    expect((await admin.post(`/manager/users/${id}/update`, form)).status).toBe(403);
    expect(await findUser(worker, "demoted@example.com")).toMatchObject({ id });
  });

  test("does not impersonate themselves", async () => {
    const { admin, id } = await demotedBefore(/"impersonated_user_id" = /, "mirror@example.com");
    expect((await admin.post(`/manager/users/${id}`, { intent: "impersonate" })).status).toBe(403);
  });
});
