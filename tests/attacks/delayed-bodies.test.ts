import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { personalTables } from "#app/identity/hooks/personal-tables.server.ts";
import { can } from "#app/permissions.ts";
import { accessTokens, sessions, users } from "#app/schema.ts";
import type { Scope } from "#app/scopes.ts";
import { type FormRule, type PlacedRule, readAccessRules, type Target } from "#tests/support/access.ts";
import { answerTo } from "#tests/support/access-answers.ts";
import type { Actor } from "#tests/support/actor.ts";
import { ACTORS } from "#tests/support/actors.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { type DescribedOperation, readApiDocument } from "#tests/support/api-document.ts";
import { filledPath, removesFile, validCall } from "#tests/support/api-samples.ts";
import { delayedBodies, HOLD } from "#tests/support/delayed-bodies.ts";
import { fillPath } from "#tests/support/fill-path.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";
import "#tests/support/fill-hooks.ts";

// A user sends the beginning of a request, and holds back the rest of its body until they have lost the right
// to send it. The tests try each form of the access matrix and each operation of the API, with each way to
// lose that right.

const ALL: Scope[] = ["read", "write", "manage"];

const bodies = delayedBodies();
let worker: TestWorker;
/** Calls the API to create the target of each operation. */
let api: ApiCaller;
let operations: DescribedOperation[];

beforeAll(async () => {
  worker = await startTestWorker({ ...bodies.options, seeded: true });
  api = await ApiCaller.of(worker, { role: "admin" }, ALL);
  ({ operations } = await readApiDocument(worker));
});
afterAll(() => worker.stop());

const ADMINISTRATOR = ACTORS.find(({ name }) => name === "an administrator") as Actor;

interface Person {
  id: string;
  visitor: Visitor;
}

/** How a user loses their rights (`end`), and which role they have afterwards (`as`). */
const ENDS: Record<string, { end: (userId: string) => Promise<unknown>; as: Pick<Actor, "role"> }> = {
  "is banned": {
    end: (id) => worker.db.update(users).set({ bannedAt: 1 }).where(eq(users.id, id)),
    as: { role: null },
  },
  "is demoted": {
    end: (id) => worker.db.update(users).set({ role: "user" }).where(eq(users.id, id)),
    as: { role: "user" },
  },
  "is deleted": {
    end: (id) =>
      worker.db.batch([
        worker.db.delete(sessions).where(eq(sessions.userId, id)),
        ...personalTables().flatMap(({ table, owner, forgets }) => [
          ...(owner ? [worker.db.delete(table).where(eq(owner, id))] : []),
          // Log entries stay, but no longer name the user.
          ...(forgets ? [worker.db.update(table).set({ userId: null }).where(sql`user_id = ${id}`)] : []),
        ]),
        worker.db.delete(users).where(eq(users.id, id)),
      ]),
    as: { role: null },
  },
  "has signed out, or has their sessions and tokens revoked": {
    end: (id) =>
      worker.db.batch([
        worker.db.delete(sessions).where(eq(sessions.userId, id)),
        worker.db.delete(accessTokens).where(eq(accessTokens.userId, id)),
      ]),
    as: { role: null },
  },
};

/** Signs in a new user who may do everything. */
async function enter(): Promise<Person> {
  const user = await addUser(worker, { role: "admin" });
  const { cookie } = await addSession(worker, user);
  return { ...user, visitor: new Visitor(worker, { Cookie: cookie }) };
}

/**
 * Returns the keys in KV, except those of stored emails and codes, which change without the tested request.
 */
async function keptInKv(): Promise<string[]> {
  const { keys } = await worker.kv.list();
  return keys.map(({ name }) => name).filter((name) => !/^(outbox|login-code):/.test(name));
}

/** Sends a request, takes away its sender's right while the body is held back, and expects no change. */
async function expectNothingDone(
  send: () => Promise<Response>,
  end: () => Promise<unknown>,
): Promise<Response> {
  let before: string[] = [];
  const response = await bodies.during(send, async () => {
    await end();
    before = await keptInKv();
  });
  // D1 itself counts the rows that a request has written.
  expect(databaseCost(response).rowsWritten, response.url).toBe(0);
  expect(await keptInKv()).toEqual(before);
  return response;
}

const rules = (await readAccessRules()).filter(({ who }) => who !== "everyone" && who !== "visitors");
const FORMS = rules.flatMap((rule) =>
  (rule.forms ?? []).map((form) => ({ path: rule.path, what: form.intent ?? "its form", rule, form })),
);

let made = 0;

/** Creates the target of a form. @returns a function that sends the form as a user */
async function prepared(rule: PlacedRule, form: FormRule, ownerId: string) {
  made += 1;
  const target: Target = await rule.makeTarget(worker, made, ownerId);
  await form.prepare?.(worker, target);
  const search = rule.query ? `?${new URLSearchParams(rule.query(target))}` : "";
  const fields = {
    held: "yes",
    ...(form.intent !== undefined && { intent: form.intent }),
    ...form.fields?.(target),
  };
  return ({ visitor }: Person) =>
    visitor.post(fillPath(rule.path, target) + search, fields, { headers: HOLD });
}

describe.each(FORMS)("$path, $what", ({ rule, form }) => {
  test("works for a user who holds its body back and keeps their rights", async () => {
    const person = await enter();
    const send = await prepared(rule, form, person.id);
    const response = await bodies.during(
      () => send(person),
      async () => {},
    );
    expect(response.status).toBe(form.answer ?? 302);
  });

  test("does nothing for a user who has lost their rights when the rest arrives", async () => {
    for (const [what, { end, as }] of Object.entries(ENDS)) {
      if (answerTo({ ...ADMINISTRATOR, ...as }, rule, form.needs) === "let in") continue;
      const person = await enter();
      const send = await prepared(rule, form, person.id);
      const response = await expectNothingDone(
        () => send(person),
        () => end(person.id),
      );
      expect([302, 403], what).toContain(response.status);
      if (response.status === 302) expect(response.headers.get("Location"), what).toMatch(/^\/login/);
    }
  });

  test.runIf(rule.path.startsWith("/app/o/:slug"))(
    "does nothing for a user who is no longer a member of the organisation when the rest arrives",
    async () => {
      const person = await enter();
      const send = await prepared(rule, form, person.id);
      const response = await expectNothingDone(
        () => send(person),
        () =>
          worker.d1.batch(
            ["organisation_team_members", "organisation_members"].map((table) =>
              worker.d1.prepare(`delete from ${table} where user_id = ?`).bind(person.id),
            ),
          ),
      );
      // The sender is an administrator of the product, and so may know that the row exists.
      expect([403, 404]).toContain(response.status);
    },
  );
});

test.each(Object.entries(ENDS))(
  "no operation of the API does anything for a token whose owner %s before the rest of the body arrives",
  async (_, { end, as }) => {
    for (const operation of operations.filter(({ method }) => method !== "get")) {
      if (removesFile(operation, operations)) continue;
      const { "x-permission": permission } = operation;
      if (as.role && (!permission || can(as.role, permission))) continue;
      const caller = await ApiCaller.of(worker, { role: "admin" }, ALL);
      // The token is used once before, so that its first use is not recorded during the test.
      await worker.db.update(accessTokens).set({ lastUsedAt: Date.now() });
      const path = await filledPath(operation, operations, api, caller);
      const sent = await validCall(operation, worker);
      const body = sent.body ? {} : { json: sent.json ?? { held: "yes" } };
      const method = operation.method.toUpperCase();
      const response = await expectNothingDone(
        () => caller.call(path, { ...sent, ...body, method, headers: { ...sent.headers, ...HOLD } }),
        () => end(caller.owner.id),
      );
      expect(response.status, operation.operationId).toBe(as.role === "user" ? 403 : 401);
    }
  },
);
