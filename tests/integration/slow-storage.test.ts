import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog, loginChallenges, sessions, users } from "#app/schema.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

const storage = gatedStorage();
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());

/**
 * Expects that the log has an error of the request that got `response`.
 * @param culprit what the error names
 */
async function expectLogged(response: Response, culprit: string) {
  const id = response.headers.get("X-Request-Id") as string;
  await expect.poll(() => worker.logs.some((line) => line.includes(id) && line.includes(culprit))).toBe(true);
}

// All requests are in one test, so that they wait for the time limit at the same time.
test("a page or form fails in time if D1 or KV does not answer, the log names which, and nothing is written", async () => {
  const reader = await Visitor.signedIn(worker);
  const newcomer = await Visitor.signedIn(worker, { onboardedAt: null, name: null });
  const visitor = new Visitor(worker);
  const known = await addUser(worker, { email: "known@example.com" });
  const { verifyPath, code } = await visitor.askForCode(known.email);
  const sessionsBefore = await worker.db.select().from(sessions);

  storage.hold(
    /^select.*from "email_changes"|^update "users"|^kv put|^select 1 as one|^insert into "sessions"|"consumed_at" = /,
  );
  const [page, form, mail, health, signIn] = await Promise.all([
    reader.get("/app/account"),
    newcomer.post("/onboarding", { name: "Ada Lovelace" }),
    new Visitor(worker).post("/login", { email: "new@example.com" }),
    reader.get("/healthz"),
    visitor.confirm(verifyPath, code),
  ]);
  storage.hold(/(?!)/);

  expect(page.status).toBe(500);
  await expect(page).toShow(t("error:500"));
  await expectLogged(page, "D1 did not answer within 5000 ms: select");

  expect(form.status).toBe(500);
  await expect(form).toShow(t("onboarding:failed"));
  expect(await form.text()).toContain('value="Ada Lovelace"');
  await expectLogged(form, "D1 did not answer within 5000 ms: batch of update, insert");
  expect(await worker.db.select().from(auditLog).where(eq(auditLog.action, "account.onboard"))).toEqual([]);
  const names = await worker.db.select({ name: users.name }).from(users);
  expect(names).not.toContainEqual({ name: "Ada Lovelace" });

  expect(mail.status).toBe(502);
  await expect(mail).toShow(t("refused:mailFailed"));
  await expectLogged(mail, "KV did not answer within 5000 ms: put");
  const [challenge] = await worker.db
    .select()
    .from(loginChallenges)
    .where(eq(loginChallenges.email, "new@example.com"));
  expect(challenge?.withdrawnAt).toBeTypeOf("number");

  expect(health.status).toBe(503);
  expect(await health.json()).toMatchObject({ d1: "failed", kv: "ok" });

  expect(signIn.status).toBe(500);
  await expectLogged(signIn, "D1 did not answer within 5000 ms: batch of");
  expect(await worker.db.select().from(sessions)).toEqual(sessionsBefore);
  expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
});
