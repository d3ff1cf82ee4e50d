import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROLES } from "#app/permissions.ts";
import { users } from "#app/schema.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const EMAIL = "stranded@example.com";

// An older version may run after a rollback. It does not know a role that a later version has stored.
let worker: TestWorker;
let stranded: Visitor;
let admin: Visitor;
let path: string;
beforeAll(async () => {
  worker = await startTestWorker();
  stranded = await Visitor.signedIn(worker, { email: EMAIL, name: "Zora" });
  await worker.d1.prepare("UPDATE users SET role = 'no-such-role' WHERE email = ?").bind(EMAIL).run();
  admin = await Visitor.signedIn(worker, { role: "admin" });
  const [user] = await worker.db.select().from(users).where(eq(users.email, EMAIL));
  path = `/manager/users/${user?.id}`;
});
afterAll(() => worker.stop());

test("a user with an unknown role is signed in, may do nothing, and can sign out", async () => {
  for (const page of ["/app", "/manager/audit", "/manager/users"]) {
    const response = await stranded.get(page);
    expect(response.status, page).toBe(403);
    await expect(response).toShow(t("error:403"));
  }
  expect((await stranded.post("/manager/users/new", { email: "x@example.com", role: "user" })).status).toBe(
    403,
  );
  expect(await stranded.get("/")).toRedirectTo("/app");
  expect(await stranded.post("/sign-out", {})).toRedirectTo("/login");
});

test("an administrator sees that a role is unknown, and assigns another one", async () => {
  for (const page of ["/manager/users", path, `${path}/update`]) {
    await expect(await admin.get(page)).toShow(t("user:unknownRole"));
  }
  const form = { intent: "set-role", original: "no-such-role" };
  const undecided = await admin.post(`${path}/update`, { ...form, role: "" });
  expect(undecided.status).toBe(400);
  await expect(undecided).toShow(t("validation:enum"));
  for (const role of ROLES) {
    expect(await admin.post(`${path}/update`, { ...form, role })).toRedirectTo(`${path}/update`);
    form.original = role;
    await expect(await admin.get(path)).toShow(t(`user:roles.${role}`));
  }
  await expect(await admin.get(path)).not.toShow(t("user:unknownRole"));
});
