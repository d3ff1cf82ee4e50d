import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "#app/schema.ts";
import { markedFields, refusedFields } from "#tests/support/marked-fields.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;

beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
});

afterAll(() => worker.stop());

test("only required fields are marked", async () => {
  const { id } = await addUser(worker);
  const page = async (path: string) => (await admin.get(path)).text();
  const refused = async (path: string, fields: Record<string, string>) =>
    refusedFields(await (await admin.post(path, fields)).text());
  for (const path of ["/manager/users/new", `/manager/users/${id}/ban`]) {
    const marked = markedFields(await page(path));
    expect(marked).not.toEqual([]);
    expect(await refused(path, { role: "user" })).toEqual(marked);
  }
  const update = `/manager/users/${id}/update`;
  expect(markedFields(await page(update))).toEqual(["email"]);
  expect(await refused(update, { intent: "set-email", email: "" })).toEqual(["email"]);
  expect(await refused(update, { intent: "update", name: "" })).toEqual([]);
});

test("a form names the user that it changes, links back, and focuses its first field", async () => {
  const { id } = await addUser(worker, { name: "Wangari" });
  for (const path of [`/manager/users/${id}/update`, `/manager/users/${id}/ban`]) {
    const page = await (await admin.get(`${path}?list=role%3Duser`)).text();
    expect(page).toMatch(/<title>[^<]*: Wangari/);
    expect(page).toContain(`href="/manager/users/${id}?list=role%3Duser"`);
    expect(/<(?:input|textarea)[^>]*autofocus[^>]*>/i.exec(page)?.[0]).toMatch(/name="(name|reason)"/);
  }
});

test("creating a user leads to the user's page, or to an empty form for the next one", async () => {
  const path = "/manager/users/new";
  const email = `${crypto.randomUUID()}@example.com`;
  const first = await admin.post(path, { email, role: "user" });
  const [user] = await worker.db.select().from(users).where(eq(users.email, email));
  expect(first).toRedirectTo(`/manager/users/${user?.id}`);

  const another = { email: `${crypto.randomUUID()}@example.com`, role: "user", another: "on" };
  const response = await admin.post(path, another);
  const [other] = await worker.db.select().from(users).where(eq(users.email, another.email));
  expect(response).toRedirectTo(`${path}?after=${other?.id}`);
  const page = await admin.get(`${path}?after=${other?.id}`);
  await expect(page).toShow(t("user:success.created"));
  // The message names the user, but the new form is empty.
  expect(await page.text()).not.toContain(`value="${another.email}"`);

  // A refused form keeps its values.
  const refused = await admin.post(path, { ...another, name: "Typed" });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('value="Typed"');
});
