import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, users } from "#app/schema.ts";
import { addSession, addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;
let other: Visitor;

beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
  other = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());

/** The hidden field with which a form sends the values that it showed. */
const original = (values: Record<string, string | null>) => ({ original: JSON.stringify(values) });

describe("of two people who change the same user,", () => {
  test("the second one sees both names, saves again to keep their own, and loses no input", async () => {
    const { id } = await addUser(worker, { name: "Ada" });
    const path = `/manager/users/${id}/update`;
    const page = await (await other.get(path)).text();
    expect(page).toMatch(/name="original" value="{[^"]*&quot;name&quot;:&quot;Ada&quot;/);
    const first = { intent: "update", name: "Grace", ...original({ name: "Ada" }) };
    expect(await admin.post(path, first)).toRedirectTo(path);

    const refused = await other.post(path, { ...first, name: "Katherine" });
    expect(refused.status).toBe(409);
    expect(refused.headers.get("X-Error-Code")).toBe("ROW_CHANGED");
    await expect(refused).toShow(t("code:ROW_CHANGED"));
    await expect(refused).toShow(`${t("changedMeanwhile.stored")} Grace`);
    await expect(refused).toShow(`${t("changedMeanwhile.typed")} Katherine`);
    const html = await refused.text();
    expect(html).toContain('value="Katherine"');
    // The form now shows the stored name, so sending it again overwrites that name.
    expect(html).toContain(`value="{&quot;name&quot;:&quot;Grace&quot;}"`);
    const again = { intent: "update", name: "Katherine", ...original({ name: "Grace" }) };
    expect(await other.post(path, again)).toRedirectTo(path);
    const [user] = await worker.db.select().from(users).where(eq(users.id, id));
    expect(user?.name).toBe("Katherine");
    const entries = await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(entries.map(({ action }) => action)).toEqual(["user.update", "user.update"]);
  });

  test("at the same moment, only one succeeds", async () => {
    const { id } = await addUser(worker, { name: "Ada" });
    const path = `/manager/users/${id}/update`;
    const answers = await Promise.all(
      [admin, other].map((visitor, n) =>
        visitor.post(path, { intent: "update", name: `Name ${n}`, ...original({ name: "Ada" }) }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
  });

  test("the second one may send the stored value", async () => {
    const { id } = await addUser(worker, { name: "Ada" });
    const path = `/manager/users/${id}/update`;
    const form = { intent: "update", name: "Grace", ...original({ name: "Ada" }) };
    expect(await admin.post(path, form)).toRedirectTo(path);
    expect(await other.post(path, form)).toRedirectTo(path);
    const entries = await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(entries).toHaveLength(1);
  });

  test("the second one sees both addresses", async () => {
    const { id, email } = await addUser(worker, { email: "shown@example.com" });
    const path = `/manager/users/${id}/update`;
    const form = { intent: "set-email", email: "first@example.com", ...original({ email }) };
    expect(await admin.post(path, form)).toRedirectTo(path);
    const refused = await other.post(path, { ...form, email: "second@example.com" });
    expect(refused.status).toBe(409);
    expect(refused.headers.get("X-Error-Code")).toBe("ROW_CHANGED");
    await expect(refused).toShow(`${t("changedMeanwhile.stored")} first@example.com`);
    expect(await findUser(worker, "second@example.com")).toBeUndefined();
  });

  test("a form that is refused for another reason still sends what it showed", async () => {
    const { id } = await addUser(worker, { name: "Ada" });
    const path = `/manager/users/${id}/update`;
    const form = { intent: "update", name: "x".repeat(101), ...original({ name: "Ada" }) };
    await admin.post(path, { intent: "update", name: "Grace" });
    const refused = await other.post(path, form);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(/name="original" value="{[^"]*&quot;name&quot;:&quot;Ada&quot;/);
  });

  test.each(["{", "[]", '{"name":{}}', "null", '{"other":"Ada"}'])(
    "the second one is refused if the form claims to have shown %s",
    async (text) => {
      const { id } = await addUser(worker, { name: "Ada" });
      const path = `/manager/users/${id}/update`;
      const refused = await admin.post(path, { intent: "update", name: "Grace", original: text });
      expect(refused.status).toBe(409);
    },
  );
});

test("a user who changes their own name in two browsers sees both names", async () => {
  const person = await addUser(worker, { name: "Ada" });
  const browsers = await Promise.all(
    [1, 2].map(async () => {
      const visitor = new Visitor(worker);
      const [name, value] = (await addSession(worker, person)).cookie.split("=") as [string, string];
      visitor.cookies.set(name, value);
      return visitor;
    }),
  );
  const [first, second] = browsers as [Visitor, Visitor];
  const panel = "/app/account?state=change-name";
  const form = { intent: "change-name", ...original({ name: "Ada" }) };
  expect(await first.post(panel, { ...form, name: "Grace" })).toRedirectTo("/app/account");
  const refused = await second.post(panel, { ...form, name: "Katherine" });
  expect(refused.status).toBe(409);
  await expect(refused).toShow(`${t("changedMeanwhile.stored")} Grace`);
  expect(await refused.text()).toContain('value="Katherine"');
  expect(
    await second.post(panel, { intent: "change-name", name: "Katherine", ...original({ name: "Grace" }) }),
  ).toRedirectTo("/app/account");
});
