import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { secondSteps } from "#app/db/schema.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { addSecondStep, findSecondStepRow } from "#tests/support/second-steps.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const PAGE = "/account/second-step";
const DAY = 24 * 60 * 60 * 1000;

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ settings: { ADMIN_SECOND_STEP_DAYS: "14" } });
});
afterAll(() => worker.stop());

async function administrator() {
  const email = `${crypto.randomUUID()}@example.com`;
  const visitor = await Visitor.signedIn(worker, { email, role: "admin" });
  return { visitor, id: (await findUser(worker, email))?.id as string };
}

test("within the days of grace the manager says until when, and after them it leads to the second step", async () => {
  const { visitor, id } = await administrator();
  const page = await visitor.get("/manager/users");
  expect(page.status).toBe(200);
  expect(databaseCost(page)).toMatchObject({ roundTrips: 1 });
  await expect(page).toShow(t("manager:secondStepOpen"));
  await expect.poll(async () => (await findSecondStepRow(worker, id))?.askedAt).toBeTruthy();
  const askedAt = (await findSecondStepRow(worker, id))?.askedAt;
  await visitor.get("/manager/users");
  expect((await findSecondStepRow(worker, id))?.askedAt).toBe(askedAt);

  await worker.db
    .update(secondSteps)
    .set({ askedAt: Date.now() - 14 * DAY })
    .where(eq(secondSteps.userId, id));
  const { id: other } = await addUser(worker);
  for (const path of ["/manager/users", "/manager/users.data", "/manager/account", `/manager/users/${other}`])
    expect((await visitor.get(path)).status, path).toBe(path.endsWith(".data") ? 202 : 302);
  expect(await visitor.get("/manager/users")).toRedirectTo(PAGE);
  expect(await visitor.post(`/manager/users/${other}`, { intent: "delete" })).toRedirectTo(PAGE);
  await expect(await visitor.get(PAGE)).toShow(t("factor:required"));
  expect((await visitor.get("/app")).status).toBe(200);
});

test("whoever has a second step is not asked, and readers never are", async () => {
  const { visitor, id } = await administrator();
  await addSecondStep(worker, id);
  await expect(await visitor.get("/manager/users")).not.toShow(t("manager:secondStepOpen"));
  expect((await findSecondStepRow(worker, id))?.askedAt).toBeNull();
  const reader = await Visitor.signedIn(worker);
  expect((await reader.get("/app")).status).toBe(200);
  await expect(await reader.get(PAGE)).not.toShow(t("factor:required"));
});
