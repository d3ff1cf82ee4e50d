import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "#app/schema.ts";
import { readAccessRules } from "#tests/support/access.ts";
import type { Actor } from "#tests/support/actor.ts";
import { ACTORS, enter } from "#tests/support/actors.ts";
import { type Contents, contentsOf } from "#tests/support/contents.ts";
import { fillPath } from "#tests/support/fill-path.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// The statements of an administrator's action on a user check the permission again. If the administrator has
// just lost it, the action does nothing.

const storage = gatedStorage();
let worker: TestWorker;
let made = 0;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());

/**
 * Forms that change no permission, like the one that changes a name. An administrator who has just lost the
 * permission can still send them.
 */
const OF_NO_WEIGHT = ["update"];

/** Every other form on a user's pages in the manager. */
const FORMS = (await readAccessRules())
  .filter(({ path }) => path.startsWith("/manager/users/:id"))
  .flatMap((rule) => (rule.forms ?? []).map((form) => ({ rule, form, name: form.intent ?? rule.path })))
  .filter(({ name }) => !OF_NO_WEIGHT.includes(name));

test.each(FORMS)(
  "$name does nothing for an administrator who is demoted right before",
  async ({ rule, form }) => {
    const admin = ACTORS.find(({ name }) => name === "an administrator") as Actor;
    const visitor = await enter(admin, worker);
    const { results } = await worker.d1.prepare("select id from users order by rowid desc limit 1").all();
    const adminId = results[0]?.id as string;
    made += 1;
    const target = await rule.makeTarget(worker, made);
    await form.prepare?.(worker, target);
    const fields = { ...(form.intent && { intent: form.intent }), ...form.fields?.(target) };
    // Reads all tables but the audit log, where refusals are logged.
    const everything = () => contentsOf(worker, { without: ["audit_log"] });
    let before: Contents = {};
    const response = await rightBefore(
      storage,
      () => visitor.post(fillPath(rule.path, target), fields),
      async () => {
        await worker.db.update(users).set({ role: "user" }).where(eq(users.id, adminId));
        before = await everything();
      },
    );
    expect(response.status).toBeLessThan(500);
    expect(await everything()).toEqual(before);
  },
);
