import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY, HOUR } from "#app/core/lib/durations.ts";
import { secondSteps } from "#app/schema.ts";
import { ROUTES } from "#scripts/lib/routes.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// The pages that the account links to appear in the frame of the area from which the reader came.

const t = textsIn("en");
const NAVIGATION = new RegExp(`<nav aria-label="${t("navigation")}".*?</nav>`, "s");
const PAGES = ROUTES.filter(
  ({ path, files }) => /^\/account\/[^:]+$/.test(path) && files.at(-1)?.endsWith(".tsx"),
).map(({ path }) => path);

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ settings: { ADMIN_SECOND_STEP_DAYS: "14" } });
});
afterAll(() => worker.stop());

/**
 * Reads whether a page has a navigation, which of its links are current, and where the first link of the
 * content leads.
 */
async function frameOf(response: Response) {
  const html = await response.text();
  const navigation = NAVIGATION.exec(html)?.[0] ?? null;
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? "";
  const current = linksIn(navigation ?? "").filter((link) => link.includes("aria-current"));
  return {
    isFramed: navigation !== null,
    current: current.map(hrefOf),
    back: linksIn(main).map(hrefOf)[0],
    html,
  };
}
const linksIn = (html: string): string[] => html.match(/<a [^>]*>/g) ?? [];
const hrefOf = (link: string) => /href="([^"]*)"/.exec(link)?.[1];

test("the routes include pages below the account", () => {
  expect(PAGES.length).toBeGreaterThan(2);
});

describe.each(PAGES)("%s", (path) => {
  test.each([
    ["a reader", "user", "/app/account"],
    ["an administrator", "admin", "/manager/account"],
  ] as const)("is shown to %s in their area, with a link back to their account", async (_, role, account) => {
    const visitor = await Visitor.signedIn(worker, { role });
    await expectFrame(await visitor.get(path), account);
  });

  test("is shown to an administrator in the area where they opened their account", async () => {
    const visitor = await Visitor.signedIn(worker, { role: "admin" });
    for (const account of ["/app/account", "/manager/account"]) {
      await visitor.get(account);
      await expectFrame(await visitor.get(path), account);
    }
  });

  test("has no navigation for a user who may not enter an area yet", async () => {
    const visitor = await Visitor.signedIn(worker, { onboardedAt: null });
    const page = await visitor.get(path);
    expect(page.status).not.toBe(302);
    expect(await frameOf(page)).toMatchObject({ isFramed: false });
  });
});

async function expectFrame(page: Response, account: string): Promise<void> {
  // Without a store for files, the page of the picture is an error page, which also has the frame.
  const isError = page.status === 404;
  if (!isError) expect(page.status).toBe(200);
  const { current, back } = await frameOf(page);
  expect(current).toEqual([account]);
  if (!isError) expect(back).toBe(account);
}

test("an administrator without a required second step sets it up without the manager's navigation", async () => {
  const visitor = await Visitor.signedIn(worker, { role: "admin" });
  await worker.db
    .insert(secondSteps)
    .values({ userId: visitor.userId as string, askedAt: Date.now() - 15 * DAY });
  const page = await visitor.get("/account/second-step");
  expect(databaseCost(page)).toMatchObject({ roundTrips: 1 });
  // The page links back to the reader's area. A link to the manager would redirect back to this page.
  expect(await frameOf(page)).toMatchObject({ isFramed: false, back: "/app/account" });
  await visitor.get("/app/account");
  await expectFrame(await visitor.get("/account/second-step"), "/app/account");
});

test("the step that asks for a proof and a refusal have the frame without script, too", async () => {
  const user = await addUser(worker, { role: "admin" });
  const { cookie } = await addSession(worker, user, { provenAt: Date.now() - 2 * HOUR });
  const unproven = new Visitor(worker, { Cookie: cookie });
  const asks = await unproven.post("/account/second-step", { intent: "begin" });
  expect(asks.status).toBe(401);
  const step = await frameOf(asks);
  expect(step.html).toContain(t("proof:title"));
  expect(step.current).toEqual(["/manager/account"]);

  const reader = await addUser(worker);
  const impersonating = await addSession(worker, await addUser(worker, { role: "admin" }), {
    impersonatedUserId: reader.id,
    impersonationEndsAt: Date.now() + HOUR,
  });
  const impersonator = new Visitor(worker, { Cookie: impersonating.cookie });
  for (const refused of [
    await impersonator.get("/account/delete"),
    await impersonator.post("/account/delete", { intent: "send-code" }),
  ]) {
    expect(refused.status).toBe(403);
    expect((await frameOf(refused)).current).toEqual(["/app/account"]);
  }
});
