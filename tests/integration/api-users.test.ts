import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessions, users } from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { addSession } from "#tests/support/people.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

test("a program changes a user as the manager's pages do: with notices, audit log entries and the same rules", async () => {
  const admin = await ApiCaller.of(worker, { role: "admin" }, ["read", "write", "manage"]);
  const send = async (method: string, path: string, json?: object) => {
    const response = await admin.call(path, { method, ...(json && { json }) });
    const body = await response.text();
    return { status: response.status, body: body === "" ? null : JSON.parse(body) };
  };
  const made = await send("POST", "/users", { email: "Managed@Example.com", name: "Managed" });
  expect(made).toMatchObject({ status: 201, body: { email: "managed@example.com", role: "user" } });
  const path = `/users/${made.body.id}`;
  expect(await send("POST", "/users", { email: "managed@example.com" })).toMatchObject({
    status: 409,
    body: { code: "USER_ALREADY_EXISTS", errors: [{ field: "email" }] },
  });
  expect(await send("PATCH", path, {})).toMatchObject({ status: 200, body: { name: "Managed" } });
  expect(await send("PATCH", path, { name: null })).toMatchObject({ status: 200, body: { name: null } });
  expect(await send("PATCH", path, { role: "admin" })).toMatchObject({ status: 422 });
  expect(await send("POST", `${path}/ban`, { reason: "Spam", until: "2020-01-01T00:00:00Z" })).toMatchObject({
    status: 422,
    body: { errors: [{ field: "until" }] },
  });
  const [user] = await worker.db.select().from(users).where(eq(users.id, made.body.id));
  await addSession(worker, user as NonNullable<typeof user>);
  expect(await send("POST", `${path}/ban`, { reason: "Spam" })).toMatchObject({
    status: 200,
    body: { ban: { reason: "Spam", until: null } },
  });
  expect((await send("POST", `${path}/ban`, { reason: "Spam" })).status, "a repeated request").toBe(200);
  expect(await send("POST", `${path}/ban`, { reason: "Threats" })).toMatchObject({
    status: 409,
    body: { code: "BAN_IN_FORCE" },
  });
  expect(await worker.db.select().from(sessions).where(eq(sessions.userId, made.body.id))).toEqual([]);
  expect((await send("DELETE", `${path}/ban`)).status).toBe(204);
  expect(await send("POST", `${path}/role`, { role: "admin" })).toMatchObject({
    body: { role: "admin", ban: null },
  });
  // One administrator can't change another one's address.
  expect(await send("POST", `${path}/email`, { email: "other@example.com" })).toMatchObject({
    status: 409,
    body: { code: "EMAIL_CAN_NOT_BE_UPDATED" },
  });
  expect(await send("DELETE", `/users/${admin.owner.id}`)).toMatchObject({
    status: 409,
    body: { code: "YOU_CANNOT_CHANGE_YOURSELF" },
  });
  expect((await send("DELETE", path)).status).toBe(204);
  expect((await send("GET", path)).status).toBe(404);
  const { items } = (await admin.read(`/audit?person=${made.body.id}`)) as { items: { action: string }[] };
  expect(items.map(({ action }) => action)).toEqual([
    "user.delete",
    "user.setRole",
    "user.unban",
    "user.ban",
    "user.update",
    "user.create",
  ]);
});
