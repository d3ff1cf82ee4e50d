import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import { auditLog, sessions, users } from "#app/schema.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

let admin: Visitor;

let adminId: string;

beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin", email: "boss@example.com", name: "The Boss" });
  adminId = (await user("boss@example.com"))?.id as string;
});

afterAll(() => worker.stop());

const user = async (email: string) => (await worker.db.select().from(users).where(eq(users.email, email)))[0];

const byId = async (id: string) => (await worker.db.select().from(users).where(eq(users.id, id)))[0];

const entriesAbout = (id: string) => worker.db.select().from(auditLog).where(eq(auditLog.subjectId, id));

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

const visitorWith = (cookie: string) => new Visitor(worker, { Cookie: cookie });

describe("a ban", () => {
  test("ends all sessions, tells the user why and until when, and can be lifted", async () => {
    const person = await addUser(worker, { name: "Mallory" });
    const { cookie } = await addSession(worker, person);
    const path = `/manager/users/${person.id}`;
    await expect(await admin.get(path)).toShow(t("user:ban.open"));
    const banned = await admin.post(`${path}/ban`, { reason: "Spam & <b>worse</b>", end: inDays(3) });
    expect(banned).toRedirectTo(path);
    const page = await admin.get(path);
    const day = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" });
    const lastDay = t("user:ban.through", { day: day.format(Date.parse(inDays(3))) });
    for (const text of [t("user:success.banned"), "Banned", lastDay, "Reason: Spam & <b>worse</b>"]) {
      await expect(page).toShow(text);
    }
    await expect(page).not.toShow(t("common:impersonation.open"));
    expect((await visitorWith(cookie).get("/app")).headers.get("Location")).toMatch(/^\/login/);
    // The ban ends at the end of that day in the time zone of the administrator, which may differ from UTC by
    // 14 hours.
    const end = (await byId(person.id))?.banExpiresAt as number;
    expect(Math.abs(end - Date.parse(inDays(4)))).toBeLessThanOrEqual(14 * 60 * 60 * 1000);

    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode(person.email);
    const refused = await visitor.confirm(verifyPath, code);
    expect(refused.status).toBe(403);
    expect(refused.headers.get("X-Error-Code")).toBe("BANNED_USER");
    for (const text of [t("auth:banned.title"), "Reason: Spam & <b>worse</b>", "The ban ends on"]) {
      await expect(refused).toShow(text);
    }
    expect(await worker.db.select().from(sessions).where(eq(sessions.userId, person.id))).toEqual([]);

    expect(await admin.post(path, { intent: "unban" })).toRedirectTo(path);
    await expect(await admin.get(path)).toShow(t("user:success.unbanned"));
    const again = new Visitor(worker);
    const second = await again.askForCode(person.email);
    expect(await again.confirm(second.verifyPath, second.code)).toRedirectTo("/app");
    const actions = (await entriesAbout(person.id)).map(({ action, code: why }) => [action, why]);
    expect(actions).toEqual(
      expect.arrayContaining([
        ["user.ban", null],
        ["request.refused", "BANNED_USER"],
        ["user.unban", null],
        ["auth.signIn", null],
      ]),
    );
  });

  test("ends by itself, and the user may be banned again", async () => {
    const person = await addUser(worker, { bannedAt: 1, banExpiresAt: Date.now() - 1, banReason: "Old" });
    const { cookie } = await addSession(worker, person);
    expect((await visitorWith(cookie).get("/app")).status).toBe(200);
    const path = `/manager/users/${person.id}`;
    await expect(await admin.get(path)).not.toShow("Reason: Old");
    await admin.post(`${path}/ban`, { reason: "New", end: "" });
    expect(await byId(person.id)).toMatchObject({ banReason: "New", banExpiresAt: null });
    expect((await visitorWith(cookie).get("/app")).status).toBe(302);
  });

  test("may end today, and a button fills in a later day without banning anyone", async () => {
    const person = await addUser(worker);
    const path = `/manager/users/${person.id}/ban`;
    const filled = await admin.post(path, { reason: "Typed", end: "", days: "7" });
    expect(filled.status).toBe(200);
    const page = await filled.text();
    expect(page).toContain("Typed</textarea>");
    const [, end = ""] = /<input[^>]*name="end"[^>]*value="([\d-]+)"/.exec(page) ?? [];
    expect([inDays(6), inDays(7), inDays(8)], "in the reader's time zone").toContain(end);
    expect((await byId(person.id))?.bannedAt).toBeNull();
    expect((await admin.post(path, { reason: "", days: "7" })).status, "above the reason").toBe(200);
    expect((await admin.post(path, { reason: "x", days: "8" })).status, "not by a button").toBe(302);

    const other = await addUser(worker);
    const answer = await admin.post(`/manager/users/${other.id}/ban`, { reason: "x", end: inDays(0) });
    expect(answer.status).toBe(302);
    expect((await byId(other.id))?.banExpiresAt).toBeGreaterThan(Date.now());
  });

  test.each([
    [{ reason: "", end: "" }, "user:errors.reasonRequired"],
    [{ reason: "x", end: "2020-01-01" }, "user:errors.endInPast"],
    [{ reason: "x", end: "2026-02-31" }, "user:errors.endInvalid"],
    [{ reason: "x", end: "tomorrow" }, "user:errors.endInvalid"],
  ] as const)("with %o is refused, and the form keeps the values", async (fields, message) => {
    const person = await addUser(worker);
    const response = await admin.post(`/manager/users/${person.id}/ban`, fields);
    expect(response.status).toBe(400);
    await expect(response).toShow(t(message));
    if (fields.reason) expect(await response.text()).toContain(">x</textarea>");
    expect((await byId(person.id))?.bannedAt).toBeNull();
  });

  test("from a form that is sent twice is one ban", async () => {
    const person = await addUser(worker);
    const send = () => admin.post(`/manager/users/${person.id}/ban`, { reason: "Twice" });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
    expect(await entriesAbout(person.id)).toHaveLength(1);
  });

  test("is refused while another ban is in force, with the terms of that ban, on the page and as data, and the form keeps its values", async () => {
    const person = await addUser(worker);
    const path = `/manager/users/${person.id}/ban`;
    expect((await admin.post(path, { reason: "Spam & worse", end: inDays(1) })).status).toBe(302);
    const first = await byId(person.id);
    const until = await (await admin.get(`/manager/users/${person.id}`)).text();
    const [shownEnd = "no end"] = /Through [^<]+/.exec(until) ?? [];

    const second = { reason: "Threats", end: "" };
    const page = await admin.post(path, second);
    for (const text of [t("code:BAN_IN_FORCE"), shownEnd, "Reason: Spam & worse"]) {
      await expect(page).toShow(text);
    }
    expect(await page.text()).toContain(">Threats</textarea>");
    for (const answer of [page, await admin.post(`${path}.data`, second)]) {
      expect([answer.status, answer.headers.get("X-Error-Code")]).toEqual([409, "BAN_IN_FORCE"]);
    }
    expect((await admin.post(path, { reason: "Spam & worse", end: "" })).status, "another end").toBe(409);
    expect(await byId(person.id)).toEqual(first);
    const log = (await entriesAbout(person.id)).filter(({ code }) => code === null);
    expect(log).toHaveLength(1);
  });

  test("without an end is described as permanent when another ban is refused", async () => {
    const person = await addUser(worker, { bannedAt: 1 });
    const refused = await admin.post(`/manager/users/${person.id}/ban`, { reason: "x", end: inDays(1) });
    expect(refused.status).toBe(409);
    await expect(refused).toShow(t("user:ban.forever"));
  });

  test("that ends within a day is described with its time", async () => {
    const hour = 60 * 60 * 1000;
    const banExpiresAt = Math.ceil(Date.now() / hour) * hour + 1;
    const person = await addUser(worker, { bannedAt: 1, banExpiresAt });
    const page = await admin.get(`/manager/users/${person.id}`);
    await expect(page).toShow(t("user:ban.until", { time: "" }));
    await expect(page).not.toShow(t("user:ban.through", { day: "" }));
  });

  test("of oneself is refused and not offered", async () => {
    // There is a second administrator, so that only this rule can refuse the form.
    await addUser(worker, { role: "admin" });
    const page = await (await admin.get(`/manager/users/${adminId}`)).text();
    expect(page).not.toContain(`/manager/users/${adminId}/ban`);
    const response = await admin.post(`/manager/users/${adminId}/ban`, { reason: "x" });
    expect(response.status).toBe(409);
    expect(response.headers.get("X-Error-Code")).toBe("YOU_CANNOT_BAN_YOURSELF");
    await expect(response).toShow(t("code:YOU_CANNOT_BAN_YOURSELF"));
    expect((await user("boss@example.com"))?.bannedAt).toBeNull();
  });

  test("of a deleted user is a 404", async () => {
    expect((await admin.get("/manager/users/nobody/ban")).status).toBe(404);
    expect((await admin.post("/manager/users/nobody/ban", { reason: "x" })).status).toBe(404);
  });

  test("of the last administrator is refused, even if two ban each other at the same time", async () => {
    const storage = gatedStorage();
    const lonely = await startTestWorker(storage.options);
    const people = [];
    for (const email of ["one@example.com", "two@example.com"]) {
      const visitor = await Visitor.signedIn(lonely, { role: "admin", email });
      const [row] = await lonely.db.select().from(users).where(eq(users.email, email));
      people.push({ visitor, id: row?.id as string });
    }
    const [one, two] = people as [(typeof people)[0], (typeof people)[0]];
    const ban = (by: typeof one, whom: typeof one) =>
      by.visitor.post(`/manager/users/${whom.id}/ban`, { reason: "x" });
    const late = await rightBefore(
      storage,
      () => ban(one, two),
      async () => expect((await ban(two, one)).status).toBe(302),
    );
    // The quick administrator has ended the slow one's session.
    expect(late.headers.get("X-Error-Code")).toBe("SESSION_EXPIRED");
    const free = (await lonely.db.select().from(users)).filter(({ bannedAt }) => bannedAt === null);
    expect(free).toHaveLength(1);
    await lonely.stop();
  });
});
