import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import { can, DEFAULT_ROLE } from "#app/permissions.ts";
import { secondSteps } from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { readApiDocument } from "#tests/support/api-document.ts";
import { codeOf as problemCodeOf } from "#tests/support/api-problem.ts";
import { callerOf, filledPath, validBody } from "#tests/support/api-samples.ts";
import { accessTokensOf } from "#tests/support/api-tokens.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { addSecondStep, codeOf, findSecondStepRow } from "#tests/support/second-steps.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const PAGE = "/account/second-step";
const TOKENS = "/account/tokens";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true, settings: { ADMIN_SECOND_STEP_DAYS: "14" } });
});
afterAll(() => worker.stop());

async function administrator() {
  const email = `${crypto.randomUUID()}@example.com`;
  const visitor = await Visitor.signedIn(worker, { email, role: "admin" });
  return { visitor, id: (await findUser(worker, email))?.id as string };
}

/** Moves the first demand for a second step into the past, so that the days of grace are over. */
const endGrace = (userId: string) =>
  worker.db
    .update(secondSteps)
    .set({ askedAt: Date.now() - 14 * DAY })
    .where(eq(secondSteps.userId, userId));

test("the manager shows the deadline during the days of grace, and redirects to the second step after them", async () => {
  const { visitor, id } = await administrator();
  const page = await visitor.get("/manager/users");
  expect(page.status).toBe(200);
  expect(databaseCost(page)).toMatchObject({ roundTrips: 1 });
  await expect(page).toShow(t("manager:secondStepOpen"));
  await expect.poll(async () => (await findSecondStepRow(worker, id))?.askedAt).toBeTruthy();
  const askedAt = (await findSecondStepRow(worker, id))?.askedAt;
  await visitor.get("/manager/users");
  expect((await findSecondStepRow(worker, id))?.askedAt).toBe(askedAt);

  await endGrace(id);
  const { id: other } = await addUser(worker);
  for (const path of ["/manager/users", "/manager/users.data", "/manager/account", `/manager/users/${other}`])
    expect((await visitor.get(path)).status, path).toBe(path.endsWith(".data") ? 202 : 302);
  expect(await visitor.get("/manager/users")).toRedirectTo(PAGE);
  expect(await visitor.post(`/manager/users/${other}`, { intent: "delete" })).toRedirectTo(PAGE);
  await expect(await visitor.get(PAGE)).toShow(t("factor:required"));
  expect((await visitor.get("/app")).status).toBe(200);
});

test("after the days of grace, no new token gets the scope manage", async () => {
  const { visitor, id } = await administrator();
  const form = {
    intent: "create-token",
    id: crypto.randomUUID(),
    name: "Nightly",
    scopes: "manage",
    ends: "90",
  };
  const make = (given: Record<string, string> = {}) => visitor.post(TOKENS, { ...form, ...given });
  await expect(await make({ id: crypto.randomUUID() })).toShow(t("token:made.once"));
  await expect.poll(async () => (await findSecondStepRow(worker, id))?.askedAt).toBeTruthy();
  await endGrace(id);
  const before = await accessTokensOf(worker, id);

  const refused = await make();
  expect(refused.status).toBe(403);
  const html = await refused.text();
  await expect(new Response(html)).toShow(t("token:errors.secondStepFirst"));
  expect(html).toMatch(/<input[^>]* name="name"[^>]* value="Nightly"/);
  expect(html).toMatch(/<input(?=[^>]* value="manage")[^>]* checked/);
  expect(html).toMatch(/<option[^>]* value="90"[^>]* selected/);
  expect(await accessTokensOf(worker, id)).toEqual(before);

  await expect(await make({ scopes: "read" })).toShow(t("token:made.once"));
  await worker.db.delete(secondSteps).where(eq(secondSteps.userId, id));
  const { secret } = await addSecondStep(worker, id);
  const proof = { proofOf: id, proofApp: codeOf(secret) };
  await expect(await make({ id: crypto.randomUUID(), ...proof })).toShow(t("token:made.once"));
});

test("after the days of grace, the API refuses exactly what the manager refuses", async () => {
  const scopes = ["read", "write", "manage"] as const;
  const caller = await ApiCaller.of(worker, { role: "admin" }, [...scopes]);
  const { id } = caller.owner;
  await caller.read("/users");
  await expect.poll(async () => (await findSecondStepRow(worker, id))?.askedAt).toBeTruthy();
  await caller.read("/users");
  await endGrace(id);

  const { operations } = await readApiDocument(worker);
  const other = await ApiCaller.of(worker, { role: "admin" }, [...scopes]);
  const ofManagers = operations.filter(
    ({ "x-permission": permission }) => permission && !can(DEFAULT_ROLE, permission),
  );
  expect(ofManagers.length).toBeGreaterThan(5);
  for (const operation of operations) {
    const path = await filledPath(operation, operations, other, caller);
    const json = await validBody(operation, worker);
    const isOfManagers = ofManagers.includes(operation);
    const asking = isOfManagers ? caller : await callerOf(operation, caller);
    const response = await asking.call(path, {
      method: operation.method.toUpperCase(),
      ...(json && { json }),
    });
    if (!isOfManagers) {
      expect(response.status, operation.operationId).toBeLessThan(300);
      continue;
    }
    expect(response.status, operation.operationId).toBe(403);
    expect(await problemCodeOf(response), operation.operationId).toBe("SECOND_STEP_REQUIRED");
  }
  await worker.db.delete(secondSteps).where(eq(secondSteps.userId, id));
  await addSecondStep(worker, id);
  await caller.read("/users");
});

test("an administrator with a second step sees no deadline, and readers never do", async () => {
  const { visitor, id } = await administrator();
  await addSecondStep(worker, id);
  await expect(await visitor.get("/manager/users")).not.toShow(t("manager:secondStepOpen"));
  expect((await findSecondStepRow(worker, id))?.askedAt).toBeNull();
  const reader = await Visitor.signedIn(worker);
  expect((await reader.get("/app")).status).toBe(200);
  await expect(await reader.get(PAGE)).not.toShow(t("factor:required"));
});
