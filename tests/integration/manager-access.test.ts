import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessions, users } from "#app/schema.ts";
import { describeCreateForm } from "#tests/support/manager-rules.ts";
import { addSession, addUser, findUser } from "#tests/support/people.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
});
afterAll(() => worker.stop());

describeCreateForm({
  entity: "user",
  worker: () => worker,
  table: users,
  path: "/manager/users/new",
  fields: (name) => ({ email: `${name}@example.com`, role: "user" }),
  refusal: "USER_ALREADY_EXISTS",
});

test("a changed role takes effect with the next request, in both directions", async () => {
  const visitor = await Visitor.signedIn(worker, { email: "promoted@example.com" });
  expect((await visitor.get("/manager/users")).status).toBe(403);
  await worker.db.update(users).set({ role: "admin" }).where(eq(users.email, "promoted@example.com"));
  expect((await visitor.get("/manager/users")).status).toBe(200);
  await worker.db.update(users).set({ role: "user" }).where(eq(users.email, "promoted@example.com"));
  expect((await visitor.get("/manager/users")).status).toBe(403);
});

test("an action waits for the check: a revoked session or a demoted user writes nothing", async () => {
  const account = await addUser(worker, { role: "admin" });
  const { cookie, sessionId } = await addSession(worker, account);
  const visitor = new Visitor(worker, { Cookie: cookie });
  const form = { email: "demoted@example.com", role: "user" };
  await worker.db.update(users).set({ role: "user" }).where(eq(users.id, account.id));
  expect((await visitor.post("/manager/users/new", form)).status).toBe(403);
  await worker.db.delete(sessions).where(eq(sessions.id, sessionId));
  expect((await visitor.post("/manager/users/new", form)).status).toBe(302);
  expect(await findUser(worker, form.email)).toBeUndefined();
});
