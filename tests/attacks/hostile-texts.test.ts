import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newRowId } from "#app/core/forms/row-id.ts";
import { manyLines } from "#app/core/lib/text.ts";
import { sessions, users } from "#app/schema.ts";
import { readAccessRules } from "#tests/support/access.ts";
import { dataPathOf, fillPath } from "#tests/support/fill-path.ts";
import { HOSTILE_TEXTS, SIGN, UNESCAPED } from "#tests/support/hostile-texts.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { expectSound } from "#tests/support/sound.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests that put each hostile text wherever one can be stored: in each field of a form, and in what a browser
// sends by itself.

let worker: TestWorker;
let admin: Visitor;
/** The texts, each with a user who has it as their name and as the reason of their ban. */
let rows: { text: string; id: string; email: string }[];

beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
  rows = [];
  for (const text of HOSTILE_TEXTS) {
    const formId = crypto.randomUUID();
    const id = newRowId.parse(formId);
    const name = text.slice(0, 100);
    const email = `${text.split(" ")[0]?.toLowerCase()}@example.com`;
    expect(await admin.post("/manager/users/new", { id: formId, email, name, role: "user" })).toRedirectTo(
      `/manager/users/${id}`,
    );
    await admin.post(`/manager/users/${id}/ban`, { reason: text });
    const [user] = await worker.db.select().from(users).where(eq(users.id, id));
    expect([user?.name, user?.banReason]).toEqual([expect.any(String), manyLines(text)]);
    if (user) await addSession(worker, user, { userAgent: text, country: text.slice(0, 2) });
    rows.push({ text, id, email });
  }
});
afterAll(() => worker.stop());

/** What a page shows of a stored text: the same text, with white space collapsed. */
const shown = (text: string) => manyLines(text).replace(/\s+/g, " ");

describe("a hostile text", () => {
  test("is escaped on every page and in its data, in lists and on its own page", async () => {
    const rules = await readAccessRules();
    for (const { path } of rules) {
      const targets = path.includes("/users/:id") ? rows : [{}];
      await Promise.all(
        targets.map(async (target) => {
          const page = fillPath(path, { ...target });
          for (const url of [page, `${page}?confirm=delete`, dataPathOf(page)]) {
            await expectSound(await admin.get(url), url);
          }
        }),
      );
    }
  });

  test("is shown as typed", async () => {
    for (const { text, id } of rows) {
      await expect(await admin.get(`/manager/users/${id}`)).toShow(shown(text));
    }
  });

  test("is escaped in searches and in refused forms", async () => {
    for (const { text, id } of rows) {
      const search = `/manager/users?${new URLSearchParams({ searchTerm: text })}`;
      await expectSound(await admin.get(search), search);
      const long = text.padEnd(600, "x");
      const refused = [
        await admin.post(`/manager/users/${id}/update`, { email: text, name: long, role: text }),
        await admin.post(`/manager/users/${id}/ban`, { reason: long, end: text }),
        await admin.post("/manager/account", { intent: "change-name", name: long }),
        await new Visitor(worker).post("/login", { email: text }),
      ];
      for (const response of refused) {
        expect(response.status, text).toBe(400);
        await expectSound(response, text);
      }
    }
  });

  test("as a user's name is escaped on their own pages, while impersonating them, and in their download", async () => {
    for (const { text } of rows) {
      const newcomer = await Visitor.signedIn(worker, { onboardedAt: null, name: null });
      const welcome = await newcomer.post("/onboarding", { name: text.slice(0, 100) });
      expect(welcome).toRedirectTo("/app");
      for (const path of ["/app", "/app/account", "/account/delete", "/account/data"]) {
        await expectSound(await newcomer.get(path), `${path} of ${text}`);
      }
      const impersonated = await addUser(worker, { name: text });
      const impersonator = await Visitor.signedIn(worker, { role: "admin" });
      await impersonator.post(`/manager/users/${impersonated.id}`, { intent: "impersonate" });
      const html = await expectSound(await impersonator.get("/app"), text);
      expect(html).toContain("data-impersonation");
    }
  });

  test("as the reason of a ban is escaped where the banned user reads it", async () => {
    for (const { text, email } of rows) {
      const visitor = new Visitor(worker);
      const { verifyPath, code } = await visitor.askForCode(email);
      const refused = await visitor.confirm(verifyPath, code);
      expect(refused.status).toBe(403);
      await expect(refused).toShow(shown(text));
      await expectSound(refused, text);
    }
  });

  test("as the user agent of a browser appears on no page", async () => {
    const reader = await Visitor.signedIn(worker);
    const agent = `Mozilla/5.0 <script>window.${SIGN}=1</script> " onload='x' {{name}} $t(common:save)`;
    const visitor = new Visitor(worker, { "User-Agent": agent });
    const { verifyPath, code } = await visitor.askForCode("agent@example.com");
    expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
    await visitor.post("/onboarding", { name: "Agent" });
    const [session] = await worker.db.select().from(sessions).where(eq(sessions.userAgent, agent));
    expect(session).toBeDefined();
    await expectSound(await visitor.get("/app/account"), agent);
    await expectSound(await admin.get(`/manager/users/${session?.userId}`), agent);
    expect((await reader.get(`/manager/users/${session?.userId}`)).status).toBe(403);
  });

  test("is escaped in every email", async () => {
    const mails: { subject: string; html: string }[] = await (
      await new Visitor(worker).get("/dev/outbox.json")
    ).json();
    expect(mails.length).toBeGreaterThan(0);
    for (const { subject, html } of mails) {
      expect(UNESCAPED.exec(html)).toBeNull();
      expect(subject).not.toMatch(/[\r\n]/);
    }
  });
});
