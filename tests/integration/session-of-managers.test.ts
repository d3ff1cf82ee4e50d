import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUR } from "#app/core/lib/durations.ts";
import { sessions, users } from "#app/schema.ts";
import { DAILY, runCron } from "#tests/support/cron.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

const withCookie = (cookie: string) => new Visitor(worker, { Cookie: cookie }).get("/app");

const stored = async (id: string) => (await worker.db.select().from(sessions).where(eq(sessions.id, id)))[0];

describe("the session of a user who may enter the manager", () => {
  test("ends after a day without use, whatever end was stored, depending on the current role", async () => {
    const user = await addUser(worker, { role: "admin" });
    const unused = (hours: number) => addSession(worker, user, { updatedAt: Date.now() - hours * HOUR });
    const [used, forgotten] = [await unused(23.9), await unused(24)];
    expect((await withCookie(used.cookie)).status).toBe(200);
    expect(await withCookie(forgotten.cookie)).toRedirectTo("/login?redirect=%2Fapp");
    await worker.db.update(users).set({ role: "user" }).where(eq(users.id, user.id));
    expect((await withCookie(forgotten.cookie)).status).toBe(200);
  });

  test("is renewed at most once an hour, without an extra round trip", async () => {
    const user = await addUser(worker, { role: "admin" });
    const now = Date.now();
    const fresh = await addSession(worker, user, { updatedAt: now - 0.9 * HOUR });
    const stale = await addSession(worker, user, { updatedAt: now - HOUR });
    for (const { cookie } of [fresh, stale]) {
      expect(databaseCost(await withCookie(cookie))).toMatchObject({ roundTrips: 1 });
    }
    await expect.poll(async () => (await stored(stale.sessionId))?.updatedAt).toBeGreaterThanOrEqual(now);
    expect((await stored(fresh.sessionId))?.updatedAt).toBe(now - 0.9 * HOUR);
  });

  test("follows the rule for the administrator while they impersonate a user", async () => {
    const boss = await addUser(worker, { role: "admin" });
    const seen = await addUser(worker);
    const given = { impersonatedUserId: seen.id, impersonationEndsAt: Date.now() + HOUR };
    const used = await addSession(worker, boss, { ...given, updatedAt: Date.now() - 2 * HOUR });
    expect((await withCookie(used.cookie)).status).toBe(200);
    await expect
      .poll(async () => (await stored(used.sessionId))?.updatedAt)
      .toBeGreaterThan(Date.now() - HOUR);
    const forgotten = await addSession(worker, boss, { ...given, updatedAt: Date.now() - 24 * HOUR });
    expect(await withCookie(forgotten.cookie)).toRedirectTo("/login?redirect=%2Fapp");
  });

  test("is listed with the time when it ends, and no longer after that", async () => {
    const visitor = await Visitor.signedIn(worker, { role: "admin", email: "listed@example.com" });
    const [user] = await worker.db.select().from(users).where(eq(users.email, "listed@example.com"));
    const page = await visitor.get("/manager/account");
    await expect(page).toShow("Expires in 23 hours");
    expect(databaseCost(page)).toMatchObject({ roundTrips: 1 });
    const listed = async () =>
      (await (await visitor.get("/manager/account")).text()).match(/Expires/g)?.length;
    const before = await listed();
    await addSession(worker, user as typeof users.$inferSelect, { updatedAt: Date.now() - 24 * HOUR });
    expect(await listed()).toBe(before);
  });

  test("is deleted by the daily job once it has ended", async () => {
    const boss = await addUser(worker, { role: "admin" });
    const reader = await addUser(worker);
    const updatedAt = Date.now() - 25 * HOUR;
    const [ended, kept] = [
      await addSession(worker, boss, { updatedAt }),
      await addSession(worker, reader, { updatedAt }),
    ];
    await runCron(worker, DAILY);
    expect(await stored(ended.sessionId)).toBeUndefined();
    expect(await stored(kept.sessionId)).toBeDefined();
  });

  test("lasts as long as the setting says, and is renewed eight times in that time", async () => {
    const strict = await startTestWorker({ settings: { ADMIN_SESSION_HOURS: "1" } });
    const user = await addUser(strict, { role: "admin" });
    const minute = HOUR / 60;
    const status = async (minutes: number) => {
      const { cookie, sessionId } = await addSession(strict, user, {
        updatedAt: Date.now() - minutes * minute,
      });
      const { status } = await new Visitor(strict, { Cookie: cookie }).get("/app");
      return { status, sessionId };
    };
    expect((await status(60)).status).toBe(302);
    const renewed = await status(8);
    expect(renewed.status).toBe(200);
    await expect
      .poll(async () => {
        const [row] = await strict.db.select().from(sessions).where(eq(sessions.id, renewed.sessionId));
        return row?.updatedAt;
      })
      .toBeGreaterThan(Date.now() - minute);
    await strict.stop();
  });
});
