import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emailDecision } from "#app/core/email/email-decision.server.ts";
import { HOUR } from "#app/core/lib/durations.ts";
import { withNotice } from "#app/identity/notice/notice.server.ts";
import { isUrgent, noticeSchema } from "#app/identity/notice/notice.ts";
import { NOTICE_EXAMPLES } from "#app/identity/routes/email-previews.ts";
import { jobs, notices, users } from "#app/schema.ts";
import { openMigrated } from "#tests/support/database.ts";
import { pathOf } from "#tests/support/notices.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const TOKENS = "/account/tokens";

describe("a user who keeps creating and revoking access tokens", () => {
  let worker: TestWorker;
  beforeAll(async () => {
    worker = await startTestWorker();
  });
  afterAll(() => worker.stop());

  const make = async (visitor: Visitor) => {
    const form = { id: crypto.randomUUID(), name: "Nightly", scopes: "read", ends: "30" };
    const answer = await visitor.post(TOKENS, { intent: "create-token", ...form });
    await expect(answer).toShow(t("token:made.once"));
  };
  const subjectsTo = async (email: string) => (await mailsTo(worker, email)).map(({ subject }) => subject);
  const one = t("email:tokenCreated.subject");
  const many = t("email:more.subject");

  test("gets five emails an hour and one that announces more, however fast the actions follow each other", async () => {
    const { visitor, email, id } = await someone(worker);
    for (let n = 0; n < 3; n++) {
      await Promise.all(Array.from({ length: 4 }, () => make(visitor)));
      await visitor.post(TOKENS, { intent: "revoke-tokens" });
    }
    await expect.poll(() => subjectsTo(email)).toHaveLength(6);
    expect((await subjectsTo(email)).sort()).toEqual([one, one, one, one, one, many].sort());
    const summary = (await mailsTo(worker, email)).find(({ subject }) => subject === many);
    expect(summary?.text).toContain(t("email:tokenCreated.text", { name: "Nightly" }));
    expect(summary?.text).toContain(t("email:more.text"));
    expect(await worker.db.$count(notices, eq(notices.userId, id))).toBe(6);

    // The link in this email works like the link in any other notice.
    await make(visitor);
    const link = pathOf(/^http\S+$/m.exec(summary?.text ?? "")?.[0] as string);
    expect(await new Visitor(worker).post(link, {})).toRedirectTo(link);
    expect((await visitor.get(TOKENS)).status).toBe(302);

    // An hour later, the user gets a separate email for each notice again.
    await worker.db
      .update(notices)
      .set({ createdAt: sql`${notices.createdAt} - ${HOUR}` })
      .where(eq(notices.userId, id));
    const again = new Visitor(worker);
    const { verifyPath, code } = await again.askForCode(email);
    await again.confirm(verifyPath, code);
    await make(again);
    const ofOne = async () => (await subjectsTo(email)).filter((subject) => subject === one);
    await expect.poll(ofOne).toHaveLength(6);
  });

  test("uses up neither other users' emails nor emails of another kind", async () => {
    const { visitor, email, id } = await someone(worker);
    for (let n = 0; n < 7; n++) await make(visitor);
    await expect.poll(() => subjectsTo(email)).toHaveLength(6);
    const other = await someone(worker);
    await make(other.visitor);
    await expect.poll(() => subjectsTo(other.email)).toEqual([one]);
    const admin = await Visitor.signedIn(worker, { role: "admin" });
    await admin.post(`/manager/users/${id}`, { intent: "revoke-all-tokens" });
    await admin.post(`/manager/users/${id}/ban`, { reason: "Spam" });
    await expect.poll(() => subjectsTo(email)).toContain(t("email:banned.subject"));
  });
});

describe("a notice of each kind", () => {
  let opened: Awaited<ReturnType<typeof openMigrated>>;
  beforeAll(async () => {
    opened = await openMigrated();
  });
  afterAll(() => opened.close());

  test("has an example", () => {
    const kinds = noticeSchema.options.map(({ shape }) => shape.about.value);
    expect(NOTICE_EXAMPLES.map(({ about }) => about).sort()).toEqual(kinds.sort());
  });

  test.each(NOTICE_EXAMPLES.map((notice) => [notice.about, isUrgent(notice.about), notice] as const))(
    "%s: every notice is emailed if it is urgent (%s)",
    async (about, urgent, notice) => {
      const { db } = opened;
      const id = crypto.randomUUID();
      await db.insert(users).values({ id, email: `${id}@example.com`, nameKey: "" });
      const origin = { at: Date.now(), language: "en" as const, site: "https://deckle.example" };
      const user = eq(users.id, id);
      const tell = () =>
        withNotice(db, [db.update(users).set({ name: "Ada" }).where(user)], origin, notice, { where: user });
      await db.batch([...tell(), ...Array.from({ length: 8 }, tell).flat()]);
      const rows = await db
        .select({
          urgent: jobs.urgent,
          more: sql<number>`json_extract(${notices.details}, '$.more')`.as("more"),
        })
        .from(notices)
        .innerJoin(jobs, eq(sql`json_extract(${jobs.about}, '$.notice')`, notices.id))
        .where(and(eq(notices.userId, id), eq(notices.about, about)))
        .orderBy(sql`${notices}.rowid`);
      expect(rows.map(({ urgent }) => urgent)).toEqual(Array(urgent ? 9 : 6).fill(urgent));
      expect(rows.map(({ more }) => Boolean(more))).toEqual(
        rows.map((_, n) => !urgent && n === rows.length - 1),
      );
    },
  );
});

describe("emailDecision", () => {
  test("gives each mailbox exactly five emails of a kind an hour, one summary, then none", async () => {
    const { db, close } = await openMigrated();
    const hour = 450_000 * HOUR;
    const ask = (to: string, now = hour, kind = "shared") => emailDecision(db, { kind, to }, now);
    const spellings = ["ada.love@gmail.com", "adalove+list@googlemail.com"];
    const decisions = await Promise.all(
      Array.from({ length: 12 }, (_, n) => ask(spellings[n % 2] as string, hour + n)),
    );
    const five = Array(5).fill("mail");
    expect(decisions.sort()).toEqual([...five, ...Array(6).fill("none"), "summary"].sort());
    expect(await ask("adalove@gmail.com", hour + HOUR - 1)).toBe("none");
    expect(await ask("grace@example.com")).toBe("mail");
    expect(await ask("adalove@gmail.com", hour, "commented")).toBe("mail");
    expect(await ask("adalove@gmail.com", hour + HOUR)).toBe("mail");
    await close();
  });
});
