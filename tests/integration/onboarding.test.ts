import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import { loginChallenges, sessions, users } from "#app/schema.ts";
import { DAILY, runCron } from "#tests/support/cron.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker();
});

afterAll(() => worker.stop());

describe("onboarding", () => {
  test("comes before any other page, is recorded once, and returns to the page that the user wanted", async () => {
    const email = "newcomer@example.com";
    const visitor = await Visitor.signedIn(worker, { email, name: null, onboardedAt: null });
    const asked = await visitor.get("/app/account?after=x");
    expect(asked).toRedirectTo("/onboarding?redirect=%2Fapp%2Faccount%3Fafter%3Dx");
    const path = "/onboarding?redirect=%2Fapp%2Faccount";
    const page = await visitor.get(path);
    for (const text of [
      "Welcome",
      t("onboarding:question"),
      "Continue",
      `Logged with ${email}`,
      t("signOut"),
    ]) {
      await expect(page).toShow(text);
    }

    const empty = await visitor.post(path, { name: " \u200b " });
    expect(empty.status).toBe(400);
    await expect(empty).toShow(t("user:errors.nameRequired"));
    const long = await visitor.post(path, { name: "a".repeat(101) });
    await expect(long).toShow(t("validation:string.max", { count: 100 }));

    const [first, second] = await Promise.all([
      visitor.post(path, { name: "Grace" }),
      visitor.post(path, { name: "Hopper" }),
    ]);
    expect(first).toRedirectTo("/app/account");
    expect(second).toRedirectTo("/app/account");
    const [user] = await worker.db.select().from(users).where(eq(users.email, email));
    expect(["Grace", "Hopper"]).toContain(user?.name);
    expect(user?.onboardedAt).toBeTypeOf("number");
    await expect(await visitor.get("/app/account")).toShow(t("onboarding:done", { name: user?.name }));
    await expect(await visitor.get("/app/account")).not.toShow(t("onboarding:done", { name: user?.name }));

    expect(await visitor.post(path, { name: "Someone else" })).toRedirectTo("/app/account");
    const [same] = await worker.db.select().from(users).where(eq(users.email, email));
    expect(same).toEqual(user);
    expect(await visitor.get(path)).toRedirectTo("/app/account");
    expect(await visitor.get("/onboarding?redirect=%2F%2Fevil.example")).toRedirectTo("/app");
  });

  test("gives its reason and the guessed language and time zone, and the page of time zones leads back to it", async () => {
    const visitor = await Visitor.signedIn(worker, { name: null, onboardedAt: null });
    const path = "/onboarding?redirect=%2Fapp%2Fbooks";
    const page = await visitor.get(path);
    for (const text of [t("onboarding:why"), "Language English", t("onboarding:timeZone")])
      await expect(page).toShow(text);
    const html = await page.text();
    expect(html).toContain('href="#languages"');
    const [, change = ""] = /href="(\/account\/time-zone\?[^"]+)"/.exec(html) ?? [];
    expect(await (await visitor.get(change)).text()).toContain(`href="${path.replaceAll("&", "&amp;")}"`);
    expect(await visitor.post(change, { zone: "Africa/Nairobi" })).toRedirectTo(path);
    await expect(await visitor.get(path)).toShow("East Africa Time");
    const away = "/account/time-zone?returnTo=%2F%2Fevil.example";
    expect(await visitor.post(away, { zone: "" })).not.toRedirectTo("//evil.example");
  });

  test("shows the name that an administrator entered", async () => {
    const visitor = await Visitor.signedIn(worker, { name: "Zainab Ali", onboardedAt: null });
    expect(await (await visitor.get("/onboarding")).text()).toContain('value="Zainab Ali"');
  });

  test.each([
    ["علی\u200cرضا", "علی\u200cرضا"],
    ["  Ada\t\n Lovelace ", "Ada Lovelace"],
    ["Ada\u202eLovelace", "Ada Lovelace"],
    ["क्\u200dष", "क्\u200dष"],
  ])("keeps the spelling of the name %j", async (typed, kept) => {
    const visitor = await Visitor.signedIn(worker, { name: null, onboardedAt: null });
    await visitor.post("/onboarding", { name: typed });
    await expect(await visitor.get("/app")).toShow(t("onboarding:done", { name: kept }));
  });
});

describe("the daily purge", () => {
  test("deletes expired rows and keeps the others", async () => {
    const user = await addUser(worker);
    const now = Date.now();
    const live = await addSession(worker, user);
    const expired = await addSession(worker, user, { expiresAt: now - 1 });
    const challenge = (id: string, createdAt: number) => ({
      id,
      email: "p@example.com",
      createdAt,
      expiresAt: createdAt,
    });
    await worker.db
      .insert(loginChallenges)
      .values([challenge("old", now - DAY - 1), challenge("counted", now - DAY / 2)]);

    await runCron(worker, DAILY);

    const left = (await worker.db.select().from(sessions).where(eq(sessions.userId, user.id))).map(
      ({ id }) => id,
    );
    expect(left).toContain(live.sessionId);
    expect(left).not.toContain(expired.sessionId);
    const challenges = await worker.db
      .select()
      .from(loginChallenges)
      .where(eq(loginChallenges.email, "p@example.com"));
    expect(challenges.map(({ id }) => id)).toEqual(["counted"]);
  });
});
