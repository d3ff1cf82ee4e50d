import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notices, users } from "#app/schema.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

const noticesTo = ({ db }: TestWorker, userId: string) =>
  db.select().from(notices).where(eq(notices.userId, userId));

describe("a user gets a notice", () => {
  let worker: TestWorker;
  let admin: Visitor;

  beforeAll(async () => {
    worker = await startTestWorker();
    admin = await Visitor.signedIn(worker, { role: "admin", email: "chief@example.com" });
  });
  afterAll(() => worker.stop());

  const mailed = async (email: string) => (await mailsTo(worker, email)).map(({ subject }) => subject).sort();
  const pageOf = (id: string) => `/manager/users/${id}`;

  test("of a ban with its reason and end, of its lifting, and of a deletion, once each", async () => {
    const { id, email } = await addUser(worker);
    for (let n = 0; n < 2; n++) {
      await admin.post(`${pageOf(id)}/ban`, { reason: "Too many <b>links</b>", end: "2126-12-01" });
    }
    const subjects = [t("email:banned.subject")];
    await expect.poll(() => mailed(email)).toEqual(subjects);
    const [mail] = await mailsTo(worker, email);
    expect(mail?.text).toContain("Too many <b>links</b>");
    expect(mail?.html).toContain("Too many &lt;b&gt;links&lt;/b&gt;");
    expect(mail?.text).toContain(t("email:banned.end", { time: "" }).replace(".", ""));
    expect(mail?.text).toMatch(/2126 at .* UTC/);
    for (let n = 0; n < 2; n++) await admin.post(pageOf(id), { intent: "unban" });
    subjects.push(t("email:unbanned.subject"));
    await expect.poll(() => mailed(email)).toEqual(subjects.sort());
    await admin.post(pageOf(id), { intent: "delete" });
    subjects.push(t("email:accountDeletedByAdministrator.subject"));
    await expect.poll(() => mailed(email)).toEqual(subjects.sort());
    expect(await noticesTo(worker, id)).toHaveLength(3);
  });

  test("of revoked sessions, once each time, if there were any", async () => {
    const person = await addUser(worker);
    const { id, email } = person;
    const { sessionId } = await addSession(worker, person);
    await addSession(worker, person);
    for (let n = 0; n < 2; n++) await admin.post(pageOf(id), { intent: "revoke-session", sessionId });
    const subject = t("email:sessionsRevoked.subject");
    await expect.poll(() => mailed(email)).toEqual([subject]);
    for (let n = 0; n < 2; n++) await admin.post(pageOf(id), { intent: "revoke-sessions" });
    await expect.poll(() => mailed(email)).toEqual([subject, subject]);
    expect(await noticesTo(worker, id)).toHaveLength(2);
  });

  test("but not of sessions that they revoke themselves, nor of a deletion that is refused", async () => {
    const me = (await worker.db.select().from(users).where(eq(users.email, "chief@example.com")))[0];
    const { sessionId } = await addSession(worker, me as NonNullable<typeof me>);
    await addSession(worker, me as NonNullable<typeof me>);
    for (const path of ["/app/account", pageOf(me?.id as string)]) {
      await admin.post(path, { intent: "revoke-session", sessionId });
      await admin.post(path, { intent: "revoke-sessions" });
    }
    await admin.post(pageOf(me?.id as string), { intent: "delete" });
    expect(await noticesTo(worker, me?.id as string)).toEqual([]);
  });
});
