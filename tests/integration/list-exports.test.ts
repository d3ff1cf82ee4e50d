import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLog, sessions, users } from "#app/schema.ts";
import { csvOf } from "#tests/support/csv.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const storage = gatedStorage();

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
  admin = await Visitor.signedIn(worker, { role: "admin", email: "zz-admin@example.com" });
  admin.cookies.set("time-zone", "UTC");
});
afterAll(() => worker.stop());
beforeEach(() => worker.db.delete(auditLog));

/** Adds users with numbered addresses. Every third one is an administrator. */
const addUsers = (count: number) =>
  worker.d1
    .prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
       insert into users (id, email, name, name_key, role, created_at, updated_at)
       select 'many-' || i, printf('many-%05d@example.com', i), 'Name ' || i, 'name ' || i,
         case i % 3 when 0 then 'admin' else 'user' end, 86400000 * (1 + i % 2), 0 from n`,
    )
    .bind(count)
    .run();

/** Adds entries to the audit log, a millisecond apart. */
const addEntries = (count: number) =>
  worker.d1
    .prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
       insert into audit_log (id, at, request_id, actor_id, actor_label, action, subject_label)
       select 'entry-' || i, i, 'x', 'x', 'ada@example.com', 'user.update', 'Entry ' || i from n`,
    )
    .bind(count)
    .run();

const lastEntry = async () =>
  (await worker.db.select().from(auditLog).orderBy(desc(auditLog.at)).limit(1))[0];

describe("the file of users", () => {
  beforeAll(() => addUsers(1200));

  test("has each user once, and the log names the person who downloaded it", async () => {
    const response = await admin.post("/manager/users/export", {});
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    const today = new Date().toISOString().slice(0, 10);
    expect(response.headers.get("Content-Disposition")).toBe(`attachment; filename="users-${today}.csv"`);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    const { rows } = await csvOf(response);
    const all = await worker.db.select().from(users);
    expect(rows.map(({ email }) => email).sort()).toEqual(all.map(({ email }) => email).sort());
    expect(rows.find(({ id }) => id === "many-3")).toEqual({
      id: "many-3",
      email: "many-00003@example.com",
      email_verified_at: "",
      name: "Name 3",
      role: "admin",
      onboarded_at: "",
      banned_at: "",
      ban_expires_at: "",
      created_at: "1970-01-03T00:00:00.000Z",
      updated_at: "1970-01-01T00:00:00.000Z",
    });
    expect(await lastEntry()).toMatchObject({
      action: "user.export",
      actorLabel: "zz-admin@example.com",
      subjectLabel: null,
    });
  });

  test("has the results of a search with filters, and the log names both", async () => {
    const search = "?searchTerm=many&role=admin&ban=not-banned&from=1970-01-02&to=1970-01-02&sort=email";
    const page = await admin.get(`/manager/users${search}`);
    await expect(page).toShow(t("manager:list.exportFound"));
    const action = /action="(\/manager\/users\/export[^"]*)"/.exec(await page.text())?.[1];
    const response = await admin.post((action as string).replaceAll("&amp;", "&"), {});
    expect(response.headers.get("Content-Disposition")).toContain('filename="users-filtered-');
    const { rows } = await csvOf(response);
    const expected = Array.from({ length: 1200 }, (_, n) => n + 1).filter((n) => n % 6 === 0);
    expect(rows.map(({ id }) => id)).toEqual(expected.map((n) => `many-${n}`));
    expect((await lastEntry())?.subjectLabel).toBe(
      "searchTerm=many, role=admin, ban=not-banned, from=1970-01-02, to=1970-01-02",
    );
    await expect(await admin.get("/manager/audit")).toShow(t("audit:actions.user.export"));
  });

  test("is downloaded by a form, which another site can't send, and only by those who may list users", async () => {
    const reader = await Visitor.signedIn(worker);
    expect((await reader.post("/manager/users/export", {})).status).toBe(403);
    const foreign = { headers: { "Sec-Fetch-Site": "cross-site" } };
    expect((await admin.post("/manager/users/export", {}, foreign)).status).toBe(403);
    expect(await admin.get("/manager/users/export")).toRedirectTo("/manager/users");
    expect(await worker.db.$count(auditLog, eq(auditLog.action, "user.export"))).toBe(0);
  });

  test("is not sent as data, which a browser would load into memory", async () => {
    const response = await admin.post("/manager/users/export.data", {});
    expect(response.status, "a redirect, as data").toBe(202);
    const data = await response.text();
    expect(data).toContain('"/manager/users"');
    expect(data).not.toContain("@example.com");
    expect(await worker.db.$count(auditLog, eq(auditLog.action, "user.export"))).toBe(0);
  });
});

describe("the file of the audit log", () => {
  test("has each of 100,000 entries once, and reads a few hundred rows at a time", async () => {
    await addEntries(100_000);
    const before = storage.sent.length;
    const response = await admin.post("/manager/audit/export", {});
    let size = 0;
    let lines = 0;
    let sum = 0;
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      const parts = (rest + decoder.decode(chunk, { stream: true })).split("\r\n");
      rest = parts.pop() ?? "";
      for (const line of parts) {
        lines += 1;
        sum += Number(/^entry-(\d+),/.exec(line)?.[1] ?? 0);
      }
    }
    expect(rest).toBe("");
    expect(lines).toBe(1 + 100_000);
    expect(sum).toBe((100_000 * 100_001) / 2);
    expect(size).toBeGreaterThan(7_000_000);
    const reads = storage.sent
      .slice(before)
      .flat()
      .filter(({ query }) => /from "audit_log"/.test(query) && query.startsWith("select"));
    expect(reads).toHaveLength(200);
    for (const { query, params } of reads) {
      expect(query).toMatch(/limit \?$/);
      expect(params.at(-1)).toBe(501);
    }
  });

  test("has the entries of a person, an action and a range of days", async () => {
    await addEntries(5);
    await worker.db.insert(auditLog).values([
      { id: "found", at: 86_400_000, requestId: "x", action: "user.ban", subjectLabel: "=cmd|'/c calc'!A1" },
      { id: "later", at: 2 * 86_400_000, requestId: "x", action: "user.ban" },
    ]);
    const search = "?action=user.ban&from=1970-01-02&to=1970-01-02";
    const { rows, text } = await csvOf(await admin.post(`/manager/audit/export${search}`, {}));
    expect(rows.map(({ id }) => id)).toEqual(["found"]);
    expect(text).toContain(`"'=cmd|'/c calc'!A1"`);
    expect(await lastEntry()).toMatchObject({
      action: "audit.export",
      subjectLabel: "action=user.ban, from=1970-01-02, to=1970-01-02",
    });
    const { rows: hers } = await csvOf(await admin.post("/manager/audit/export?person=x", {}));
    expect(hers.map(({ id }) => id)).toEqual(["entry-5", "entry-4", "entry-3", "entry-2", "entry-1"]);
  });

  test("says in its last line that it is incomplete if the database fails half-way", async () => {
    await addEntries(20_000);
    storage.before(/\("audit_log"\."at", "audit_log"\."id"\) </, () =>
      worker.d1.prepare("alter table audit_log rename to lost").run(),
    );
    const response = await admin.post("/manager/audit/export", {});
    expect(response.status).toBe(200);
    const lines = (await response.text()).split("\r\n");
    expect(lines.length).toBeLessThan(1100);
    expect(lines.slice(-2)).toEqual([t("manager:errors.exportBroken"), ""]);
    expect(worker.logs.some((line) => line.includes("export failed: audit-log"))).toBe(true);
    await worker.d1.prepare("alter table lost rename to audit_log").run();
  });

  test.each([
    ["is banned", (id: string) => worker.db.update(users).set({ bannedAt: 1 }).where(eq(users.id, id))],
    ["is demoted", (id: string) => worker.db.update(users).set({ role: "user" }).where(eq(users.id, id))],
    ["has signed out", (id: string) => worker.db.delete(sessions).where(eq(sessions.userId, id))],
  ])("stops when its reader %s, and says in its last line that it is incomplete", async (_, end) => {
    await addEntries(3000);
    const email = `${crypto.randomUUID()}@example.com`;
    const reader = await Visitor.signedIn(worker, { role: "admin", email });
    const { id } = (await findUser(worker, email)) as { id: string };
    storage.before(/\("audit_log"\."at", "audit_log"\."id"\) </, () => end(id));
    const lines = (await (await reader.post("/manager/audit/export", {})).text()).split("\r\n");
    expect(lines.slice(-2)).toEqual([t("manager:errors.exportBroken"), ""]);
    // The file may still contain the page of rows that was being read.
    expect(lines.length).toBeLessThan(1010);
    await expect.poll(() => worker.logs.some((line) => line.includes("export stopped"))).toBe(true);
  });

  test("is an error page if the first read fails", async () => {
    storage.before(/^select[\s\S]*from "audit_log"/, () =>
      worker.d1.prepare("alter table audit_log rename to lost").run(),
    );
    const response = await admin.post("/manager/audit/export", {});
    expect(response.status).toBe(500);
    await worker.d1.prepare("alter table lost rename to audit_log").run();
  });
});
