import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "#app/core/lib/bytes.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { sessions, users } from "#app/schema.ts";
import { canIn, ORGANISATION_ROLES } from "#app/slices/organisation/organisation-roles.ts";
import { contentsOf } from "#tests/support/contents.ts";
import { DAILY, runCron } from "#tests/support/cron.ts";
import {
  addKey,
  keyEntriesOf,
  keyShownIn,
  keysOf,
  newKeyForm,
  organisationWithKeys,
} from "#tests/support/organisation-keys.ts";
import { codeOf, type SignedInMember } from "#tests/support/organisation-people.ts";
import { impersonate } from "#tests/support/people.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests the page of an organisation's keys. organisation-keys-api.test.ts tests what a key can do, and
// organisation-keys-races.test.ts tests simultaneous requests.

const t = textsIn("en");
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

const logged = (organisationId: string) => keyEntriesOf(worker, organisationId);

describe("an owner", () => {
  test("creates a key that is shown once, sees it in the list, and revokes it after a confirmation, and the log records it", async () => {
    const { id, page, path, owner } = await organisationWithKeys(worker);
    await expect(await owner.visitor.get(path)).toShow(t("key:list.title"));
    await expect(await owner.visitor.get(page)).toShow(t("key:list.empty"));
    const body = new URLSearchParams(newKeyForm());
    body.append("scopes", "write");
    const answer = await owner.visitor.post(page, {}, { body });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const html = await answer.text();
    const text = keyShownIn(html) as string;
    await expect(new Response(html)).toShow(t("token:made.once"));
    for (const line of [...answer.headers.values(), ...worker.logs])
      expect(line).not.toContain(text.slice(7));
    expect(JSON.stringify(await contentsOf(worker, { without: [] }))).not.toContain(text.slice(7));
    const [key, ...others] = await keysOf(worker, id);
    expect(others).toEqual([]);
    expect(key).toMatchObject({
      name: "Nightly import",
      scopes: ["read", "write"],
      tokenHash: await sha256(text),
      lastUsedAt: null,
    });
    expect((key?.expiresAt ?? 0) - Date.now()).toBeGreaterThan(90 * DAY);
    expect((key?.expiresAt ?? 0) - Date.now()).toBeLessThan(92 * DAY);

    const list = await owner.visitor.get(page);
    expect(databaseCost(list)).toMatchObject({ roundTrips: 1 });
    const listHtml = await list.text();
    expect(keyShownIn(listHtml)).toBeNull();
    for (const shown of ["Nightly import", t("token:neverUsed")])
      await expect(new Response(listHtml)).toShow(shown);
    const question = `${page}?confirm=${key?.id}`;
    expect(listHtml).toContain(`href="${question}"`);
    await expect(await owner.visitor.get(question)).toShow(t("key:revoke.title", { name: "Nightly import" }));
    for (let n = 0; n < 2; n++) {
      const revoked = await owner.visitor.post(page, { intent: "revoke-key", keyId: key?.id ?? "" });
      expect(revoked, "on a second click, too").toRedirectTo(page);
    }
    expect(await keysOf(worker, id)).toEqual([]);
    const entry = { actorId: owner.userId, subjectId: key?.id, subjectLabel: "Nightly import" };
    expect(await logged(id)).toMatchObject([
      { action: "key.create", ...entry },
      { action: "key.revoke", ...entry },
    ]);
    const log = await owner.visitor.get(`${path}/audit`);
    await expect(log).toShow(t("audit:actions.key.create"));
    await expect(log).toShow(t("audit:actions.key.revoke"));
  });

  test("gets a refused form back with its values and the errors", async () => {
    const { id, page, owner } = await organisationWithKeys(worker);
    const refused = [
      [{ name: " " }, t("user:errors.nameRequired")],
      [{ scopes: "" }, t("token:errors.scopeRequired")],
      [{ scopes: "manage" }, null],
      [{ ends: "36500" }, t("validation:enum")],
      [{ ends: "day" }, "Choose a day from today to"],
      [{ ends: "day", lastDay: "2020-01-01" }, "Choose a day from today to"],
    ] as const;
    for (const [fields, message] of refused) {
      const answer = await owner.visitor.post(page, newKeyForm({ name: "Kept", ...fields }));
      expect(answer.status, JSON.stringify(fields)).toBe(400);
      if (message) await expect(answer).toShow(message);
      if (!("name" in fields)) expect(await answer.text()).toContain('value="Kept"');
    }
    expect(await keysOf(worker, id)).toEqual([]);
  });

  test("creates one key with a form that is sent twice, and the key of the later response works unless the first one is in use", async () => {
    const { id, page, owner } = await organisationWithKeys(worker);
    const form = newKeyForm();
    const first = keyShownIn(await (await owner.visitor.post(page, form)).text());
    const again = await owner.visitor.post(page, form);
    await expect(again).toShow(t("key:made.repeated"));
    const second = keyShownIn(await again.text()) as string;
    expect(second).not.toBe(first);
    expect(await keysOf(worker, id)).toMatchObject([{ tokenHash: await sha256(second) }]);
    expect(await logged(id)).toHaveLength(1);

    await worker.d1.prepare("update organisation_keys set last_used_at = 1").run();
    const refused = await owner.visitor.post(page, form);
    expect([refused.status, codeOf(refused)]).toEqual([409, "KEY_IN_USE"]);
    expect(keyShownIn(await refused.text())).toBeNull();
    // An owner who goes back and sends other values creates another key.
    const other = await owner.visitor.post(page, { ...form, name: "Other" });
    expect(keyShownIn(await other.text())).not.toBeNull();
    expect((await keysOf(worker, id)).map(({ name }) => name).sort()).toEqual(["Nightly import", "Other"]);
  });

  test("must give a proof if the session is old, and then creates the key", async () => {
    const { id, page, owner } = await organisationWithKeys(worker);
    await worker.db.update(sessions).set({ provenAt: 0 }).where(eq(sessions.userId, owner.userId));
    const asked = await owner.visitor.post(page, newKeyForm());
    expect([asked.status, codeOf(asked)]).toEqual([401, "SESSION_EXPIRED"]);
    expect(await keysOf(worker, id)).toEqual([]);
    await worker.db.update(sessions).set({ provenAt: Date.now() }).where(eq(sessions.userId, owner.userId));
    expect((await owner.visitor.post(page, newKeyForm())).status).toBe(200);
  });

  test("can't reach another organisation's key", async () => {
    const [ours, theirs] = [await organisationWithKeys(worker), await organisationWithKeys(worker)];
    const { id: keyId } = await addKey(worker, theirs.id);
    const before = await keysOf(worker, theirs.id);
    await ours.owner.visitor.post(ours.page, { intent: "revoke-key", keyId });
    expect((await ours.owner.visitor.post(ours.page, newKeyForm({ id: keyId, name: "Robot" }))).status).toBe(
      200,
    );
    expect(await keysOf(worker, theirs.id)).toEqual(before);
    expect(await logged(theirs.id)).toEqual([]);
    expect(await keysOf(worker, ours.id)).toHaveLength(1);
    const asked = await (await ours.owner.visitor.get(`${ours.page}?confirm=${keyId}`)).text();
    expect(asked).not.toContain("<dialog");
  });
});

describe.each(ORGANISATION_ROLES.filter((role) => !canIn(role, "key:manage")))("as %s", (role) => {
  test("keys are neither offered nor shown, and can't be created or revoked", async () => {
    const { id, page, path, others } = await organisationWithKeys(worker, role);
    const [{ visitor }] = others as [SignedInMember];
    const { id: keyId } = await addKey(worker, id);
    expect(await (await visitor.get(path)).text()).not.toContain(`"${page}"`);
    const shown = await visitor.get(page);
    expect([shown.status, codeOf(shown)]).toEqual([403, "ACCESS_DENIED"]);
    expect(await (await visitor.get(`${page}.data`)).text()).not.toContain("Robot");
    for (const form of [newKeyForm(), { intent: "revoke-key", keyId }]) {
      const refused = await visitor.post(page, form);
      expect([refused.status, codeOf(refused)]).toEqual([403, "ACCESS_DENIED"]);
    }
    expect(await keysOf(worker, id)).toHaveLength(1);
  });
});

test("an administrator of the product who makes themselves an owner creates no key, which would outlive that role", async () => {
  const { id, page, owner } = await organisationWithKeys(worker);
  const { id: keyId } = await addKey(worker, id);
  const admin = await someone(worker, { role: "admin" });
  const all = await worker.db.select().from(users);
  const [actor, them] = [admin.id, owner.userId].map((wanted) => all.find((user) => user.id === wanted));
  if (!actor || !them) throw new Error("There is no such user");
  await impersonate(worker, actor, them);
  const shown = await admin.visitor.get(page);
  expect(shown.status).toBe(200);
  expect(await shown.text()).not.toContain("create-key");
  const refused = await admin.visitor.post(page, newKeyForm());
  expect([refused.status, codeOf(refused)]).toEqual([403, "NOT_WHILE_IMPERSONATING"]);
  expect(await keysOf(worker, id)).toHaveLength(1);
  expect(await admin.visitor.post(page, { intent: "revoke-key", keyId })).toRedirectTo(page);
  expect(await keysOf(worker, id)).toEqual([]);
});

test("keys are deleted with their organisation, and 30 days after they have expired", async () => {
  const { id, name, slug, owner } = await organisationWithKeys(worker);
  await addKey(worker, id);
  expect((await owner.visitor.post(`/app/o/${slug}/delete`, { confirmation: name })).status).toBe(302);
  expect(await keysOf(worker, id)).toEqual([]);

  const other = await organisationWithKeys(worker);
  await addKey(worker, other.id, { name: "Old", expiresAt: Date.now() - 30 * DAY - 1 });
  await addKey(worker, other.id, { name: "Ended", expiresAt: Date.now() - 30 * DAY + 60_000 });
  await runCron(worker, DAILY);
  expect((await keysOf(worker, other.id)).map(({ name }) => name)).toEqual(["Ended"]);
  await expect(await other.owner.visitor.get(other.page)).toShow(t("token:ended"));
});
