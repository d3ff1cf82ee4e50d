import { afterAll, beforeAll, expect, test } from "vitest";
import { anOrganisation, invite, linkTo, someAddress } from "#tests/support/organisation-invitations.ts";
import { addOrganisation } from "#tests/support/organisations.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ settings: { ORGANISATION_FOR_EVERYBODY: "true" } });
});
afterAll(() => worker.stop());

test("a reader without an organisation is redirected to create one, and can then open other pages", async () => {
  const { visitor } = await someone(worker);
  for (const path of ["/app", "/app/books", "/app/shelf"])
    expect(await visitor.get(path)).toRedirectTo("/app/o/last");
  const offered = await visitor.get("/app/o/last");
  expect(offered.headers.get("X-Error-Code")).toBe("NO_ACTIVE_ORGANIZATION");
  await expect(offered).toShow(t("organisation:new"));
  expect((await visitor.post("/app/o/new", { name: "Hogarth Press" })).status).toBe(302);
  expect((await visitor.get("/app/books")).status).toBe(200);
});

test("the account and organisations stay open, as does everything for users who may enter the manager", async () => {
  const { visitor } = await someone(worker, { role: "admin" });
  for (const path of ["/app/account", "/app/o", "/app/o/new", "/manager/account", "/manager/users"])
    expect((await visitor.get(path)).status, path).toBe(200);
});

test("a member is redirected nowhere, and a user without a name enters it first", async () => {
  const member = await someone(worker);
  await addOrganisation(worker, member.id);
  expect((await member.visitor.get("/app")).status).toBe(200);
  const fresh = await someone(worker, { onboardedAt: null, name: null });
  expect((await fresh.visitor.get("/app")).headers.get("Location")).toMatch(/onboarding/);
});

test("an invited person joins, with or without an account, and is not redirected to create an organisation", async () => {
  const organisation = await anOrganisation(worker);
  const known = await someone(worker);
  const newcomer = { visitor: new Visitor(worker), email: someAddress() };
  for (const { visitor, email } of [known, newcomer]) {
    await invite(organisation.owner.visitor, organisation, email);
    const link = await linkTo(worker, email);
    expect((await visitor.get(link)).status).toBe(200);
    expect(await visitor.post(link, { intent: "accept" })).toRedirectTo(`/app/o/${organisation.slug}`);
  }
  const asked = await newcomer.visitor.get(`/app/o/${organisation.slug}`);
  const named = await newcomer.visitor.post(asked.headers.get("Location") ?? "", { name: "Leonard Woolf" });
  expect(named).toRedirectTo(`/app/o/${organisation.slug}`);
  for (const { visitor } of [known, newcomer])
    for (const path of [`/app/o/${organisation.slug}`, "/app"])
      expect((await visitor.get(path)).status, path).toBe(200);
});
