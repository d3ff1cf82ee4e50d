import { afterAll, beforeAll, expect, test } from "vitest";
import { addOrganisation } from "#tests/support/organisations.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ settings: { ORGANISATION_FOR_EVERYBODY: "true" } });
});
afterAll(() => worker.stop());

test("a reader without an organisation is led to where they can create one, and then is where they wanted to be", async () => {
  const { visitor } = await someone(worker);
  for (const path of ["/app", "/app/books", "/app/shelf"])
    expect(await visitor.get(path)).toRedirectTo("/app/o/last");
  const offered = await visitor.get("/app/o/last");
  expect(offered.headers.get("X-Error-Code")).toBe("NO_ACTIVE_ORGANIZATION");
  await expect(offered).toShow(t("organisation:new"));
  expect((await visitor.post("/app/o/new", { name: "Hogarth Press" })).status).toBe(302);
  expect((await visitor.get("/app/books")).status).toBe(200);
});

test("the account and organisations stay open, and nobody who may enter the manager is kept out of it", async () => {
  const { visitor } = await someone(worker, { role: "admin" });
  for (const path of ["/app/account", "/app/o", "/app/o/new", "/manager/account", "/manager/users"])
    expect((await visitor.get(path)).status, path).toBe(200);
});

test("a member is led nowhere, and who has not said their name yet says it first", async () => {
  const member = await someone(worker);
  await addOrganisation(worker, member.id);
  expect((await member.visitor.get("/app")).status).toBe(200);
  const fresh = await someone(worker, { onboardedAt: null, name: null });
  expect((await fresh.visitor.get("/app")).headers.get("Location")).toMatch(/onboarding/);
});
